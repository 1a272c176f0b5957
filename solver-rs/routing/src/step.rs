//! The steps of a route, its use of docks, and the bounds that other routes impose on it.

use crate::problem::{OptionIdx, PlaceIdx, StopIdx, TIME_MAX, TIME_MIN, Vehicle, Window};

/// A step of a route. Breaks and rests are not steps: the evaluator places them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A stop of an order, made with this option.
    Stop(StopIdx, OptionIdx),
    /// The reload at this position in the shift.
    Reload(u32),
}

/// A bound that other routes impose: on the start of service of a step, beside its windows, or on the whole route. If
/// several consecutive pins name the same step, one of them has to hold; the same applies to the whole route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    /// Position among the steps, [`Pin::START`], [`Pin::END`] or [`Pin::ROUTE`].
    pub step: u32,
    /// Earliest time.
    pub not_before_at: i64,
    /// Latest time.
    pub not_after_at: i64,
    /// For the whole route: where it begins instead of at its shift's start.
    pub from: Option<Overnight>,
    /// For the whole route: which exceptions its days may use; `None`: all that its vehicle has.
    pub(crate) allowance: Option<Allowance>,
}

/// Where a vehicle has stayed since its previous route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overnight {
    /// The place of the last stop.
    pub place: PlaceIdx,
    /// Nights since then beyond the first one, which the previous route has paid for.
    pub more_nights: i64,
}

/// The exceptions from driving rules that the days of a route may use: see `rules::days`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Allowance {
    /// Reduced daily rests; below 0, one is too many.
    pub(crate) reduced: i16,
    /// Days with more driving.
    pub(crate) extended: i16,
    /// Whether the rest after the last day is already known to be a reduced one, in addition to `reduced`.
    pub(crate) is_last_reduced: bool,
    /// Whether the rest after the last day is only long enough for the second part of a daily rest.
    pub(crate) owes_part: bool,
}

impl Allowance {
    /// As many as anyone could use.
    pub(crate) const ANY: Self = Self {
        reduced: i16::MAX / 2,
        extended: i16::MAX / 2,
        is_last_reduced: false,
        owes_part: false,
    };

    /// All that a vehicle has if it makes no other route.
    pub(crate) fn all_of(vehicle: &Vehicle) -> Self {
        vehicle.exceptional_days().map_or(Self::default(), |day| Self {
            reduced: day.reduced.map_or(0, |it| Self::clamped(it.count_max.into())),
            extended: day.extended.map_or(0, |it| Self::clamped(it.count_max.into())),
            ..Self::default()
        })
    }

    /// Whether all that this one allows is at least what the other one allows; both agree on the last day.
    pub(crate) const fn is_no_less_than(&self, other: &Self) -> bool {
        self.reduced >= other.reduced && self.extended >= other.extended
    }

    /// The same for two that need not agree on the last day.
    pub(crate) const fn includes(&self, other: &Self) -> bool {
        let last = if self.is_last_reduced { 0 } else { other.is_last_reduced as i16 };
        self.reduced >= other.reduced + last
            && self.extended >= other.extended
            && (!self.owes_part || other.owes_part)
    }

    /// A number of exceptions that fits into an allowance.
    pub(crate) fn clamped(count: i64) -> i16 {
        i16::try_from(count).map_or(Self::ANY.reduced, |it| it.min(Self::ANY.reduced))
    }
}

impl Pin {
    /// Stands for the whole route, which starts and ends within the bounds.
    pub const ROUTE: u32 = u32::MAX;
    /// Stands for loading at the start place, which begins within the bounds.
    pub const START: u32 = u32::MAX - 1;
    /// Stands for unloading at the end place, which begins within the bounds.
    pub const END: u32 = u32::MAX - 2;

    /// Returns a pin of a whole route.
    pub(crate) const fn route(span: Window, from: Option<Overnight>) -> Self {
        let (not_before_at, not_after_at) = (span.start_at, span.end_at);
        Self { step: Self::ROUTE, not_before_at, not_after_at, from, allowance: None }
    }

    /// Returns a pin of a step.
    #[must_use]
    pub const fn step(step: u32, bounds: Window) -> Self {
        Self { step, ..Self::route(bounds, None) }
    }

    /// Returns a pin that fixes a step to an instant.
    pub(crate) const fn exactly(step: u32, at: i64) -> Self {
        Self::step(step, Window { start_at: at, end_at: at })
    }

    /// Narrows the pin to the given bounds, and returns whether that changed it.
    pub(crate) fn narrow(&mut self, bounds: Window) -> bool {
        let before = *self;
        self.not_before_at = self.not_before_at.max(bounds.start_at);
        self.not_after_at = self.not_after_at.min(bounds.end_at);
        *self != before
    }

    /// Returns the pin narrowed to the given bounds, unless that leaves no time.
    pub(crate) fn within(mut self, bounds: Window) -> Option<Self> {
        self.narrow(bounds);
        (self.not_before_at <= self.not_after_at).then_some(self)
    }

    /// Returns the pin without its times, for callers to which only the place matters.
    pub(crate) const fn at_any_time(self) -> Self {
        Self { not_before_at: TIME_MIN, not_after_at: TIME_MAX, allowance: None, ..self }
    }
}

/// The use of a dock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Docked {
    pub(crate) place: PlaceIdx,
    /// Position among the stops of the route, including start, breaks and end.
    pub(crate) stop: u32,
    pub(crate) at: At,
    /// Start of setup.
    pub(crate) start_at: i64,
    pub(crate) end_at: i64,
    /// Whether it has begun, so that its time cannot change.
    pub(crate) is_held: bool,
}

/// What the dock is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum At {
    /// Loading.
    Start,
    /// A stop of an order or a reload.
    Step,
    /// Unloading.
    End,
}
