//! What a rule reports where it is broken.

use serde::Serialize;

use super::Code;
use crate::problem::{RelationIdx, VisitIdx};

/// A hard rule that a route breaks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Violation {
    /// Which.
    pub code: Code,
    /// Seconds, meters, units or shifts beyond what is allowed, where the rule has such.
    pub amount: Option<i64>,
    /// Position in the route's stops, where it is one stop's.
    pub stop: Option<u32>,
    /// Of loads.
    pub dimension: Option<u32>,
    /// Over what a limit counts.
    pub span: Span,
    /// The relation that is broken.
    pub relation: Option<RelationIdx>,
    /// The visits that break a relation or the spacing; equal where it is one alone.
    pub visits: Option<[VisitIdx; 2]>,
}

impl Violation {
    /// A rule that binds a single route.
    #[must_use]
    pub const fn new(code: Code, amount: Option<i64>, stop: Option<u32>) -> Self {
        Self {
            code,
            amount,
            stop,
            dimension: None,
            span: Span::Shift,
            relation: None,
            visits: None,
        }
    }
}

/// Over what a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Span {
    /// A single shift.
    #[default]
    Shift,
    /// All of a vehicle's in one ISO week.
    Week,
    /// All of a vehicle's in two ISO weeks that follow one another.
    TwoWeeks,
    /// All of a vehicle's.
    Period,
}
