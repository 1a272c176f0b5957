//! The search: ruin and recreate (SISR) with simulated annealing; the evaluator judges every route.
//!
//! ```text
//!            ┌──────────── ruin: removes strings, neighborhoods, routes ◄─────────┐
//!   plan ────┤                                                                    │ kept, or undone
//!            └─► recreate: inserts each absent visit where margins rank it cheapest ─► score ─► accept?
//!                └─► local search around what has moved ─┘
//! ```
//!
//! After Christiaens, Vanden Berghe 2020, with these differences: the temperature follows the share of the time that is
//! used, so that the search can be stopped at any time; routes that margins cannot judge are drafts during an
//! iteration, evaluated from about their previous start, and evaluated carefully before the search continues from them;
//! absence counters favor absent mandatory visits throughout, not only while the fleet is reduced; guided ejection
//! reduces the fleet further where all visits are pickups with dropoffs.
//!
//! `begin` builds or reads the initial plan, `iteration` is the loop, `acceptance` decides which plan to continue from,
//! `pace` tracks the annealing cycles, `fleet` gives up vehicles, `best` keeps the best plan, `sweep` improves small
//! plans once more, `route_pool` combines routes of different iterations. [`crate::answer`] writes the solution.
//!
//! There is no clock: the host states which share of its time is used. Equal problems, seeds and calls of `run` give
//! equal answers.

mod acceptance;
mod begin;
mod best;
mod careful;
mod checkpoint;
mod fleet;
mod iteration;
pub(crate) mod judge;
pub(crate) mod last_pass;
mod local_search;
mod neighbors;
pub(crate) mod offers;
mod outline;
mod pace;
mod partition;
pub(crate) mod plan;
mod random;
pub(crate) mod recreate;
pub(crate) mod reload_ways;
mod route_pool;
mod ruin;
pub(crate) mod sweep;

use crate::evaluate::Step;
use crate::problem::{Mode, Problem, VisitIdx};
use acceptance::AbsentPrice;
use careful::Careful;
pub use checkpoint::{Checkpoint, CheckpointError};
use iteration::Call;
use local_search::LocalSearch;
pub use outline::RouteOutline;
use pace::Pace;
pub use partition::Part;
use plan::Plan;
use plan::route::RouteState;
use plan::score::Score;
use random::Random;
use recreate::Scratch;
use route_pool::RoutePool;
use ruin::Ruin;

/// Plans in which at most this many visits may move are small: they are searched more carefully, and for longer than
/// their size suggests.
pub(crate) const SMALL_VISITS_MAX: usize = 10;

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions {
    /// Equal seeds give equal answers.
    pub seed: u64,
    /// Iterations after which the search ends; they also set the pace of cooling.
    pub iterations_max: Option<u64>,
    /// Iterations per visit after which the search ends, if `iterations_max` is not given. If this is `None` too, it
    /// ends when several cycles of annealing have settled at the same plan.
    pub iterations_per_visit: Option<u64>,
    /// The part of a checkpoint that this search may change, while other searches change the others. `None`: all of it.
    pub part: Option<Part>,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self { seed: 1, iterations_max: None, iterations_per_visit: None, part: None }
    }
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Status {
    /// Whether continuing cannot gain anything.
    pub done: bool,
    /// Iterations so far.
    pub iterations: u64,
    /// Positions in routes that insertions have examined so far; visits of many stops are not counted.
    pub insertions: u64,
    /// Cost of the best plan in money, including that of optional visits left out.
    pub cost: f64,
    /// Visits that the best plan does not serve.
    pub unserved: usize,
    /// Vehicles that the best plan uses.
    pub vehicles: usize,
    /// The objective, most important first, for comparing searches of one problem: mandatory visits unserved by weight,
    /// counts of vehicles and shifts, everything else.
    pub score: [f64; 3],
}

/// A running search.
pub struct Search<'a> {
    pub(crate) plan: Plan<'a>,
    ruin: Ruin,
    /// Average amount by which recent plans cost less after careful evaluation than as drafts.
    draft_error: f64,
    /// `None` if local search cannot judge moves of this problem.
    local_search: Option<LocalSearch>,
    random: Random,
    scratch: Scratch,
    options: SearchOptions,
    pub(crate) iterations_max: u64,
    /// Iterations after which this search ends: `iterations_max`, or fewer if it has a part.
    ends_at: u64,
    pub(crate) iterations: u64,
    /// The iterations of the checkpoint if it has a part, else 0.
    began_at: u64,
    current: Score,
    best: Score,
    /// The given plan with a few visits inserted carefully, for the answer. The iterations do without it: they evaluate
    /// quickly, and would never agree on a plan that only careful evaluation finds.
    careful: Option<Careful>,
    /// By shift; empty if the best plan does not use it.
    best_routes: Vec<Vec<Step>>,
    /// By shift: what its best route adds to the score.
    best_rests: Vec<f64>,
    /// By shift: the states of the best routes if these cannot be evaluated one by one, because they depend on one
    /// another or were evaluated carefully; else empty.
    best_states: Vec<RouteState>,
    best_absent: Vec<VisitIdx>,
    best_money: f64,
    /// How often each visit was absent at the end of an iteration.
    absences: Vec<u32>,
    temperature: f64,
    /// Set where local minima are deep.
    absent_price: Option<AbsentPrice>,
    pub(crate) pace: Pace,
    /// The share that the temperature was set for.
    paced_for: f64,
    last_call: Call,
    /// The maximum number of vehicles; limited while the fleet is reduced, and after that if their number counts.
    vehicles_max: usize,
    reducing: bool,
    /// Only fixed costs speak for fewer vehicles.
    is_fleet_priced: bool,
    /// How many vehicles carry all loads, as long as the search keeps to the smallest fleet; see `fleet`.
    packed_vehicles: Option<usize>,
    /// The fewest mandatory visits that were absent at the end of an iteration since the last vehicle was given up.
    least_absent: usize,
    /// The same at the end of the previous reduction.
    least_absent_before: usize,
    /// The share of the cycle at which the last vehicle was given up.
    closed_at: f64,
    guidance: fleet::Guidance,
    pub(crate) improvements: Vec<(u64, f64)>,
    /// `None` if routes cannot be combined.
    route_pool: Option<RoutePool>,
    /// The plan from which this search and those of the other parts began.
    base: Option<Checkpoint>,
}

impl Search<'_> {
    /// Returns the best plan so far as bytes that [`Search::resume`] reads, without affecting the search.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        // Times are known only of routes that depend on one another.
        let states = if self.plan.groups.any() { &self.best_states[..] } else { &[] };
        checkpoint::write(self.plan.problem, self.iterations, &self.best_routes, states)
    }

    fn is_bound(&self) -> bool {
        self.plan.groups.any()
            || self.plan.instance.weights.imbalance > 0.0
            || self.plan.problem.mode == Mode::Check
    }

    /// Returns whether changes by several searches, each to its own part, can be combined: no rule or price connects
    /// routes of different vehicles, and the fleet is no longer being reduced, which requires the whole plan.
    #[must_use]
    pub fn is_divisible(&self) -> bool {
        !self.is_bound() && !self.reducing
    }

    /// Returns whether the search combines routes of whole plans that it has made at different times. It gains from
    /// going on for long: a search that continues from its checkpoint starts with no routes to combine.
    #[must_use]
    pub fn has_pool(&self) -> bool {
        self.route_pool.as_ref().is_some_and(RoutePool::is_of_whole_plans)
    }

    /// Returns the plan from which this search and those of the other parts began; `None` if it has no part.
    #[must_use]
    pub const fn base(&self) -> Option<&Checkpoint> {
        self.base.as_ref()
    }

    /// Returns the progress; `done` considers iterations only.
    #[must_use]
    pub fn status(&self) -> Status {
        #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
        let score = [self.best.unserved as f64, self.best.count as f64, self.best.rest];
        Status {
            done: self.iterations >= self.ends_at,
            iterations: self.iterations,
            insertions: self.scratch.judged,
            cost: self.best_money,
            unserved: self.best_absent.len(),
            vehicles: self.best_vehicle_count(),
            score,
        }
    }
}

/// Returns whether there is a plan to search for; a plan that is checked, or used for offers only, stays as it is.
pub(crate) fn is_searched(problem: &Problem) -> bool {
    problem.mode != Mode::Check && problem.offered.is_empty()
}
