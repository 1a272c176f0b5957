//! The search: ruin and recreate (SISR) under simulated annealing, every route judged by the one evaluator.
//!
//! ```text
//!            ┌──────────── ruin: strings, neighborhoods, routes leave ◄───────────┐
//!   plan ────┤                                                                    │ kept, or undone
//!            └─► recreate: each absent visit where labels say it is cheapest ─► score ─► accept?
//!                └─► local search on what is beside others now ─┘
//! ```
//!
//! After Christiaens, Vanden Berghe 2020. Differs: the temperature follows the share of the time that is used, so that
//! it can be stopped at any time; routes that labels cannot judge are drafts while an iteration is under way, evaluated from
//! about where they started, and looked at carefully before the search goes on from them; absent mandatory visits are
//! fought for by their absence counters all along, not only while the fleet is reduced.
//!
//! No clock: the host says which share of its time is used. Equal problem, seed and calls of `run`: equal answer.

mod acceptance;
mod best;
mod checkpoint;
mod fleet;
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

use std::rc::Rc;

use crate::evaluate::{Effort, Step};
use crate::explain;
use crate::instance::Instance;
use crate::patience::Patience;
use crate::problem::{Lock, Mode, Problem, StopIdx, VisitIdx};
use crate::rules::compatibility::Compatible;
use crate::rules::locks::Locks;
use crate::solution::{Solution, Telemetry, Unserved};
use acceptance::AbsentPrice;
pub use checkpoint::{Checkpoint, CheckpointError};
use local_search::LocalSearch;
pub use outline::RouteOutline;
use pace::Pace;
pub use partition::Part;
use plan::Plan;
use plan::route::RouteState;
use plan::score::Score;
use plan::start;
use random::Random;
use recreate::{Recreate, Scratch, recreate};
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

/// Neighbors kept of each visit.
const NEIGHBORS_MAX: usize = 400;
/// Share of the time in which absence counters and the reduction of the fleet rule.
const FLEET_SHARE: f64 = 0.15;
/// The same where only fixed costs speak for fewer vehicles, since annealing goes on to save them.
const PRICED_FLEET_SHARE: f64 = 0.05;
/// Where only fixed costs speak for fewer vehicles: larger plans are searched in parts from the beginning instead.
const PRICED_FLEET_VISITS_MAX: usize = 150;
/// Temperature at the start, as a share of what an average leg adds to the score, and how far it falls.
const START_TEMPERATURE: f64 = 0.5;
/// The same where routes have to be evaluated: windows, breaks and mixed fleets leave deeper valleys.
const EVALUATED_START_TEMPERATURE: f64 = 1.5;
const COOLING: f64 = 0.01;

/// Iterations of a cycle of annealing for each visit; more where labels judge all, since they cost so much less.
const ROUNDS_PER_VISIT: u64 = 200;
const PLAIN_ROUNDS_PER_VISIT: u64 = 1_000;
/// Iterations that nobody waits for.
const ENDLESS: u64 = 1 << 52;
/// The share of the iterations after which parts end: the last ones are for the whole plan, across all borders.
const PARTS_END: f64 = 0.875;
/// Iterations between two changes of the temperature.
const PACE_ROUNDS: u64 = 64;
/// Drafts that are worse than what the search would go on from by so many times their usual error are looked at carefully,
/// and how fast that error is learned.
const DRAFT_MARGIN: f64 = 2.0;
const DRAFT_RATE: f64 = 0.01;
/// How often local search comes in where routes have to be evaluated, which makes it dear; else it always does.
const LOCAL_SEARCH_RATE: f64 = 0.3;
/// How often optional visits are placed whatever they cost.
const IGNORE_PRICE_RATE: f64 = 0.1;
/// Odd, so that different counts of iterations give different seeds.
const SEED_STEP: u64 = 0xD134_2543_DE82_EF95;

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
    improvements: Vec<(u64, f64)>,
    /// What it and the searches of the other parts began from.
    base: Option<Checkpoint>,
}

impl<'a> Search<'a> {
    /// A first plan: every visit where it is cheapest, one after the other.
    #[must_use]
    pub fn new(problem: &'a Problem, options: SearchOptions) -> Self {
        Self::new_within(problem, options, &Patience::default())
    }

    /// The same for a host that may not wait until the first plan is made: it has what was placed by then.
    #[must_use]
    pub fn new_within(problem: &'a Problem, options: SearchOptions, patience: &Patience) -> Self {
        let mut search = Self::without_plan(problem, options, patience);
        if problem.mode == Mode::Check {
            search.remember();
            return search;
        }
        start::start(&mut search.plan);
        if problem.offered.is_empty() {
            search.recreate_exhaustively(true);
        }
        search.begin_where_something_moves();
        search.current = search.plan.score();
        search.plan.keep();
        search.remember();
        search
    }

    /// Goes on from a checkpoint instead of a first one, and is never worse than it was, as long as the problem is the same.
    /// Iterations are counted on from those of the search that made it.
    ///
    /// # Errors
    /// The bytes are damaged, or are no plan of this problem.
    pub fn resume(
        problem: &'a Problem,
        options: SearchOptions,
        checkpoint: &Checkpoint,
    ) -> Result<Self, CheckpointError> {
        Self::resume_joined(problem, options, checkpoint, &[], &Patience::default())
    }

    /// The same from a plan and what searches of its parts have made of it, for a host that has only so much patience.
    ///
    /// # Errors
    /// As those of [`Search::resume`].
    ///
    /// # Panics
    /// A part is asked for of a plan that is not divisible.
    pub fn resume_joined(
        problem: &'a Problem,
        options: SearchOptions,
        base: &Checkpoint,
        changed: &[Checkpoint],
        patience: &Patience,
    ) -> Result<Self, CheckpointError> {
        let changed: Result<Vec<_>, _> =
            changed.iter().map(|it| checkpoint::read(problem, it)).collect();
        let read = checkpoint::join(checkpoint::read(problem, base)?, changed?);
        // The numbers of the search before would only find again what it found.
        let seed = options.seed.wrapping_add(read.iterations.wrapping_mul(SEED_STEP));
        let mut search = Self::without_plan(problem, SearchOptions { seed, ..options }, patience);
        search.iterations = read.iterations;
        // Runs that follow one another go through one cycle together.
        search.pace = Pace::new(ENDLESS);
        if problem.mode == Mode::Check {
            search.remember();
            return Ok(search);
        }
        search.plan.hold(|plan| {
            start::start(plan);
            checkpoint::put_back(plan, &read);
        });
        search.current = search.plan.score();
        search.remember();
        search.begin_where_something_moves();
        if let Some(part) = options.part {
            search.confine(part);
        }
        // What was left out may find a place, but not at any price: it may have been left out for it.
        search.recreate_exhaustively(false);
        let score = search.plan.score();
        if score.is_better_than(&search.best) {
            search.current = score;
            search.plan.keep();
            search.remember();
        } else {
            search.plan.undo();
        }
        Ok(search)
    }

    /// The best plan so far as bytes that [`Search::resume`] reads. The search goes on as if it had not been asked.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        checkpoint::write(self.plan.problem, self.iterations, &self.best_routes, &self.best_states)
    }

    fn recreate_exhaustively(&mut self, ignore_price: bool) {
        let how =
            Recreate { vehicles_max: usize::MAX, temperature: 0.0, ignore_price, exhaustive: true };
        recreate(&mut self.plan, &mut self.random, how, &mut self.scratch);
    }

    fn without_plan(problem: &'a Problem, options: SearchOptions, patience: &Patience) -> Self {
        let mut instance = Instance::new(problem);
        let locks = Locks::new(problem);
        locks.weigh(problem, &mut instance.weight, &mut instance.rank);
        let instance = Rc::new(instance);
        let compatible = Compatible::new(&instance);
        let visit_count = problem.visits.len();
        // Who looks for nothing needs no neighbors: of 1,000 visits they take 50 ms.
        let (neighbors, near) = if is_searched(problem) {
            let neighbors = neighbors::neighbors(&instance, NEIGHBORS_MAX);
            let near = neighbors::near(&instance, &compatible, &neighbors);
            (neighbors, near)
        } else {
            (Vec::new(), Vec::new())
        };
        let is_counted = instance.weights.counts_fleet();
        // Visits of periodic orders hold one another where they are: a fleet that is too small is not left again.
        let is_periodic = problem.orders.iter().any(|it| it.rules.is_some());
        let is_priced =
            instance.has_fixed_costs && !is_periodic && visit_count <= PRICED_FLEET_VISITS_MAX;
        let reducing = is_counted || is_priced;
        let per_visit = if instance.plain { PLAIN_ROUNDS_PER_VISIT } else { ROUNDS_PER_VISIT };
        let held_count = held_count(problem).min(visit_count);
        let of_all =
            |per_visit: u64| per_visit.saturating_mul((visit_count - held_count) as u64 + 1);
        let iterations = options.iterations_per_visit.map_or(ENDLESS, of_all);
        let iterations_max = options.iterations_max.unwrap_or(iterations);
        let mut plan = Plan::new(instance, compatible, locks, near);
        plan.set_patience(patience);
        let local_search =
            is_searched(problem).then(|| LocalSearch::new(&plan, &neighbors)).flatten();
        patience.renew();
        Self {
            draft_error: 0.0,
            local_search,
            plan,
        let around = neighbors::of_stops(&plan.instance, neighbors, NEIGHBORS_MAX);
            ruin: Ruin::new(around),
            random: Random::new(options.seed),
            scratch: Scratch::new(problem.shifts.len()),
            iterations_max,
            ends_at: iterations_max,
            options,
            iterations: 0,
            began_at: 0,
            current: Score::WORST,
            best: Score::WORST,
            best_routes: vec![Vec::new(); problem.shifts.len()],
            best_states: Vec::new(),
            best_absent: Vec::new(),
            best_money: 0.0,
            absences: vec![0; visit_count],
            temperature: 0.0,
            absent_price: None,
            pace: Pace::new(of_all(per_visit)),
            paced_for: -1.0,
            vehicles_max: usize::MAX,
            reducing,
            improvements: Vec::new(),
            base: None,
        }
    }

    /// Leaves alone what is not of its part. The plan is the one that all of them begin from.
    fn confine(&mut self, part: Part) {
        assert!(!self.is_bound(), "routes that bind one another are for one search");
        self.base = Some(self.checkpoint());
        let borders = partition::borders(&self.plan, part, self.iterations);
        let visits = (0..borders.other_visits.len()).map(VisitIdx::of);
        let seeds: Vec<VisitIdx> = visits.filter(|it| !borders.other_visits[it.at()]).collect();
        #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a share")]
        #[expect(clippy::cast_sign_loss, reason = "not negative")]
        let together = (self.iterations_max as f64 * PARTS_END) as u64;
        let left = together.saturating_sub(self.iterations) / u64::from(part.count.max(1));
        self.ends_at = self.iterations + if seeds.is_empty() { 0 } else { left };
        self.began_at = self.iterations;
        self.ruin.begin_at(seeds);
        self.plan.closed = borders.closed;
        self.plan.other_visits = borders.other_visits;
        self.reducing = false;
    }

    /// What is locked does not leave: ruins begin elsewhere.
    fn begin_where_something_moves(&mut self) {
        if self.plan.locked.contains(&true) {
            let visits = (0..self.plan.locked.len()).map(VisitIdx::of);
            self.ruin.begin_at(visits.filter(|it| !self.plan.locked[it.at()]).collect());
        }
    }

    /// Whether every visit stays where it is.
    fn is_held(&self) -> bool {
        self.plan.absent.is_empty() && !self.plan.locked.contains(&false)
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

    /// Runs up to `iterations` iterations; `progress` is the share of the host's time that is used, 0 to 1.
    pub fn run(&mut self, iterations: u64, progress: f64) -> Status {
        let problem = self.plan.problem;
        let is_empty = problem.visits.is_empty() || problem.shifts.is_empty();
        if !is_searched(problem) || is_empty || self.is_held() {
            return Status { done: true, ..self.status() };
        }
        let iterations = iterations.min(self.ends_at.saturating_sub(self.iterations));
        if self.options.iterations_max.is_none() {
            self.set_pace(progress);
        }
        for _ in 0..iterations {
            if self.plan.patience.is_late() {
                break;
            }
            // Where iterations are counted, the pace does not depend on how they are cut into calls.
            if self.iterations.is_multiple_of(PACE_ROUNDS) {
                self.set_pace(progress);
            }
            self.iterate();
        }
        let done = self.share(progress) >= 1.0
            || self.iterations >= self.ends_at
            || (self.options.iterations_max.is_none() && self.pace.is_settled());
        Status { done, ..self.status() }
    }

    /// The share of the search that is over.
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    fn share(&self, progress: f64) -> f64 {
        // Searches of the other parts make as many iterations meanwhile, and all of them count.
        let own = self.iterations - self.began_at;
        let others = own * u64::from(self.options.part.map_or(0, |it| it.count.max(1) - 1));
        let counted = (self.iterations + others) as f64 / self.iterations_max.max(1) as f64;
        if self.options.iterations_max.is_some() { counted } else { progress.max(counted).min(1.0) }
    }

    fn set_pace(&mut self, progress: f64) {
        let share = self.share(progress);
        if share == self.paced_for {
            return;
        }
        self.paced_for = share;
        self.pace.measure(share, self.iterations);
        if self.pace.is_turn(share) {
            self.pace.turn(share, self.iterations, &self.best);
            self.restore_best();
        }
        let share = self.pace.of_cycle(share);
        if self.reducing && share >= self.fleet_share() {
            self.reducing = false;
            self.vehicles_max = usize::MAX;
            self.restore_best();
            let is_counted = self.best.count > 0;
            if self.absent_price.is_some() && is_counted && self.best.unserved == 0 {
                self.vehicles_max = self.plan.vehicle_count();
            }
        }
        if self.absent_price.is_none() && !self.plan.instance.plain {
            let visits = self.plan.problem.visits.len().max(1);
            #[expect(clippy::cast_precision_loss, reason = "an average")]
            let average = self.best.rest / visits as f64;
            self.absent_price = Some(AbsentPrice::new(average));
        }
        self.temperature = self.start_temperature() * power(COOLING, share);
    }

    fn fleet_share(&self) -> f64 {
        let is_counted = self.plan.instance.weights.counts_fleet();
        if is_counted { FLEET_SHARE } else { PRICED_FLEET_SHARE }
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

    #[expect(clippy::cast_precision_loss, reason = "an average")]
    fn start_temperature(&self) -> f64 {
        let legs = self.plan.problem.stops.len() + self.plan.used.len();
        let of_legs = if self.plan.instance.legs_are_free {
            self.best.rest - self.plan.instance.weights.cost * self.best_lumps()
        } else {
            self.best.rest
        };
        let share =
            if self.plan.instance.plain { START_TEMPERATURE } else { EVALUATED_START_TEMPERATURE };
        share * of_legs.abs() / legs.max(1) as f64
    }

    fn iterate(&mut self) {
        self.iterations += 1;
        self.plan.draft();
        self.ruin.ruin(&mut self.plan, &mut self.random);
        let how = Recreate {
            vehicles_max: self.vehicles_max,
            temperature: self.temperature,
            ignore_price: self.plan.instance.optional && self.random.unit() < IGNORE_PRICE_RATE,
            exhaustive: false,
        };
        let around = self.ruin.around();
        recreate(&mut self.plan, &mut self.random, how, &mut self.scratch, around);
        if self.plan.instance.mixed {
            self.plan.reassign();
        }
        self.improve();
        let slack = self.temperature * self.random.exponential();
        let draft = self.plan.score();
        let hoped = Score { rest: draft.rest - DRAFT_MARGIN * self.draft_error, ..draft };
        let drafted = self.plan.is_drafted();
        let mut takes = self.takes(&hoped, slack) && self.plan.confirm();
        let score = if drafted { self.plan.score() } else { draft };
        if takes && drafted {
            self.draft_error += DRAFT_RATE * (draft.rest - score.rest - self.draft_error);
            self.draft_error = self.draft_error.max(0.0);
            takes = self.takes(&score, slack);
        }
        self.count_absences(&score);
        if takes {
            let better = score.is_better_than(&self.best);
            self.current = score;
            self.plan.keep();
            if better {
                self.remember();
            }
            self.pace.observe(self.paced_for, &self.current, better);
            if self.reducing && score.unserved == 0 {
                self.close_a_vehicle();
            }
        } else {
            self.plan.undo();
        }
        if let Some(price) = &mut self.absent_price {
            price.observe(&self.current, &self.best);
        }
    }

    /// Local search on what the iteration has changed.
    fn improve(&mut self) {
        let Some(local_search) = &mut self.local_search else { return };
        if !self.plan.instance.plain && self.random.unit() >= LOCAL_SEARCH_RATE {
            return;
        }
        for visit in self.ruin.moved(&self.plan) {
            local_search.touch_around(&self.plan, visit);
        }
        local_search.improve(&mut self.plan);
    }

    /// Whether the search goes on from a plan of this score, which may be worse by `slack`.
    fn takes(&self, score: &Score, slack: f64) -> bool {
        if score.is_better_than(&self.best) {
            return true;
        }
        let now = &self.current;
        if let Some(price) = self.absent_price.filter(|_| !self.reducing) {
            return price.accepts(score, now, &self.best, slack);
        }
        if score.unserved != now.unserved || score.unserved > 0 {
            let is_fought_for = self.reducing
                && self.sum_of_absences(&self.plan.absent)
                    < self.sum_of_absences(self.plan.absent_before());
            if score.unserved < now.unserved || is_fought_for {
                return true;
            }
            if score.unserved > now.unserved {
                return false;
            }
        }
        if !self.reducing && score.count != now.count {
            return score.count < now.count;
        }
        score.rest < now.rest + slack
    }

    /// The best plan so far, written out; what it leaves out is tried once more, exactly, and gets its reasons.
    pub fn solution(&mut self) -> Solution {
        if self.plan.problem.mode == Mode::Check {
            self.plan.patience.renew();
            let (routes, unserved) = self.plan.hold(explain::check_mode::judge);
            return Solution { routes, unserved, ..Solution::default() };
        }
        self.restore_best();
        self.plan.patience.renew();
        if !self.plan.problem.offered.is_empty() {
            return self.offered();
        }
        // What the search has passed over in haste may fit.
        self.plan.set_effort(Effort::Full);
        self.plan.hold(last_pass::take_out_broken_sets);
        last_pass::try_all(&mut self.plan);
        // A set that has become whole stays; one of which a part was found again goes.
        if self.plan.hold(last_pass::take_out_broken_sets) {
            last_pass::try_single(&mut self.plan);
        }
        let mut used = self.plan.used.clone();
        used.sort_unstable();
        let mut routes = Vec::with_capacity(used.len());
        for shift in used {
            routes.push(self.plan.hold(|plan| plan.written(shift)));
        }
        let bounds = explain::bounds(&self.plan);
        let unserved = explain::reasons(&mut self.plan);
        self.plan.set_effort(Effort::Quick);
        Solution {
            routes,
            unserved,
            bounds,
            search: Telemetry {
                iterations: self.iterations,
                improvements: self.improvements.clone(),
                converged: self.iterations >= self.iterations_max || self.pace.is_settled(),
            },
            offers: Vec::new(),
        }
    }

    /// What there is to offer, and what of the plan given could not be held.
    fn offered(&mut self) -> Solution {
        let offers = offers::offers(&mut self.plan);
        let problem = self.plan.problem;
        let planned = problem.plan.iter().flat_map(|it| &it.stops);
        let mut lost: Vec<VisitIdx> = planned
            .map(|it| problem.stops[it.stop.at()].visit)
            .filter(|it| self.plan.shift_of(*it).is_none())
            .collect();
        lost.sort_unstable();
        lost.dedup();
        let unserved =
            lost.into_iter().map(|visit| Unserved { visit, reasons: Vec::new(), remedy: None });
        Solution { offers, unserved: unserved.collect(), ..Solution::default() }
    }
}

/// Whether there is anything to look for: a plan that is judged, or that visits are only asked about beside, stands.
fn is_searched(problem: &Problem) -> bool {
    problem.mode != Mode::Check && problem.offered.is_empty()
}

/// Stops of the plan given that stay where they are; so many visits, but for those of several stops.
fn held_count(problem: &Problem) -> usize {
    let locks = problem.plan.iter().flat_map(|it| it.locks(problem.mode));
    let is_first =
        |stop: StopIdx| problem.visits[problem.stops[stop.at()].visit.at()].stops.start == stop.0;
    locks.filter(|(stop, lock)| *lock >= Lock::Sequence && is_first(*stop)).count()
}

/// `base` to the power `exponent`, 0 to 1, by square roots: the same bits everywhere, good to 2^-30.
fn power(base: f64, exponent: f64) -> f64 {
    let mut root = base;
    let mut left = exponent;
    let mut result = if exponent >= 1.0 { return base } else { 1.0 };
    for _ in 0..30 {
        root = root.sqrt();
        left *= 2.0;
        if left >= 1.0 {
            left -= 1.0;
            result *= root;
        }
    }
    result
}
