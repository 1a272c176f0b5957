//! The search: ruin and recreate (SISR) under simulated annealing, every route judged by the one evaluator.
//!
//! ```text
//!            ┌──────────── ruin: strings, neighborhoods, routes leave ◄───────────┐
//!   plan ────┤                                                                    │ kept, or undone
//!            └─► recreate: each absent visit where margins say it is cheapest ─► score ─► accept?
//!                └─► local search on what is beside others now ─┘
//! ```
//!
//! After Christiaens, Vanden Berghe 2020. Differs: the temperature follows the share of the time that is used, so that
//! it can be stopped at any time; routes that margins cannot judge are drafts while an iteration is under way, evaluated from
//! about where they started, and looked at carefully before the search goes on from them; absent mandatory visits are
//! fought for by their absence counters all along, not only while the fleet is reduced.
//!
//! `begin` makes or reads the plan to start from, `iteration` is the loop, `acceptance` says which plan to go on from,
//! `pace` how far it has come, `fleet` gives up vehicles, `best` keeps the best plan, `sweep` looks at small ones once more,
//! `answer` writes it out.
//!
//! No clock: the host says which share of its time is used. Equal problem, seed and calls of `run`: equal answer.

mod acceptance;
mod answer;
mod begin;
mod best;
mod checkpoint;
mod fleet;
mod iteration;
pub(crate) mod last_pass;
mod local_search;
mod neighbors;
mod offers;
mod outline;
mod pace;
mod partition;
pub(crate) mod plan;
mod random;
pub(crate) mod recreate;
mod ruin;
mod sweep;

use crate::evaluate::Step;
use crate::problem::{Mode, Problem, VisitIdx};
use acceptance::AbsentPrice;
pub use checkpoint::{Checkpoint, CheckpointError};
use local_search::LocalSearch;
pub use outline::RouteOutline;
use pace::Pace;
pub use partition::Part;
use plan::Plan;
use plan::route::RouteState;
use plan::score::Score;
use random::Random;
use recreate::Scratch;
use ruin::Ruin;

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions {
    /// Equal seeds, equal answers.
    pub seed: u64,
    /// Iterations after which it ends; they also set the pace of cooling.
    pub iterations_max: Option<u64>,
    /// Iterations for each visit after which it ends, if `iterations_max` is not given. None: it ends when several cycles of
    /// annealing have settled at the same plan.
    pub iterations_per_visit: Option<u64>,
    /// The part of a checkpoint that this search may change; the others are other searches'. None: all of it.
    pub part: Option<Part>,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self { seed: 1, iterations_max: None, iterations_per_visit: None, part: None }
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Status {
    /// Nothing more is to be gained by running on.
    pub done: bool,
    /// Iterations so far.
    pub iterations: u64,
    /// Positions in routes that insertions have looked at so far; of visits of many stops none is counted.
    pub insertions: u64,
    /// Money, of the best plan; what leaving optional visits out costs is in it.
    pub cost: f64,
    /// Visits that it does not serve.
    pub unserved: usize,
    /// Vehicles that it uses.
    pub vehicles: usize,
    /// What is minimized, the most important first, to compare searches of one problem by: mandatory visits unserved by
    /// weight, counts of vehicles and shifts, all else.
    pub score: [f64; 3],
}

/// A search under way.
pub struct Search<'a> {
    plan: Plan<'a>,
    ruin: Ruin,
    /// How much less than their drafts the plans of late came to when they were looked at carefully.
    draft_error: f64,
    /// None where it cannot judge moves.
    local_search: Option<LocalSearch>,
    random: Random,
    scratch: Scratch,
    options: SearchOptions,
    iterations_max: u64,
    /// Iterations after which this search ends: as many, or fewer where it has a part.
    ends_at: u64,
    iterations: u64,
    /// What it counts on from where it has a part, else 0.
    began_at: u64,
    current: Score,
    best: Score,
    /// By shift; without steps where the best plan does not use it.
    best_routes: Vec<Vec<Step>>,
    /// The same where routes are bound to one another, else empty: how each of them stood.
    best_states: Vec<RouteState>,
    best_absent: Vec<VisitIdx>,
    best_money: f64,
    /// How often each visit was absent at the end of an iteration.
    absences: Vec<u32>,
    temperature: f64,
    /// Where routes have to be evaluated.
    absent_price: Option<AbsentPrice>,
    pace: Pace,
    /// The share that the temperature is for.
    paced_for: f64,
    /// While the fleet is reduced: no more vehicles than that.
    vehicles_max: usize,
    reducing: bool,
    /// Only fixed costs speak for fewer vehicles.
    is_fleet_priced: bool,
    /// The share of the cycle after which the last vehicle was given up.
    closed_at: f64,
    improvements: Vec<(u64, f64)>,
    /// What it and the searches of the other parts began from.
    base: Option<Checkpoint>,
}

impl Search<'_> {
    /// The best plan so far as bytes that [`Search::resume`] reads. The search goes on as if it had not been asked.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        checkpoint::write(self.plan.problem, self.iterations, &self.best_routes, &self.best_states)
    }

    fn is_bound(&self) -> bool {
        self.plan.groups.any()
            || self.plan.instance.weights.imbalance > 0.0
            || self.plan.problem.mode == Mode::Check
    }

    /// Whether what several searches change, each of a part, adds up: nothing binds routes of different vehicles, and the
    /// fleet is no longer being reduced, which is for those who see all of it.
    #[must_use]
    pub fn is_divisible(&self) -> bool {
        !self.is_bound() && !self.reducing
    }

    /// The plan that this search and those of the other parts began from; None where it was not told of parts.
    #[must_use]
    pub const fn base(&self) -> Option<&Checkpoint> {
        self.base.as_ref()
    }

    /// How far it is; `done` only as far as iterations tell.
    #[must_use]
    pub fn status(&self) -> Status {
        let shifts = self.plan.problem.shifts.iter().zip(&self.best_routes);
        let mut vehicles: Vec<_> =
            shifts.filter(|(_, steps)| !steps.is_empty()).map(|(shift, _)| shift.vehicle).collect();
        vehicles.sort_unstable();
        vehicles.dedup();
        #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
        let score = [self.best.unserved as f64, self.best.count as f64, self.best.rest];
        Status {
            done: self.iterations >= self.ends_at,
            iterations: self.iterations,
            insertions: self.scratch.judged,
            cost: self.best_money,
            unserved: self.best_absent.len(),
            vehicles: vehicles.len(),
            score,
        }
    }
}

/// Whether there is anything to look for: a plan that is judged, or that visits are only asked about beside, stands.
fn is_searched(problem: &Problem) -> bool {
    problem.mode != Mode::Check && problem.offered.is_empty()
}
