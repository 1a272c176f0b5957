//! One iteration after the other: some visits are removed and inserted again where they are cheapest, local search
//! improves the result, and the plan is kept or undone. The temperature follows the share of the search that is over.

use super::acceptance::AbsentPrice;
use super::pace::{AGREED, AGREED_ON_FLEET};
use super::plan::Plan;
use super::plan::score::{self, Score};
use super::recreate::{Recreate, recreate};
use super::{Search, Status, is_searched};

/// Initial temperature as a share of what an average leg adds to the score, and the factor to which it falls.
const START_TEMPERATURE: f64 = 0.5;
/// The same where local minima are deep, or visits have windows but vehicles no reloads.
const HIGH_START_TEMPERATURE: f64 = 1.5;
/// The same for pickups and dropoffs where margins judge every insertion and fewer vehicles count first. With the
/// fewest vehicles, two good plans of long routes differ in nearly all of their stops, and a search that starts from
/// 1.5 legs settles at the plan that the reduction of the fleet has left.
const PAIRED_START_TEMPERATURE: f64 = 12.0;
/// The same for one kind of vehicle with windows where margins judge every insertion and most visits are optional:
/// which visits are served has to be settled before how they are. Such a search also ends warmer.
const OPTIONAL_START_TEMPERATURE: f64 = 3.0;
/// The share of the work of a leg that counts for the temperature where the balance of work comes before cost.
const BALANCED_SHARE: f64 = 0.02;
/// How many times as hot later cycles begin where minima are deep: they continue from where the previous one ended.
const CONTINUED_START: f64 = 3.0;
const COOLING: f64 = 0.01;
/// The same where margins judge every insertion of visits of one stop with windows: colder searches no longer leave a
/// plan that is a percent too expensive.
const WINDOWED_COOLING: f64 = 0.03;

/// Iterations between two changes of the temperature.
const PACE_ROUNDS: u64 = 64;
/// A draft that is worse than acceptable by less than this many times the usual error of drafts is evaluated carefully;
/// `DRAFT_RATE` is the rate at which that error is learned.
const DRAFT_MARGIN: f64 = 2.0;
const DRAFT_RATE: f64 = 0.01;
/// How often a ruin begins at an absent mandatory visit: normally, and while the fleet is reduced.
const ABSENT_RATE: f64 = 0.3;
const REDUCING_ABSENT_RATE: f64 = 0.5;
/// Mean, in temperatures, of the random amount by which an optional visit may cost more than it saves.
const OPTIONAL_EXCESS: f64 = 0.3;
/// How often optional visits are inserted whatever they cost, and how often where margins judge every insertion and
/// most visits are optional.
const IGNORE_PRICE_RATE: f64 = 0.2;
const OPTIONAL_IGNORE_PRICE_RATE: f64 = 0.4;
/// How often an iteration ends without the served visits of incomplete sets. These count for nothing and take up room,
/// but a set may be completed in several iterations.
const DROP_INCOMPLETE_RATE: f64 = 0.1;
/// How often local search follows if there are soft windows, where it takes longest: more iterations with fewer moves
/// are better for the same time.
const SOFT_IMPROVE_RATE: f64 = 0.5;
/// How many times as long as the previous call a call is expected to be at most.
const CALL_GROWTH_MAX: f64 = 2.0;

/// A call of the host: how much of its time was over when it began, and the iterations that it made.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Call {
    progress: f64,
    iterations: u64,
}

/// The share of the host's time that an iteration takes, according to the previous call. Small plans make several
/// cycles in one call; if time stood still meanwhile, each would end before it is cold.
#[derive(Clone, Copy, Debug)]
struct Rate {
    per_iteration: f64,
    most: f64,
}

impl Rate {
    #[expect(clippy::cast_precision_loss, reason = "iterations are below 2^53")]
    fn new(call: Call, progress: f64) -> Self {
        let taken = (progress - call.progress).max(0.0);
        Self { per_iteration: taken / call.iterations.max(1) as f64, most: CALL_GROWTH_MAX * taken }
    }

    #[expect(clippy::cast_precision_loss, reason = "iterations are below 2^53")]
    fn of(self, iterations: u64) -> f64 {
        (self.per_iteration * iterations as f64).min(self.most)
    }
}

impl Search<'_> {
    /// Returns whether every visit is locked in place, be it on a route to which nothing is added.
    fn is_held(&self) -> bool {
        let plan = &self.plan;
        plan.absent.iter().all(|it| plan.locked[it.at()]) && !plan.locked.contains(&false)
    }

    /// Runs up to `iterations` iterations; `progress` is the share of the host's time that is used, from 0 to 1.
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
        let began_at = self.iterations;
        let rate = Rate::new(self.last_call, progress);
        for _ in 0..iterations {
            if self.plan.patience.is_late() {
                break;
            }
            // With a limit on iterations, the pace does not depend on how they are split into calls.
            if self.iterations.is_multiple_of(PACE_ROUNDS) {
                self.set_pace(progress + rate.of(self.iterations - began_at));
            }
            let spent = self.plan.patience.spent();
            self.iterate();
            self.note_work(self.plan.patience.spent() - spent);
        }
        self.last_call = Call { progress, iterations: self.iterations - began_at };
        let done = self.share(progress) >= 1.0
            || self.iterations >= self.ends_at
            || (self.options.iterations_max.is_none() && self.is_settled());
        Status { done, ..self.status() }
    }

    /// Returns whether more cycles would hardly find a better plan.
    pub(crate) fn is_settled(&self) -> bool {
        // Vehicles are counted only once it matters: this is asked after each call of the search.
        let is_small = || !self.is_fleet_priced || self.best_vehicle_count() <= 1;
        self.pace.is_settled(AGREED_ON_FLEET) || (self.pace.is_settled(AGREED) && is_small())
    }

    /// Returns the share of the search that is over.
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    fn share(&self, progress: f64) -> f64 {
        // Searches of the other parts make as many iterations meanwhile, and all of them count.
        let own = self.iterations - self.began_at;
        let others = own * u64::from(self.options.part.map_or(0, |it| it.count.max(1) - 1));
        let counted = (self.iterations + others) as f64 / self.iterations_max.max(1) as f64;
        if self.options.iterations_max.is_some() { counted } else { progress.max(counted).min(1.0) }
    }

    fn set_pace(&mut self, progress: f64) {
        // The progress within a call is an estimate, so that the next call may begin a little earlier.
        let share = self.share(progress).max(self.paced_for);
        if share == self.paced_for {
            return;
        }
        self.paced_for = share;
        self.pace.measure(share, self.iterations);
        if self.pace.is_turn(share) {
            if self.reducing {
                self.end_reduction();
            }
            self.pace.turn(share, self.iterations, &self.best);
            // Visits of which some are left out are not served by fewer vehicles.
            self.reducing =
                self.is_fleet_priced && self.best.unserved == 0 && self.is_asked_again();
            // Where minima are deep, a cycle that begins from the best plan mostly ends at it again.
            if self.reducing || !self.has_deep_minima() {
                self.restore_best();
            }
        }
        if self.reducing && self.pace.of_cycle(share) >= self.fleet_share() {
            self.end_reduction();
        }
        let share = self.pace.of_cycle(share);
        self.let_fleet_grow(share);
        if !self.reducing {
            self.combine_if_due(share);
        }
        if self.absent_price.is_none() && self.has_deep_minima() {
            let visits = self.plan.problem.visits.len().max(1);
            #[expect(clippy::cast_precision_loss, reason = "an average")]
            let average = (self.best.rest + self.balanced_work()) / visits as f64;
            self.absent_price = Some(AbsentPrice::new(average));
        }
        self.temperature = self.start_temperature() * power(self.cooling(), share);
        self.return_if_strayed();
    }

    #[expect(clippy::cast_precision_loss, reason = "an average")]
    fn start_temperature(&self) -> f64 {
        let legs = self.plan.problem.stops.len() + self.plan.used.len();
        let instance = &self.plan.instance;
        let of_legs = if instance.legs_are_free {
            self.best.rest - instance.weights.cost * self.best_lumps()
        } else {
            self.best.rest + self.balanced_work()
        };
        // While the fleet of a plain problem is reduced, a higher temperature costs vehicles.
        let is_high = (self.has_deep_minima() || self.plan.is_hindered_by_windows())
            && !(instance.plain && self.reducing);
        let share = if !is_high {
            START_TEMPERATURE
        } else if self.is_of_pairs_only() {
            PAIRED_START_TEMPERATURE
        } else if instance.mostly_optional && !self.has_deep_minima() {
            OPTIONAL_START_TEMPERATURE
        } else {
            HIGH_START_TEMPERATURE
        };
        let is_continued = self.pace.turns() > 0 && !self.reducing && self.has_deep_minima();
        let share = if is_continued { CONTINUED_START * share } else { share };
        share * of_legs.abs() / legs.max(1) as f64
    }

    /// Returns a share of the work of all vehicles as the objective weighs it, if its balance comes before cost. The
    /// imbalance of a good plan is nearly 0, whatever an iteration changes.
    fn balanced_work(&self) -> f64 {
        let Plan { problem, instance, routes, .. } = &self.plan;
        if !instance.weights.balances_first() {
            return 0.0;
        }
        let work: f64 = problem.vehicles.iter().map(|it| score::measure(problem, it, routes)).sum();
        BALANCED_SHARE * instance.weights.imbalance * work
    }

    /// Returns the factor to which the temperature falls.
    fn cooling(&self) -> f64 {
        let instance = &self.plan.instance;
        let is_windowed = instance.plain && !instance.paired && self.plan.is_hindered_by_windows();
        if is_windowed && !self.reducing { WINDOWED_COOLING } else { COOLING }
    }

    /// Returns whether margins judge all insertions, all visits are pickups with dropoffs, and vehicles count first.
    /// Without visits of one stop, there is no local search.
    fn is_of_pairs_only(&self) -> bool {
        let instance = &self.plan.instance;
        let is_counted = instance.weights.counts_fleet();
        instance.plain && instance.paired && is_counted && self.local_search.is_none()
    }

    /// Returns whether paths between good plans lead through bad or incomplete ones: where routes have to be evaluated,
    /// because of windows and breaks; with pickups and deliveries; and where shifts differ in their places or vehicles,
    /// unless visits of periodic orders keep one another in place.
    fn has_deep_minima(&self) -> bool {
        let instance = &self.plan.instance;
        let shifts_differ = instance.class_shifts.len() > 1 && !self.plan.groups.any();
        !instance.plain || instance.paired || shifts_differ
    }

    fn iterate(&mut self) {
        self.iterations += 1;
        if self.guide() {
            return;
        }
        if self.reducing {
            self.eject();
        }
        self.plan.draft();
        let absent_rate = if self.reducing { REDUCING_ABSENT_RATE } else { ABSENT_RATE };
        if !self.put_favored_route() {
            self.ruin.ruin(&mut self.plan, &mut self.random, absent_rate);
        }
        let instance = &self.plan.instance;
        let is_chosen = instance.plain && instance.mostly_optional && !self.reducing;
        let ignore_price_rate =
            if is_chosen { OPTIONAL_IGNORE_PRICE_RATE } else { IGNORE_PRICE_RATE };
        let ignore_price = instance.optional && self.random.unit() < ignore_price_rate;
        let how = Recreate {
            vehicles_max: self.vehicles_max,
            excess: OPTIONAL_EXCESS * self.temperature,
            ignore_price,
            exhaustive: false,
            absences: self.reducing.then_some(&self.absences[..]),
        };
        let around = self.ruin.around();
        recreate(&mut self.plan, &mut self.random, how, &mut self.scratch, around);
        if self.plan.groups.has_sets() && self.random.unit() < DROP_INCOMPLETE_RATE {
            self.plan.remove_incomplete_sets();
        }
        if self.plan.instance.mixed {
            self.plan.reassign();
        }
        if !self.plan.instance.soft || self.random.unit() < SOFT_IMPROVE_RATE {
            self.improve();
        }
        self.pool_routes();
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
            if takes {
                // They cost less than as drafts.
                self.pool_routes();
            }
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

    /// Runs local search around what the iteration has changed.
    fn improve(&mut self) {
        let Some(local_search) = &mut self.local_search else { return };
        for visit in self.ruin.moved(&self.plan) {
            local_search.touch_around(&self.plan, visit);
        }
        // While the fleet is reduced, ejections decide who is absent.
        local_search.improve(&mut self.plan, !self.reducing);
    }
}

/// Returns `base` to the power `exponent`, from 0 to 1, by square roots: the same bits on every platform, accurate to
/// 2^-30.
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

#[cfg(test)]
mod tests {
    use crate::evaluate::fixture::{Fixture, visit_rules};
    use crate::problem::{OrderIdx, VisitRules};
    use crate::search::fleet::tests::two_vehicles;
    use crate::search::{Search, SearchOptions};

    /// Returns the iterations after which a search for a fleet of two vehicles settles, both of which are needed.
    fn settled_after(fixed: f64) -> u64 {
        let problem = two_vehicles(3, fixed);
        let mut search = Search::new(&problem, SearchOptions::default());
        // A host whose time suffices for a million iterations.
        let mut progress = 0.0;
        loop {
            let status = search.run(100, progress);
            progress += 1e-4;
            if status.done {
                assert_eq!((status.unserved, status.vehicles), (0, 2));
                return status.iterations;
            }
        }
    }

    #[test]
    fn a_search_that_could_save_a_vehicle_settles_later() {
        let (free, priced) = (settled_after(0.0), settled_after(50.0));
        assert!(priced > 2 * free, "{priced} after {free}");
    }

    #[test]
    fn a_cycle_that_ends_early_ends_the_reduction_of_the_fleet() {
        let problem = two_vehicles(3, 0.0);
        let mut search = Search::new(&problem, SearchOptions::default());
        let _ = search.run(2_000, 0.0);
        let _ = search.run(100, 0.01);
        assert!(!search.pace.is_turn(0.02) && search.pace.is_turn(0.9));
        search.packed_vehicles = None;
        (search.reducing, search.vehicles_max) = (true, 1);
        // The host's call takes longer than the cycle.
        let _ = search.run(100, 0.9);
        assert_eq!(search.pace.turns(), 1);
        assert_eq!((search.reducing, search.vehicles_max), (false, usize::MAX));
    }

    #[test]
    fn a_visit_whose_order_cannot_be_completed_is_left_out_on_the_way() {
        let mut fixture = Fixture::new(3);
        fixture.shift(0..10_000);
        for place in [1, 2, 2] {
            fixture.dropoff(place, &[]);
        }
        let problem = &mut fixture.problem;
        // Orders 1 and 2 become one of two visits, on two days, but there is one shift only.
        problem.orders.truncate(2);
        problem.orders[1].visits = 1..3;
        (problem.visits[2].order, problem.visits[2].number) = (OrderIdx(1), 2);
        problem.orders[1].rules = Some(VisitRules { partial: false, ..visit_rules() });
        let mut search = Search::new(problem, SearchOptions::default());
        // To place 1 and back: 120 seconds, at 3,600 per hour.
        assert_eq!(search.run(200, 0.0).cost, 120.0);
    }
}
