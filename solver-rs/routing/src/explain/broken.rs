//! A rule that a visit would break, and how far it is from being kept.

use crate::problem::ShiftIdx;
use crate::solution::Reason;

/// A rule that would break.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Broken {
    pub(crate) reason: Reason,
    /// By how much, as a fraction of what is usual.
    share: f64,
}

impl Broken {
    pub(crate) const fn of(reason: Reason) -> Self {
        Self { reason, share: 1.0 }
    }

    /// A rule that is broken by this much, as a fraction of what is usual.
    pub(super) const fn sized(reason: Reason, share: f64) -> Self {
        Self { reason, share }
    }

    /// The same rule of another shift than the one in which the visit is tried.
    pub(super) fn in_shift(self, shift: ShiftIdx) -> Self {
        Self { reason: Reason { shift: Some(shift), ..self.reason }, ..self }
    }

    /// How far it is from being kept.
    pub(crate) const fn size(&self) -> f64 {
        self.share
    }
}

/// Orders sets of rules by their number first, then by how nearly they are kept.
#[expect(clippy::cast_precision_loss, reason = "a handful")]
pub(super) fn size_of_rules(rules: &[Broken]) -> f64 {
    let shares: f64 = rules.iter().map(Broken::size).sum();
    rules.len() as f64 * 1e6 + shares.min(1e5)
}
