//! What binds visits to one another: relations, visits of periodic orders, limits over several shifts of a vehicle.
//!
//! Other routes are taken as they stand: their times bound this route's (`pins`), and after a route is evaluated all that
//! it binds is looked at exactly (`holds`). So each change keeps every rule, one route at a time; rules that ask for all or
//! none are the score's business (`broken_sets`).

use super::route::RouteState;
use crate::evaluate::{Pin, Step};
use crate::problem::{
    Problem, Relation, RelationKind, SameVehicle, ShiftIdx, TIME_MAX, TIME_MIN, UNLIMITED,
    VehicleIdx, VisitIdx, VisitRules,
};
use crate::solution::Code;

pub(super) const DAY_SECONDS: i64 = 86_400;
const NOBODY: u32 = u32::MAX;

/// Everything that crosses routes.
pub(super) struct Groups {
    any: bool,
    spans: bool,
    /// By visit: relations that name it.
    relations: Vec<Vec<u32>>,
    /// By visit: its order has rules.
    ruled: Vec<bool>,
    /// Positions of orders of which one vehicle should make all visits, where this costs nothing.
    preferred: Vec<u32>,
    sets: Vec<Vec<VisitIdx>>,
}

/// Routes as they stand, and one that is looked at instead of its shift's.
#[derive(Clone, Copy)]
pub(super) struct Standing<'a> {
    pub(super) problem: &'a Problem,
    pub(super) routes: &'a [RouteState],
    pub(super) shift_of: &'a [u32],
    /// By stop, where its visit is served.
    pub(super) step_of: &'a [u32],
}

/// When and where a visit is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    pub(super) shift: ShiftIdx,
    /// Position of its first and last step.
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) starts_at: i64,
    pub(super) ends_at: i64,
}

/// By stop: its step on the route of its visit. Stops of one visit that are on several routes, as a plan given may have
/// them, count on that of `shift_of` alone.
pub(super) fn positions(problem: &Problem, routes: &[RouteState], shift_of: &[u32]) -> Vec<u32> {
    let mut step_of = vec![NOBODY; problem.stops.len()];
    for (shift, route) in (0_u32..).zip(routes) {
        for (position, step) in (0_u32..).zip(&route.steps) {
            if let Step::Stop(stop, _) = step
                && shift_of[problem.stops[stop.at()].visit.at()] == shift
            {
                step_of[stop.at()] = position;
            }
        }
    }
    step_of
}

impl Groups {
    pub(super) fn new(problem: &Problem) -> Self {
        let mut relations = vec![Vec::new(); problem.visits.len()];
        for (position, relation) in (0_u32..).zip(&problem.relations) {
            for visit in &relation.visits {
                relations[visit.at()].push(position);
            }
        }
        let rules = |visit: &crate::problem::Visit| problem.orders[visit.order.at()].rules.as_ref();
        let ruled: Vec<bool> = problem.visits.iter().map(|it| rules(it).is_some()).collect();
        let spans = problem
            .vehicles
            .iter()
            .any(|it| !it.limits_per_week.is_unlimited() || !it.limits_per_period.is_unlimited());
        Self {
            any: spans || !problem.relations.is_empty() || ruled.contains(&true),
            spans,
            relations,
            ruled,
            preferred: preferring(problem),
            sets: sets(problem),
        }
    }

    /// Whether routes are bound to one another at all.
    pub(super) const fn any(&self) -> bool {
        self.any
    }

    /// How many vehicles more than one make the visits of orders that prefer one.
    pub(super) fn strangers(&self, problem: &Problem, shift_of: &[u32]) -> u32 {
        let mut strangers = 0;
        for order in &self.preferred {
            let visits = problem.orders[*order as usize].visits.clone();
            let vehicle = |visit: u32| {
                let shift = shift_of[visit as usize];
                (shift != NOBODY).then(|| problem.shifts[shift as usize].vehicle)
            };
            let mut vehicles: u32 = 0;
            for visit in visits.clone() {
                let Some(one) = vehicle(visit) else { continue };
                let known = (visits.start..visit).any(|it| vehicle(it) == Some(one));
                vehicles += u32::from(!known);
            }
            strangers += vehicles.saturating_sub(1);
        }
        strangers
    }

    /// Whether when a visit is made matters to visits on other routes.
    pub(super) fn binds(&self, visit: VisitIdx) -> bool {
        self.is_ruled(visit) || !self.relations_of(visit).is_empty()
    }

    /// Whether a visit is served together with others or not at all.
    pub(super) fn is_in_set(&self, visit: VisitIdx) -> bool {
        self.sets.iter().any(|it| it.contains(&visit))
    }

    /// Whether the days of other visits decide on which days this one may be made.
    #[inline]
    pub(super) fn is_ruled(&self, visit: VisitIdx) -> bool {
        self.ruled[visit.at()]
    }

    /// Relations that name a visit.
    #[inline]
    fn relations_of(&self, visit: VisitIdx) -> &[u32] {
        &self.relations[visit.at()]
    }

    /// The rule by which a visit is served together with others or not at all.
    pub(super) fn rule_of_set(&self, problem: &Problem, visit: VisitIdx) -> Option<Code> {
        let set = self.sets.iter().find(|it| it.contains(&visit))?;
        let order = |it: &VisitIdx| problem.visits[it.at()].order;
        let one_order = set.iter().all(|it| order(it) == order(&visit));
        Some(if one_order { Code::VisitSpacing } else { Code::Relation })
    }

    /// Served visits of sets of which another visit is absent.
    pub(super) fn broken_sets(&self, shift_of: &[u32], mut each: impl FnMut(VisitIdx)) {
        for set in &self.sets {
            let served = |visit: &&VisitIdx| shift_of[visit.at()] != NOBODY;
            if set.iter().any(|it| shift_of[it.at()] == NOBODY) {
                set.iter().filter(served).for_each(|it| each(*it));
            }
        }
    }

    /// Whether nothing that other routes do keeps a shift from a visit, as far as can be told without times.
    pub(super) fn may_serve(
        &self,
        standing: Standing<'_>,
        visit: VisitIdx,
        shift: ShiftIdx,
    ) -> bool {
        if !self.any {
            return true;
        }
        let problem = standing.problem;
        let vehicle = problem.shifts[shift.at()].vehicle;
        if self.spans
            && standing.routes[shift.at()].steps.is_empty()
            && broken_span(standing, shift, &RouteState::default(), true).is_some()
        {
            return false;
        }
        for relation in self.relations_of(visit) {
            let relation = &problem.relations[*relation as usize];
            for other in relation.visits.iter().filter(|it| **it != visit) {
                let Some(at) = shift_of(standing, *other) else { continue };
                let fits = match relation.kind {
                    RelationKind::SameRoute
                    | RelationKind::Sequence
                    | RelationKind::Consecutive => at == shift,
                    RelationKind::SameVehicle => problem.shifts[at.at()].vehicle == vehicle,
                    RelationKind::DifferentVehicles => problem.shifts[at.at()].vehicle != vehicle,
                    RelationKind::Before | RelationKind::Simultaneous => true,
                };
                if !fits {
                    return false;
                }
            }
        }
        if self.is_ruled(visit) {
            let order = &problem.orders[problem.visits[visit.at()].order.at()];
            let Some(rules) = &order.rules else { return true };
            if rules.same_vehicle == SameVehicle::Required {
                let others = order.visits.clone().map(VisitIdx).filter(|it| *it != visit);
                let vehicles = others.filter_map(|it| shift_of(standing, it));
                for at in vehicles {
                    if problem.shifts[at.at()].vehicle != vehicle {
                        return false;
                    }
                }
            }
            let span = &problem.shifts[shift.at()];
            let first = day_of(problem, rules, span.start_at);
            let last = day_of(problem, rules, span.latest_end_at);
            return (first..=last.min(first + 7))
                .any(|day| days_agree(standing, rules, visit, day, |other| made(standing, other)));
        }
        true
    }

    /// Positions of labels after which a visit's first stop may go, and before which its last one has to come.
    pub(super) fn bounds(
        &self,
        standing: Standing<'_>,
        visit: VisitIdx,
        shift: ShiftIdx,
    ) -> (usize, usize) {
        let route = &standing.routes[shift.at()];
        let (mut low, mut high) = (0, route.steps.len());
        for relation in self.relations_of(visit) {
            let relation = &standing.problem.relations[*relation as usize];
            let ordered = matches!(
                relation.kind,
                RelationKind::Sequence | RelationKind::Consecutive | RelationKind::Before
            );
            if !ordered {
                continue;
            }
            let mut before = true;
            for other in &relation.visits {
                if *other == visit {
                    before = false;
                    continue;
                }
                let Some(it) = made(standing, *other).filter(|it| it.shift == shift) else {
                    continue;
                };
                if before {
                    low = low.max(it.last + 1);
                    if relation.kind == RelationKind::Consecutive {
                        high = high.min(run_end(standing, shift, it.last + 1));
                    }
                } else {
                    high = high.min(it.first);
                }
            }
        }
        (low, high)
    }

    /// Bounds on service starts that other routes' times ask for; `false` if one of them is empty.
    pub(super) fn pins(
        &self,
        standing: Standing<'_>,
        shift: ShiftIdx,
        steps: &[Step],
        pins: &mut Vec<Pin>,
    ) -> bool {
        if !self.any {
            return true;
        }
        for (position, step) in (0_u32..).zip(steps) {
            let Step::Stop(stop, _) = step else { continue };
            let problem = standing.problem;
            let visit = problem.stops[stop.at()].visit;
            if problem.visits[visit.at()].stops.start != stop.0 {
                continue;
            }
            let pin = self.pin(standing, visit, shift, position);
            if pin.not_before_at > pin.not_after_at {
                return false;
            }
            if pin.not_before_at > TIME_MIN || pin.not_after_at < TIME_MAX {
                pins.push(pin);
            }
        }
        true
    }

    /// How early services may start by what other routes' times ask for, whether or not that is too late.
    pub(super) fn lower_pins(
        &self,
        standing: Standing<'_>,
        shift: ShiftIdx,
        steps: &[Step],
        pins: &mut Vec<Pin>,
    ) {
        for (position, step) in (0_u32..).zip(steps) {
            let Step::Stop(stop, _) = step else { continue };
            let visit = standing.problem.stops[stop.at()].visit;
            if standing.problem.visits[visit.at()].stops.start == stop.0 {
                let pin = self.pin(standing, visit, shift, position);
                if pin.not_before_at > TIME_MIN {
                    pins.push(Pin { not_after_at: TIME_MAX, ..pin });
                }
            }
        }
    }

    fn pin(&self, standing: Standing<'_>, visit: VisitIdx, shift: ShiftIdx, step: u32) -> Pin {
        let mut pin = Pin { step, not_before_at: TIME_MIN, not_after_at: TIME_MAX };
        for relation in self.relations_of(visit) {
            let relation = &standing.problem.relations[*relation as usize];
            pin_by_relation(standing, relation, visit, shift, &mut pin);
        }
        if self.is_ruled(visit) {
            pin_by_time_of_day(standing, visit, shift, &mut pin);
        }
        pin
    }

    /// Whether the shift's route, with these times, keeps all that binds its visits.
    pub(super) fn holds(
        &self,
        standing: Standing<'_>,
        shift: ShiftIdx,
        route: &RouteState,
    ) -> bool {
        if self.spans && broken_span(standing, shift, route, false).is_some() {
            return false;
        }
        let problem = standing.problem;
        let look = |visit: VisitIdx| made_with(standing, visit, Some((shift, route)));
        route.steps.iter().all(|step| {
            let Step::Stop(stop, _) = step else { return true };
            let visit = problem.stops[stop.at()].visit;
            if problem.visits[visit.at()].stops.start != stop.0 {
                return true;
            }
            let mut relations = self.relations_of(visit).iter();
            // Its first stop in the route need not be the first of its list.
            relations
                .all(|it| keeps_relation(standing, &problem.relations[*it as usize], route, look))
                && (!self.is_ruled(visit)
                    || look(visit)
                        .is_none_or(|it| keeps_rules(standing, visit, shift, it.starts_at, look)))
        })
    }
}

/// Visits that are served together or not at all.
pub(super) fn sets(problem: &Problem) -> Vec<Vec<VisitIdx>> {
    let mut sets: Vec<Vec<VisitIdx>> = problem
        .orders
        .iter()
        .filter(|it| it.visits.len() > 1 && it.rules.as_ref().is_some_and(|it| !it.partial))
        .map(|it| it.visits.clone().map(VisitIdx).collect())
        .collect();
    let simultaneous = problem.relations.iter().filter(|it| it.kind == RelationKind::Simultaneous);
    sets.extend(simultaneous.map(|it| it.visits.clone()));
    sets
}

fn preferring(problem: &Problem) -> Vec<u32> {
    let orders = (0_u32..).zip(&problem.orders);
    let prefers = |order: &crate::problem::Order| {
        order.rules.as_ref().is_some_and(|it| it.same_vehicle == SameVehicle::Preferred)
    };
    orders.filter(|(_, order)| prefers(order)).map(|(position, _)| position).collect()
}

fn shift_of(standing: Standing<'_>, visit: VisitIdx) -> Option<ShiftIdx> {
    let shift = standing.shift_of[visit.at()];
    (shift != NOBODY).then_some(ShiftIdx(shift))
}

/// Where a visit is made.
pub(super) fn made(standing: Standing<'_>, visit: VisitIdx) -> Option<Made> {
    made_with(standing, visit, None)
}

/// The same; `instead` stands for its shift's route.
fn made_with(
    standing: Standing<'_>,
    visit: VisitIdx,
    instead: Option<(ShiftIdx, &RouteState)>,
) -> Option<Made> {
    let stands = shift_of(standing, visit);
    if let Some((shift, route)) = instead.filter(|it| stands.is_none_or(|at| at == it.0)) {
        return found_on(standing.problem, visit, shift, route);
    }
    let shift = stands?;
    let route = &standing.routes[shift.at()];
    let stops = standing.problem.visits[visit.at()].stops.clone();
    let steps = stops.map(|stop| standing.step_of[stop as usize]).filter(|it| *it != NOBODY);
    let (first, last) = steps.fold((NOBODY, 0), |(low, high), it| (low.min(it), high.max(it)));
    if first == NOBODY {
        return None;
    }
    let (first, last) = (first as usize, last as usize);
    let (starts_at, ends_at) = (route.starts[first], route.ends[last]);
    Some(Made { shift, first, last, starts_at, ends_at })
}

/// Where a route makes a visit. O(steps).
fn found_on(
    problem: &Problem,
    visit: VisitIdx,
    shift: ShiftIdx,
    route: &RouteState,
) -> Option<Made> {
    let is_its = |step: &Step| matches!(step, Step::Stop(stop, _) if problem.stops[stop.at()].visit == visit);
    let first = route.steps.iter().position(is_its)?;
    let last = route.steps.iter().rposition(is_its)?;
    let (starts_at, ends_at) = (route.starts[first], route.ends[last]);
    Some(Made { shift, first, last, starts_at, ends_at })
}

/// The position after the reloads that follow `from`: nothing else may come between.
fn run_end(standing: Standing<'_>, shift: ShiftIdx, from: usize) -> usize {
    let steps = &standing.routes[shift.at()].steps;
    from + steps[from..].iter().take_while(|it| matches!(it, Step::Reload(_))).count()
}

/// Sums of a vehicle's week and period with this route in place of the shift's.
fn broken_span(
    standing: Standing<'_>,
    shift: ShiftIdx,
    route: &RouteState,
    opens: bool,
) -> Option<Code> {
    let problem = standing.problem;
    let data = &problem.shifts[shift.at()];
    let vehicle = &problem.vehicles[data.vehicle.at()];
    for (limits, weekly) in [(&vehicle.limits_per_week, true), (&vehicle.limits_per_period, false)]
    {
        if limits.is_unlimited() {
            continue;
        }
        let mut duration = route.duration_seconds;
        let mut driving = route.driving_seconds;
        let mut meters = route.distance_meters;
        let mut count = i64::from(opens || !route.steps.is_empty());
        for other in vehicle.shifts.clone().map(ShiftIdx) {
            if other == shift || (weekly && problem.shifts[other.at()].week != data.week) {
                continue;
            }
            let other = &standing.routes[other.at()];
            duration += other.duration_seconds;
            driving += other.driving_seconds;
            meters += other.distance_meters;
            count += i64::from(!other.steps.is_empty());
        }
        let code = if duration > limits.duration_seconds {
            Code::Duration
        } else if driving > limits.driving_seconds {
            Code::DrivingDuration
        } else if meters > limits.distance_meters {
            Code::Distance
        } else if count > limits.shift_count {
            Code::ShiftTime
        } else {
            continue;
        };
        return Some(code);
    }
    None
}

/// What the other visits of a relation, on other routes, ask of this one's start.
fn pin_by_relation(
    standing: Standing<'_>,
    relation: &Relation,
    visit: VisitIdx,
    shift: ShiftIdx,
    pin: &mut Pin,
) {
    let problem = standing.problem;
    let service: i64 = {
        let stops = problem.visits[visit.at()].stops.clone();
        let last = stops.end - 1;
        problem.options[problem.stops[last as usize].options.start as usize].service_seconds
    };
    let position = relation.visits.iter().position(|it| *it == visit).unwrap_or(0);
    for (at, other) in relation.visits.iter().enumerate() {
        if *other == visit {
            continue;
        }
        let Some(it) = made(standing, *other).filter(|it| it.shift != shift) else {
            continue;
        };
        match relation.kind {
            RelationKind::Simultaneous => {
                pin.not_before_at = pin.not_before_at.max(it.starts_at - relation.gap_seconds_max);
                pin.not_after_at = pin.not_after_at.min(it.starts_at + relation.gap_seconds_max);
            }
            RelationKind::Before if at < position => {
                pin.not_before_at = pin.not_before_at.max(it.ends_at + relation.gap_seconds_min);
                if at + 1 == position && relation.gap_seconds_max < UNLIMITED {
                    pin.not_after_at = pin.not_after_at.min(it.ends_at + relation.gap_seconds_max);
                }
            }
            RelationKind::Before => {
                let latest = it.starts_at - relation.gap_seconds_min - service;
                pin.not_after_at = pin.not_after_at.min(latest);
                if at == position + 1
                    && relation.gap_seconds_max < UNLIMITED
                    && problem.visits[visit.at()].stops.len() == 1
                {
                    let earliest = it.starts_at - relation.gap_seconds_max - service;
                    pin.not_before_at = pin.not_before_at.max(earliest);
                }
            }
            _ => {}
        }
    }
}

/// The times of day of an order's other visits leave a range for this one, on the day of the shift's start.
fn pin_by_time_of_day(standing: Standing<'_>, visit: VisitIdx, shift: ShiftIdx, pin: &mut Pin) {
    let problem = standing.problem;
    let order = &problem.orders[problem.visits[visit.at()].order.at()];
    let Some(rules) = &order.rules else { return };
    let tolerance = rules.time_of_day_tolerance_seconds;
    if tolerance >= UNLIMITED {
        return;
    }
    let span = &problem.shifts[shift.at()];
    let day = day_of(problem, rules, span.start_at);
    if day != day_of(problem, rules, span.latest_end_at) {
        return;
    }
    let (mut least, mut most) = (i64::MAX, i64::MIN);
    for other in order.visits.clone().map(VisitIdx).filter(|it| *it != visit) {
        if let Some(it) = made(standing, other).filter(|it| it.shift != shift) {
            let second = local(problem, rules, it.starts_at).rem_euclid(DAY_SECONDS);
            least = least.min(second);
            most = most.max(second);
        }
    }
    if least <= most {
        let midnight = day * DAY_SECONDS - offset_at(problem, rules, span.start_at);
        pin.not_before_at = pin.not_before_at.max(midnight + most - tolerance);
        pin.not_after_at = pin.not_after_at.min(midnight + least + tolerance);
    }
}

fn keeps_relation(
    standing: Standing<'_>,
    relation: &Relation,
    route: &RouteState,
    look: impl Fn(VisitIdx) -> Option<Made>,
) -> bool {
    let problem = standing.problem;
    let vehicle = |it: &Made| problem.shifts[it.shift.at()].vehicle;
    let served: Vec<Made> = relation.visits.iter().filter_map(|it| look(*it)).collect();
    let allowed =
        |vehicle: &VehicleIdx| relation.vehicles.as_ref().is_none_or(|it| it.contains(vehicle));
    if served.iter().any(|it| !allowed(&vehicle(it))) {
        return false;
    }
    let mut in_time = served.clone();
    in_time.sort_unstable_by_key(|it| it.starts_at);
    let gaps = |row: &[Made]| {
        row.windows(2).all(|pair| {
            let gap = pair[1].starts_at - pair[0].ends_at;
            gap >= relation.gap_seconds_min && gap <= relation.gap_seconds_max
        })
    };
    let loose = gaps(&in_time);
    match relation.kind {
        RelationKind::SameRoute => served.windows(2).all(|it| it[0].shift == it[1].shift) && loose,
        RelationKind::SameVehicle => {
            served.windows(2).all(|it| vehicle(&it[0]) == vehicle(&it[1])) && loose
        }
        RelationKind::DifferentVehicles => {
            let distinct = served
                .iter()
                .enumerate()
                .all(|(at, one)| served[..at].iter().all(|other| vehicle(one) != vehicle(other)));
            distinct && loose
        }
        RelationKind::Before => {
            served.windows(2).all(|it| it[0].ends_at <= it[1].starts_at) && gaps(&served)
        }
        RelationKind::Sequence | RelationKind::Consecutive => {
            let ordered =
                served.windows(2).all(|it| it[0].shift == it[1].shift && it[0].last < it[1].first);
            let close = relation.kind == RelationKind::Sequence
                || served.windows(2).all(|it| {
                    // Out of order there is nothing between; that is refused for its order.
                    let between = route.steps.get(it[0].last + 1..it[1].first).unwrap_or(&[]);
                    between.iter().all(|step| matches!(step, Step::Reload(_)))
                });
            ordered && close && gaps(&served)
        }
        RelationKind::Simultaneous => {
            in_time
                .windows(2)
                .all(|it| it[1].starts_at - it[0].starts_at >= relation.gap_seconds_min)
                && in_time.first().zip(in_time.last()).is_none_or(|(first, last)| {
                    last.starts_at - first.starts_at <= relation.gap_seconds_max
                })
        }
    }
}

fn keeps_rules(
    standing: Standing<'_>,
    visit: VisitIdx,
    shift: ShiftIdx,
    starts_at: i64,
    look: impl Fn(VisitIdx) -> Option<Made> + Copy,
) -> bool {
    let problem = standing.problem;
    let order = &problem.orders[problem.visits[visit.at()].order.at()];
    let Some(rules) = &order.rules else { return true };
    // Where any of several stops may be the first, no window of theirs ends with the span.
    if is_outside_span(problem, visit, starts_at) {
        return false;
    }
    let second = local(problem, rules, starts_at).rem_euclid(DAY_SECONDS);
    for other in order.visits.clone().map(VisitIdx).filter(|it| *it != visit) {
        let Some(it) = look(other) else { continue };
        let other_second = local(problem, rules, it.starts_at).rem_euclid(DAY_SECONDS);
        let same = problem.shifts[it.shift.at()].vehicle == problem.shifts[shift.at()].vehicle;
        if (second - other_second).abs() > rules.time_of_day_tolerance_seconds
            || (rules.same_vehicle == SameVehicle::Required && !same)
        {
            return false;
        }
    }
    days_agree(standing, rules, visit, day_of(problem, rules, starts_at), look)
}

/// Whether a visit on this day agrees with the days of the order's other visits. Visits follow one another by number.
fn days_agree(
    standing: Standing<'_>,
    rules: &VisitRules,
    visit: VisitIdx,
    day: i64,
    look: impl Fn(VisitIdx) -> Option<Made>,
) -> bool {
    let problem = standing.problem;
    let visits = problem.orders[problem.visits[visit.at()].order.at()].visits.clone();
    // Weekdays in use in the week of this day; bit 0 is Monday, and 1970-01-01 was a Thursday.
    let monday = day - (day + 3).rem_euclid(7);
    let mut used = 1_u8 << (day - monday);
    for other in visits.map(VisitIdx).filter(|it| *it != visit) {
        let Some(it) = look(other) else { continue };
        let other_day = day_of(problem, rules, it.starts_at);
        let later = other.0 > visit.0;
        let between = if later { other_day - day } else { day - other_day };
        if between < rules.days_between_min
            || (other.0.abs_diff(visit.0) == 1 && between > rules.days_between_max)
        {
            return false;
        }
        if (monday..monday + 7).contains(&other_day) {
            used |= 1 << (other_day - monday);
        }
    }
    rules.day_patterns.is_empty() || rules.day_patterns.iter().any(|it| used & !it == 0)
}

/// Whether a visit that starts then is not in the week or month that owes it. The ends of the period are its windows' business.
pub(super) fn is_outside_span(problem: &Problem, visit: VisitIdx, starts_at: i64) -> bool {
    let (span, period) = (&problem.visits[visit.at()].span, &problem.period);
    (starts_at < span.start_at && span.start_at > period.start_at)
        || (starts_at > span.end_at && span.end_at < period.end_at)
}

fn offset_at(problem: &Problem, rules: &VisitRules, at: i64) -> i64 {
    let segments = &problem.clocks[rules.clock.at()].segments;
    let after = segments.partition_point(|it| it.from_at <= at);
    segments[after.saturating_sub(1)].offset_seconds
}

pub(super) fn local(problem: &Problem, rules: &VisitRules, at: i64) -> i64 {
    at + offset_at(problem, rules, at)
}

pub(super) fn day_of(problem: &Problem, rules: &VisitRules, at: i64) -> i64 {
    local(problem, rules, at).div_euclid(DAY_SECONDS)
}
