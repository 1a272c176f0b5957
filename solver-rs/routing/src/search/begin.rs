//! Starts a search: from a first plan, or from a checkpoint and the results of searches of its parts.

use std::rc::Rc;

use super::careful;
use super::checkpoint::{self, Checkpoint, CheckpointError};
use super::fleet;
use super::iteration::Call;
use super::judge::kept;
use super::local_search::LocalSearch;
use super::pace::Pace;
use super::partition::{self, Part};
use super::plan::score::Score;
use super::plan::{Plan, start};
use super::random::Random;
use super::recreate::{Recreate, Scratch, recreate};
use super::route_pool::RoutePool;
use super::ruin::{Near, Ruin};
use super::{SMALL_VISITS_MAX, Search, SearchOptions, is_searched, neighbors};
use crate::instance::Instance;
use crate::patience::Patience;
use crate::problem::{Lock, Mode, Problem, StopIdx, VisitIdx};
use crate::rules::compatibility::Compatible;
use crate::rules::locks::Locks;

/// Number of neighbors kept for each visit.
const NEIGHBORS_MAX: usize = 400;
/// If only fixed costs favor fewer vehicles, larger plans skip the reduction of the fleet, so that they can be searched
/// in parts from the start.
const PRICED_FLEET_VISITS_MAX: usize = 150;
/// The same for fleets that only loads limit. Of nine instances of cvrp-x with 302 to 956 places, five became more
/// expensive after 8 s with the reduction.
const PACKED_FLEET_VISITS_MAX: usize = 300;
/// Iterations of a cycle of annealing per visit; more if margins judge everything, because iterations are then far
/// cheaper.
const ROUNDS_PER_VISIT: u64 = 200;
const PLAIN_ROUNDS_PER_VISIT: u64 = 1_000;
/// Small plans get cycles as if they had this many visits. Shorter ones agree too early, and these take little time.
const SMALL_CYCLE_VISITS: u64 = 20;
/// More iterations than any search reaches.
const ENDLESS: u64 = 1 << 52;
/// The share of the iterations at which parts end: the last iterations work on the whole plan, across all borders.
const PARTS_END: f64 = 0.875;
/// Odd, so that different iteration counts give different seeds.
const SEED_STEP: u64 = 0xD134_2543_DE82_EF95;

impl<'a> Search<'a> {
    /// Builds a first plan by inserting one visit after the other where it is cheapest.
    #[must_use]
    pub fn new(problem: &'a Problem, options: SearchOptions) -> Self {
        Self::new_within(problem, options, &Patience::default())
    }

    /// Does the same for a host that may not wait for the whole first plan: it contains what was placed in time.
    #[must_use]
    pub fn new_within(problem: &'a Problem, options: SearchOptions, patience: &Patience) -> Self {
        let mut search = Self::without_plan(problem, options, patience);
        if problem.mode == Mode::Check {
            search.remember();
            return search;
        }
        start::start(&mut search.plan);
        kept::keep_broken_routes(&mut search.plan);
        if problem.offered.is_empty() {
            search.careful = careful::insert_few(&mut search.plan);
            search.recreate_exhaustively(true);
        }
        search.begin_where_something_moves();
        search.current = search.plan.score();
        search.plan.keep();
        search.remember();
        search
    }

    /// Continues from a checkpoint instead of a first plan. The result is never worse than the checkpoint if the
    /// problem is unchanged. Iterations are counted on from those of the search that wrote it.
    ///
    /// # Errors
    /// The bytes are damaged, or are not a plan of this problem.
    pub fn resume(
        problem: &'a Problem,
        options: SearchOptions,
        checkpoint: &Checkpoint,
    ) -> Result<Self, CheckpointError> {
        Self::resume_joined(problem, options, checkpoint, &[], &Patience::default())
    }

    /// Does the same from a plan and the results of searches of its parts, for a host with limited patience.
    ///
    /// # Errors
    /// See [`Search::resume`].
    ///
    /// # Panics
    /// A part is requested of a plan that is not divisible.
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
        // With the random numbers of the previous search, it would only find the same again.
        let seed = options.seed.wrapping_add(read.iterations.wrapping_mul(SEED_STEP));
        let mut search = Self::without_plan(problem, SearchOptions { seed, ..options }, patience);
        search.iterations = read.iterations;
        // Successive runs share one annealing cycle.
        search.pace = Pace::new(ENDLESS);
        if problem.mode == Mode::Check {
            search.remember();
            return Ok(search);
        }
        search.plan.evaluate_fully(|plan| {
            start::start(plan);
            kept::keep_broken_routes(plan);
            checkpoint::restore(plan, &read);
        });
        search.current = search.plan.score();
        search.remember();
        search.begin_where_something_moves();
        if let Some(part) = options.part {
            search.confine(part);
        }
        // Visits that were left out may fit now, but not at any price: they may have been left out because of their
        // price.
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

    fn recreate_exhaustively(&mut self, ignore_price: bool) {
        let how = Recreate {
            vehicles_max: usize::MAX,
            excess: 0.0,
            ignore_price,
            exhaustive: true,
            absences: None,
        };
        recreate(&mut self.plan, &mut self.random, how, &mut self.scratch, std::iter::empty());
    }

    fn without_plan(problem: &'a Problem, options: SearchOptions, patience: &Patience) -> Self {
        let mut instance = Instance::new(problem);
        let locks = Locks::new(problem);
        locks.weigh(problem, &mut instance.weight, &mut instance.rank);
        let instance = Rc::new(instance);
        let compatible = Compatible::new(&instance);
        let visit_count = problem.visits.len();
        // Without a search no neighbors are needed; for 1,000 visits they take 50 ms.
        let (neighbors, near) = if is_searched(problem) {
            let neighbors = neighbors::neighbors(&instance, NEIGHBORS_MAX);
            let near = neighbors::near(&instance, &compatible, &neighbors);
            (neighbors, near)
        } else {
            (Vec::new(), Vec::new())
        };
        let is_counted = instance.weights.counts_fleet();
        // Visits of periodic orders keep one another in place, so that a search would hardly get out of a fleet that is
        // too small.
        let is_periodic = problem.orders.iter().any(|it| it.rules.is_some());
        let is_priced =
            instance.has_fixed_costs && !is_periodic && visit_count <= PRICED_FLEET_VISITS_MAX;
        let per_visit = if instance.plain { PLAIN_ROUNDS_PER_VISIT } else { ROUNDS_PER_VISIT };
        let held_count = held_count(problem).min(visit_count);
        let of_all =
            |per_visit: u64| per_visit.saturating_mul((visit_count - held_count) as u64 + 1);
        let is_small = visit_count <= SMALL_VISITS_MAX;
        let of_cycle =
            of_all(per_visit).max(if is_small { SMALL_CYCLE_VISITS * per_visit } else { 0 });
        let iterations = options.iterations_per_visit.map_or(ENDLESS, of_all);
        let iterations_max = options.iterations_max.unwrap_or(iterations);
        let mut plan = Plan::new(instance, compatible, locks, near);
        plan.set_patience(patience);
        let local_search =
            is_searched(problem).then(|| LocalSearch::new(&plan, &neighbors)).flatten();
        // It leaves the stops of pickups and deliveries on their routes.
        let is_searched_locally = local_search.is_some() && !plan.instance.paired;
        let has_other_stops = problem.stops.len() > visit_count;
        let near = if is_searched(problem) && has_other_stops && !plan.instance.plain {
            Near::Stops(neighbors::ruin::of_stops(&plan.instance, &neighbors, NEIGHBORS_MAX))
        } else {
            Near::Visits(neighbors::ruin::sorted_in_time(&plan.instance, neighbors))
        };
        let scratch = Scratch::new(&plan, is_searched_locally);
        let is_packed =
            scratch.packs && !is_counted && !is_priced && visit_count <= PACKED_FLEET_VISITS_MAX;
        let packed_vehicles = is_packed.then(|| fleet::vehicles_for_loads(&plan)).flatten();
        patience.renew();
        let route_pool = is_searched(problem).then(|| RoutePool::new(&plan)).flatten();
        Self {
            draft_error: 0.0,
            local_search,
            scratch,
            plan,
            ruin: Ruin::new(near, visit_count, is_searched_locally),
            random: Random::new(options.seed),
            iterations_max,
            ends_at: iterations_max,
            options,
            iterations: 0,
            began_at: 0,
            current: Score::WORST,
            best: Score::WORST,
            careful: None,
            best_routes: vec![Vec::new(); problem.shifts.len()],
            best_rests: vec![0.0; problem.shifts.len()],
            best_states: Vec::new(),
            best_absent: Vec::new(),
            best_money: 0.0,
            absences: vec![0; visit_count],
            temperature: 0.0,
            absent_price: None,
            pace: Pace::new(of_cycle),
            paced_for: -1.0,
            last_call: Call::default(),
            vehicles_max: usize::MAX,
            reducing: is_counted || is_priced || packed_vehicles.is_some(),
            packed_vehicles,
            is_fleet_priced: is_priced && !is_counted,
            least_absent: usize::MAX,
            least_absent_before: usize::MAX,
            closed_at: 0.0,
            guidance: fleet::Guidance::default(),
            improvements: Vec::new(),
            route_pool,
            base: None,
        }
    }

    /// Closes the routes that are not of this part. All parts begin from the same plan.
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
        // Its routes leave out what other parts serve.
        self.route_pool.take_if(|it| it.is_of_whole_plans());
        self.reducing = false;
        self.packed_vehicles = None;
        self.is_fleet_priced = false;
    }

    /// Makes ruins begin at visits that are not locked, because locked visits are not removed.
    fn begin_where_something_moves(&mut self) {
        if self.plan.locked.contains(&true) {
            let visits = (0..self.plan.locked.len()).map(VisitIdx::of);
            self.ruin.begin_at(visits.filter(|it| !self.plan.locked[it.at()]).collect());
        }
    }
}

/// Returns the number of visits whose first stop is locked in place in the given plan.
fn held_count(problem: &Problem) -> usize {
    let locks = problem.plan.iter().flat_map(|it| it.locks(problem.mode));
    let is_first =
        |stop: StopIdx| problem.visits[problem.stops[stop.at()].visit.at()].stops.start == stop.0;
    locks.filter(|(stop, lock)| *lock >= Lock::Sequence && is_first(*stop)).count()
}
