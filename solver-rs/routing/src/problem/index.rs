//! Newtypes of indexes, so that a bare number is never used as one.

use serde::{Deserialize, Serialize};

/// Defines the indexes of dense arrays, one per line.
macro_rules! indexes {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
        pub struct $name(pub u32);

        impl $name {
            /// Returns the index as a position in a slice.
            #[must_use]
            #[inline]
            pub const fn at(self) -> usize {
                self.0 as usize
            }

            /// Converts a position in a slice.
            ///
            /// # Panics
            /// If it does not fit 32 bits.
            #[must_use]
            #[inline]
            pub fn of(position: usize) -> Self {
                Self(u32::try_from(position).expect("an index fits 32 bits"))
            }
        }
    )*};
}

indexes! {
    /// Where something happens; row and column of travel tables.
    PlaceIdx
    /// A local clock: offsets from UTC over time.
    ClockIdx
    /// A table of travel costs: a profile at a speed factor.
    TravelIdx
    /// One vehicle; each copy is a separate vehicle.
    VehicleIdx
    /// One occurrence of a shift of one vehicle; it has at most one route.
    ShiftIdx
    /// What the request calls an order.
    OrderIdx
    /// One execution of an order: the unit of decision.
    VisitIdx
    /// One stop of a visit.
    StopIdx
    /// One way to make a stop: a place with its windows.
    OptionIdx
    /// A relation between visits.
    RelationIdx
}
