//! Finds where a visit fits best into a route: each position is evaluated by margins in constant time.
//!
//! A position rejected here certainly breaks a rule; an accepted one may still break a rule that margins do not cover.
//! So callers get the few best positions and evaluate them in turn. On plain problems the best one is exact.

mod detours;
mod dropoffs;
mod pair;
mod reload;
mod single;
#[cfg(test)]
mod tests;

use crate::evaluate::Step;
use crate::instance::{Instance, Row, Shape};
use crate::problem::{OptionIdx, Problem, ShiftIdx, StopIdx, StopKind, Vehicle, VisitIdx};
use crate::search::plan::Plan;
use crate::search::plan::anchors::Legs;
use crate::search::plan::margins::{DurationSegment, Loads, Position, StepTimes};
use crate::search::plan::room::has_room;
use crate::search::plan::route::{RouteState, preference};
pub(crate) use dropoffs::Dropoffs;

/// Number of candidates kept if the evaluator decides.
pub(crate) const CANDIDATES_MAX: usize = 4;
/// Weight of a second by which a stop is late, or a ride too long, according to anchors, in seconds of a longer route.
/// It is not infinite, because the evaluator may find another schedule.
const LATE_SHARE: f64 = 4.0;
/// Cost of a second, in meters, if only meters cost something.
const METERS_PER_SECOND: f64 = 10.0;

/// A way to insert a visit into a route; positions are those before the insertion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Insertion {
    /// The added cost according to margins.
    pub(crate) delta: f64,
    /// The first stop goes after this position of the route's margins.
    pub(crate) after: u32,
    /// The option of the first stop.
    pub(crate) option: OptionIdx,
    /// The second stop of a pair: the position after which it goes, and its option.
    pub(crate) second: Option<(u32, OptionIdx)>,
    /// A reload inserted along with it: its position among the shift's reloads, and whether it goes before the stop.
    pub(crate) reload: Option<(u32, bool)>,
}

/// The best insertions found, cheapest first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidates {
    found: [Option<Insertion>; CANDIDATES_MAX],
    kept: usize,
    limit: f64,
    /// Number of positions examined, whether accepted or not.
    judged: u64,
}

impl Candidates {
    /// Keeps up to `kept` insertions that add less than `limit`.
    pub(crate) const fn below(kept: usize, limit: f64) -> Self {
        Self { found: [None; CANDIDATES_MAX], kept, limit, judged: 0 }
    }

    /// Returns the added cost from which on insertions are not kept.
    #[inline]
    fn bound(&self) -> f64 {
        self.found[self.kept - 1].map_or(self.limit, |it| it.delta)
    }

    #[inline]
    fn offer(&mut self, insertion: Insertion) {
        let mut at = self.kept - 1;
        self.found[at] = Some(insertion);
        while at > 0 && self.found[at - 1].is_none_or(|it| it.delta > insertion.delta) {
            self.found.swap(at, at - 1);
            at -= 1;
        }
    }

    pub(crate) const fn judged(&self) -> u64 {
        self.judged
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Insertion> + '_ {
        self.found.iter().flatten().copied()
    }
}

/// What all positions of a route have in common.
struct Scan<'a> {
    problem: &'a Problem,
    instance: &'a Instance<'a>,
    legs: Legs<'a>,
    vehicle: &'a Vehicle,
    route: &'a RouteState,
    travel: usize,
    /// See `leg_into`.
    is_symmetric: bool,
    /// Whether legs take longer at some times than at others. Only then does `least_price` save a look-up.
    is_in_traffic: bool,
    shift: ShiftIdx,
    /// Weights of a meter and a second in the score.
    per_meter: f64,
    per_second: f64,
    per_overtime_second: f64,
    per_late_second: f64,
    per_stop: f64,
    fixed: f64,
    /// From this position on, no reload unloads what is collected, although the route must end empty.
    unloads_until: usize,
    /// Positions after which the first stop may go, and the last such position for the last stop.
    low: usize,
    high: usize,
}

/// What all positions have in common for a stop.
struct SingleStop<'a> {
    stop: StopIdx,
    times: StepTimes,
    row: Row,
    kind: StopKind,
    load: &'a [i64],
    base: f64,
    release: i64,
    option: OptionIdx,
}

/// Decides at random whether a position is skipped.
pub(crate) trait Blink {
    fn blinks(&mut self) -> bool;
}

/// Examines every position.
pub(crate) struct Never;

impl Blink for Never {
    fn blinks(&mut self) -> bool {
        false
    }
}

/// Where a visit may go.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    pub(crate) instance: &'a Instance<'a>,
    pub(crate) shift: ShiftIdx,
    pub(crate) route: &'a RouteState,
    /// The first position after which its first stop may go, and the last one after which its last stop may go.
    pub(crate) bounds: (usize, usize),
}

impl<'a> Target<'a> {
    /// Returns the shift's route as it is in the plan, at the positions that rules allow for the visit.
    pub(crate) fn of(plan: &'a Plan<'_>, shift: ShiftIdx, visit: VisitIdx) -> Self {
        let (route, bounds) = (&plan.routes[shift.at()], plan.bounds(visit, shift));
        Self { instance: &plan.instance, shift, route, bounds }
    }
}

/// Offers the ways to insert `visit` into the target that are cheaper than those in `candidates`. The contents of
/// `dropoffs` do not matter.
pub(crate) fn scan(
    target: Target<'_>,
    visit: VisitIdx,
    blink: &mut impl Blink,
    dropoffs: &mut Dropoffs,
    candidates: &mut Candidates,
) {
    let Target { instance, shift, route, .. } = target;
    let problem = instance.problem;
    let stops = &problem.visits[visit.at()].stops;
    let Some(scan) = Scan::new(target, visit) else { return };
    match instance.shape[visit.at()] {
        Shape::Single if !has_room(instance, shift, route, visit) => {}
        Shape::Single => {
            for option in instance.options_of(StopIdx(stops.start)) {
                let single = scan.single_stop(StopIdx(stops.start), option);
                scan.single(&single, blink, candidates);
                for both in scan.reloads_beside(&single) {
                    candidates.judged += 2 * (scan.high + 1).saturating_sub(scan.low) as u64;
                    for after in scan.low..=scan.high {
                        scan.with_reload_after(&both, after, candidates);
                    }
                }
            }
        }
        Shape::Pair => {
            for pickup in instance.options_of(StopIdx(stops.start)) {
                for dropoff in instance.options_of(StopIdx(stops.start + 1)) {
                    let options = [pickup, dropoff];
                    scan.pair(StopIdx(stops.start), options, blink, dropoffs, candidates);
                }
            }
        }
        Shape::Many => {}
    }
}

/// Does the same for a visit of one stop, after the given positions only, whatever the bounds of the target.
pub(super) fn scan_after(
    target: Target<'_>,
    visit: VisitIdx,
    after: impl Iterator<Item = usize> + Clone,
    blink: &mut impl Blink,
    candidates: &mut Candidates,
) {
    let instance = target.instance;
    let stop = StopIdx(instance.problem.visits[visit.at()].stops.start);
    let Some(scan) = Scan::new(target, visit) else { return };
    for option in instance.options_of(stop) {
        let single = scan.single_stop(stop, option);
        for after in after.clone() {
            candidates.judged += 1;
            scan.single_after(&single, after, blink, candidates);
        }
    }
}

impl<'a> Scan<'a> {
    /// Returns `None` if the route may not have that many more stops.
    #[inline]
    fn new(target: Target<'a>, visit: VisitIdx) -> Option<Self> {
        let Target { instance, shift: shift_idx, route, bounds: (low, high) } = target;
        let problem = instance.problem;
        let shift = &problem.shifts[shift_idx.at()];
        let vehicle = &problem.vehicles[shift.vehicle.at()];
        let stops = &problem.visits[visit.at()].stops;
        if route.stop_count + i64::from(stops.end - stops.start) > vehicle.limits.stop_count {
            return None;
        }
        let weights = &instance.weights;
        let costs = &vehicle.costs;
        let fixed = if route.steps.is_empty() { costs.fixed } else { 0.0 };
        // A route at a soft limit pays for everything beyond it.
        let soft = &vehicle.soft_limits;
        let beyond = |is_at: bool, price: f64| if is_at { price } else { 0.0 };
        let per_kilometer = costs.per_kilometer
            + beyond(route.distance_meters >= soft.distance_meters, soft.per_kilometer);
        let per_hour =
            costs.per_hour + beyond(route.duration_seconds >= soft.duration_seconds, soft.per_hour);
        let per_stop = costs.per_stop + beyond(route.stop_count >= soft.stop_count, soft.per_stop);
        let per_meter = weights.cost * per_kilometer / 1000.0 + weights.meters;
        let per_second = weights.cost * per_hour / 3600.0 + weights.seconds;
        Some(Self {
            problem,
            instance,
            legs: Legs { travel: &instance.travel, table: vehicle.travel },
            vehicle,
            route,
            travel: vehicle.travel.at(),
            is_symmetric: instance.is_symmetric(vehicle.travel.at()),
            is_in_traffic: !instance.travel.is_static(vehicle.travel),
            shift: shift_idx,
            per_meter,
            per_second,
            per_overtime_second: weights.cost * costs.per_overtime_hour / 3600.0,
            per_late_second: LATE_SHARE * (per_second + METERS_PER_SECOND * per_meter),
            per_stop: weights.cost * per_stop,
            fixed: weights.cost * (fixed + preference(instance, StopIdx(stops.start), shift_idx)),
            unloads_until: if shift.ends_empty && instance.is_collected(StopIdx(stops.start)) {
                route.margins.positions.last().map_or(0, |it| it.trip) as usize
            } else {
                usize::MAX
            },
            low,
            high,
        })
    }
}

impl Scan<'_> {
    /// Returns meters and seconds of a leg; `None` if no road leads there.
    #[inline]
    fn leg(&self, (from, to): (Row, Row)) -> Option<(i64, i64)> {
        self.instance.leg(self.travel, from, to)
    }

    #[inline]
    fn meters(&self, (from, to): (Row, Row)) -> Option<i64> {
        self.instance.leg_meters(self.travel, from, to)
    }

    #[inline]
    fn seconds(&self, (from, to): (Row, Row)) -> i64 {
        self.instance.leg_seconds(self.travel, from, to)
    }

    /// Returns the leg to an inserted place as it is looked up: in a symmetric table the leg back, so that all legs of
    /// the place are read from one row.
    #[inline]
    const fn leg_into(&self, from: Row, place: Row) -> (Row, Row) {
        if self.is_symmetric { (place, from) } else { (from, place) }
    }

    /// Returns a position and the next one.
    #[inline]
    fn around(&self, after: usize) -> &[Position; 2] {
        let positions = &self.route.margins.positions;
        positions[after..after + 2].try_into().expect("two positions")
    }

    fn times(&self, option: OptionIdx) -> StepTimes {
        StepTimes::of(self.instance.option_of(self.shift, option))
    }

    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "meters and seconds are below 2^53")]
    fn price(&self, meters: i64, seconds: i64) -> f64 {
        self.per_meter * meters as f64 + self.per_second * seconds as f64
    }

    /// Returns whether the route keeps its limits on distance, driving time and duration.
    #[inline]
    fn keeps_sums(&self, meters: i64, driving: i64, duration: i64) -> bool {
        let limits = &self.vehicle.limits;
        self.route.distance_meters + meters <= limits.distance_meters
            && (!self.instance.plain
                || (self.route.driving_seconds + driving <= limits.driving_seconds
                    && self.route.duration_seconds + duration <= limits.duration_seconds))
    }

    /// Returns the setup time that the next stop saves if the new stop is at its place.
    #[inline]
    fn setup_gain(&self, after: usize, place: u32) -> i64 {
        if self.instance.plain
            || after >= self.route.steps.len()
            || self.route.margins.positions[after + 1].place != place
        {
            return 0;
        }
        match self.route.steps[after] {
            Step::Stop(_, option) => self.instance.option(option).setup_seconds,
            Step::Reload(_) => i64::MAX / 8,
        }
    }

    #[inline]
    fn carries(&self, kind: StopKind, load: &[i64], after: usize) -> bool {
        let dimensions = self.instance.dimensions;
        if kind == StopKind::Service {
            return true;
        }
        let peak = |it: &Loads| if kind == StopKind::Dropoff { it.peak_in } else { it.peak_out };
        let loads = &self.route.margins.loads[after * dimensions..][..dimensions];
        let mut all = loads.iter().zip(load).zip(&self.vehicle.capacity);
        all.all(|((on_board, load), capacity)| peak(on_board) + load <= *capacity)
    }

    /// Returns the increase of the route's duration, and its cost.
    fn price_segment(&self, whole: DurationSegment) -> (i64, f64) {
        let duration = whole.duration - self.route.duration_seconds;
        (duration, self.price(0, duration))
    }
}

/// Writes the route's steps with the insertion into `into`.
pub(crate) fn write(
    problem: &Problem,
    visit: VisitIdx,
    insertion: &Insertion,
    steps: &[Step],
    into: &mut Vec<Step>,
) {
    let first = StopIdx(problem.visits[visit.at()].stops.start);
    let after = insertion.after as usize;
    into.clear();
    into.extend_from_slice(&steps[..after]);
    if let Some((reload, true)) = insertion.reload {
        into.push(Step::Reload(reload));
    }
    into.push(Step::Stop(first, insertion.option));
    if let Some((reload, false)) = insertion.reload {
        into.push(Step::Reload(reload));
    }
    if let Some((last, option)) = insertion.second {
        into.extend_from_slice(&steps[after..last as usize]);
        into.push(Step::Stop(StopIdx(first.0 + 1), option));
        into.extend_from_slice(&steps[last as usize..]);
    } else {
        into.extend_from_slice(&steps[after..]);
    }
}
