//! What a route does, one step after the other, and what other routes ask of it.

use crate::problem::{OptionIdx, PlaceIdx, StopIdx, TIME_MAX, TIME_MIN, Window};

/// What a route does, one after the other. Breaks and rests are not among them: the evaluator places them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A stop of an order, made this way.
    Stop(StopIdx, OptionIdx),
    /// The shift's reload of that position.
    Reload(u32),
}

/// Bounds on when the service of a step starts, beside its windows, or on when the route lasts: what other routes ask for.
/// Several of one step, which stand one after the other, are times of which it has one; so are those of the whole route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    /// Position among the steps, [`Pin::START`], [`Pin::END`] or [`Pin::WHOLE`].
    pub step: u32,
    /// No earlier.
    pub not_before_at: i64,
    /// No later.
    pub not_after_at: i64,
    /// Of the whole route: where it begins instead of at its shift's start.
    pub from: Option<Overnight>,
}

/// Where a vehicle has stayed since its route before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overnight {
    /// Of the last stop.
    pub place: PlaceIdx,
    /// Nights since then beyond the first, which that route has paid.
    pub more_nights: i64,
}

impl Pin {
    /// Instead of a step: the route starts and ends within the bounds.
    pub const WHOLE: u32 = u32::MAX;
    /// Instead of a step: loading at the start place begins within the bounds.
    pub const START: u32 = u32::MAX - 1;
    /// Instead of a step: unloading at the end place begins within the bounds.
    pub const END: u32 = u32::MAX - 2;

    /// Of a whole route.
    pub(crate) const fn route(span: Window, from: Option<Overnight>) -> Self {
        let (not_before_at, not_after_at) = (span.start_at, span.end_at);
        Self { step: Self::WHOLE, not_before_at, not_after_at, from }
    }

    /// Of a step.
    #[must_use]
    pub const fn step(step: u32, bounds: Window) -> Self {
        Self { step, ..Self::route(bounds, None) }
    }

    /// Of a step, at that instant.
    pub(crate) const fn exactly(step: u32, at: i64) -> Self {
        Self::step(step, Window { start_at: at, end_at: at })
    }

    /// Leaves what lies within the bounds, too; whether that is less than before.
    pub(crate) fn narrow(&mut self, bounds: Window) -> bool {
        let before = *self;
        self.not_before_at = self.not_before_at.max(bounds.start_at);
        self.not_after_at = self.not_after_at.min(bounds.end_at);
        *self != before
    }

    /// As it is where only the place matters.
    pub(crate) const fn at_any_time(self) -> Self {
        Self { not_before_at: TIME_MIN, not_after_at: TIME_MAX, ..self }
    }
}
