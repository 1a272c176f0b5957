//! The parts of messages that derives do not provide: `null` for the absence of a limit, pairs for ranges.
//!
//! The types of the problem derive how they are read and written as data; the caller handles bytes. A field that the
//! message has and the type lacks is an error, and so is the reverse, unless the field has a default: defaults are for
//! fields that few problems contain.

use super::{ALL_WEEKDAYS, TIME_MAX, TIME_MIN, UNLIMITED};

/// Writes one value as `null`.
macro_rules! null_for {
    ($($(#[$doc:meta])* $name:ident: $Value:ty = $absent:expr;)*) => {$(
        $(#[$doc])*
        pub(super) mod $name {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            pub(in crate::problem) fn serialize<S: Serializer>(
                value: &$Value,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                (*value != $absent).then_some(*value).serialize(serializer)
            }

            pub(in crate::problem) fn deserialize<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$Value, D::Error> {
                Ok(Option::deserialize(deserializer)?.unwrap_or($absent))
            }
        }
    )*};
}

null_for! {
    /// No limit.
    limit: i64 = super::UNLIMITED;
    /// No lower bound.
    not_before: i64 = super::TIME_MIN;
    /// No upper bound.
    not_after: i64 = super::TIME_MAX;
    /// No limit of how often.
    count: u32 = u32::MAX;
}

/// One limit per dimension.
pub(super) mod limits {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::UNLIMITED;

    pub(in crate::problem) fn serialize<S: Serializer>(
        values: &[i64],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(|it| (*it != UNLIMITED).then_some(*it)))
    }

    pub(in crate::problem) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<i64>, D::Error> {
        let values = Vec::<Option<i64>>::deserialize(deserializer)?;
        Ok(values.into_iter().map(|it| it.unwrap_or(UNLIMITED)).collect())
    }
}

/// Start and end (exclusive).
pub(super) mod range {
    use std::ops::Range;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(in crate::problem) fn serialize<S: Serializer>(
        value: &Range<u32>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        [value.start, value.end].serialize(serializer)
    }

    pub(in crate::problem) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Range<u32>, D::Error> {
        let [start, end] = <[u32; 2]>::deserialize(deserializer)?;
        Ok(start..end)
    }
}

/// The default of limits that few problems contain.
pub(super) const fn unlimited() -> i64 {
    UNLIMITED
}

/// The default of weekdays that few problems restrict.
pub(super) const fn all_weekdays() -> u8 {
    ALL_WEEKDAYS
}

/// The default of latest times that few problems contain.
pub(super) const fn never_too_late() -> i64 {
    TIME_MAX
}

/// The default of earliest times that few problems contain.
pub(super) const fn never_too_early() -> i64 {
    TIME_MIN
}

/// First and last instant; `null`: unbounded on that side.
pub(super) type WindowShape = (Option<i64>, Option<i64>);
