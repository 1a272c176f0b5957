//! Proves that some visits have to be left out in every plan.
//!
//! ```text
//! visits that only these shifts may serve ──► the least that each needs ──► into what all of the shifts have
//!                                              load, stop, service and way       how many fit at most?
//! ```
//!
//! Each need is a lower bound on what any plan spends on the visit, and the smallest needs are filled in first; so no
//! plan serves more visits. Of the way to a visit, only the shortest leg that could lead to it counts. Windows that are
//! too close together for one vehicle to keep two of them, and relations that require different vehicles, give bounds
//! in the same way.
//!
//! O(groups × visits), and O(places²) of a group for ways, which are left out for large problems. The work is counted,
//! and what is not proven when it is used up is not reported ([`Budget`]).

mod group;

use std::cell::Cell;

use super::legs::Origins;
use crate::patience::Patience;
use crate::problem::{RelationKind, ShiftIdx, SpanLimits, VehicleIdx, VisitIdx};
use crate::rules::{limits, relations, shift_time};
use crate::search::plan::Plan;
use crate::solution::Bound;
use group::Group;

/// The most groups that are examined, and the most proofs that are returned.
const GROUPS_MAX: usize = 32;
const BOUNDS_MAX: usize = 16;
/// The most visits for which the legs between all of them are examined.
const LEGS_MAX: usize = 1_500;

/// The most work that all proofs may take together; a unit is about 10 ns.
const WORK_MAX: usize = 6_000_000;

/// Everything that is proven about visits that the plan leaves out.
pub(in super::super) fn bounds(plan: &Plan<'_>) -> Vec<Bound> {
    // Where a route begins that follows another one is not known in advance, nor what room a kept route leaves.
    let is_unknown = plan.groups.any_roams() || !plan.kept.is_empty();
    if plan.absent.is_empty() || plan.problem.shifts.is_empty() || is_unknown {
        return Vec::new();
    }
    let facts = ProofContext {
        plan,
        eligible: Eligible::new(plan),
        origins: (plan.problem.visits.len() <= LEGS_MAX).then(|| Origins::new(&plan.instance)),
        budget: Budget { patience: &plan.patience, left: Cell::new(WORK_MAX) },
    };
    let mut found: Vec<Bound> = Vec::new();
    let mut known: Vec<&[u32]> = Vec::new();
    for visit in &plan.absent {
        let set = facts.eligible.of(*visit);
        if set.is_empty() || known.contains(&set) {
            continue;
        }
        known.push(set);
        if known.len() > GROUPS_MAX {
            break;
        }
        let Some(group) = Group::new(&facts, set) else { break };
        if !group.is_whole() {
            group.bound_all(&mut found);
        }
    }
    bound_spans(&facts, &mut found);
    bound_relations(plan, &facts.eligible, &mut found);
    found.truncate(BOUNDS_MAX);
    found
}

/// The data that all proofs read.
struct ProofContext<'p, 'a> {
    plan: &'p Plan<'a>,
    eligible: Eligible,
    /// `None` if the problem is too large to examine legs.
    origins: Option<Origins>,
    budget: Budget<'p>,
}

/// The remaining work. It ends at the same point for equal plans, unless the host stops waiting.
struct Budget<'p> {
    patience: &'p Patience,
    left: Cell<usize>,
}

impl Budget<'_> {
    /// Spends work; returns whether the budget is used up.
    fn spend(&self, work: usize) -> bool {
        self.left.set(self.left.get().saturating_sub(work));
        self.patience.spend(work / 10) || self.left.get() == 0
    }
}

/// For each visit, the shifts that no permanent rule keeps it out of.
struct Eligible {
    of: Vec<Vec<u32>>,
    /// The number of shifts in all lists together.
    count: usize,
}

impl Eligible {
    fn new(plan: &Plan<'_>) -> Self {
        let shifts = plan.problem.shifts.len();
        // Large problems are left out: the lists would take too long.
        let of = (0..plan.problem.visits.len()).map(VisitIdx::of).map(|visit| {
            let may = |shift: &usize| {
                let shift = ShiftIdx::of(*shift);
                plan.compatible.allows(visit, plan.instance.class[shift.at()])
                    && plan.locks.may_go(visit, shift)
            };
            (0..shifts).filter(may).map(|it| ShiftIdx::of(it).0).collect()
        });
        let is_large = plan.problem.visits.len() * shifts > 4_000_000;
        let of: Vec<Vec<u32>> = if is_large { Vec::new() } else { of.collect() };
        Self { count: of.iter().map(Vec::len).sum(), of }
    }

    fn of(&self, visit: VisitIdx) -> &[u32] {
        self.of.get(visit.at()).map_or(&[], |it| &it[..])
    }

    /// The visits that only these shifts may serve, ascending.
    fn within(&self, shifts: &[u32]) -> Vec<VisitIdx> {
        let all = self.of.iter().enumerate();
        let inside =
            |own: &[u32]| !own.is_empty() && own.iter().all(|it| shifts.binary_search(it).is_ok());
        all.filter(|it| inside(it.1)).map(|it| VisitIdx::of(it.0)).collect()
    }
}

/// Bounds from the limits of a vehicle per week and per period, for visits that only its shifts there may serve.
fn bound_spans(facts: &ProofContext<'_, '_>, found: &mut Vec<Bound>) {
    let problem = facts.plan.problem;
    for vehicle in (0..problem.vehicles.len()).map(VehicleIdx::of) {
        let data = &problem.vehicles[vehicle.at()];
        let all: Vec<u32> = data.shifts.clone().collect();
        let week = |it: &u32| problem.shifts[*it as usize].week;
        if !data.limits_per_week.is_unlimited() {
            for shifts in all.chunk_by(|one, next| week(one) == week(next)) {
                bound_span(facts, shifts, &data.limits_per_week, found);
            }
        }
        if !data.limits_per_period.is_unlimited() {
            bound_span(facts, &all, &data.limits_per_period, found);
        }
    }
}

fn bound_span(
    facts: &ProofContext<'_, '_>,
    shifts: &[u32],
    limits: &SpanLimits,
    found: &mut Vec<Bound>,
) {
    let (plan, eligible) = (facts.plan, &facts.eligible);
    let Some(group) = Group::new(facts, shifts) else { return };
    if group.visits.is_empty() || group.is_whole() {
        return;
    }
    if !group.legs.is_empty() {
        let open = group.shifts.iter().any(|it| plan.problem.shifts[it.at()].start_place.is_none());
        let needs: Vec<[i64; 3]> = (0..group.visits.len()).map(|it| group.needs(it)).collect();
        let rules = [
            (limits::DURATION, 0, limits.duration_seconds),
            (limits::DRIVING_DURATION, 1, limits.driving_seconds),
            (limits::DISTANCE, 2, limits.distance_meters),
        ];
        for (code, of, room) in rules {
            // Each route with an open start saves a leg; then only service counts.
            let least = |it: &[i64; 3]| match (open, of) {
                (false, _) => it[of],
                (true, 0) => it[0] - it[1],
                (true, _) => 0,
            };
            let needs: Vec<i64> = needs.iter().map(least).collect();
            group.push(code, None, &needs, &[room], found);
        }
    }
    let Ok(count) = usize::try_from(limits.shift_count.min(1 << 20)) else { return };
    let mut of_shift = vec![0_usize; shifts.len()];
    for visit in &group.visits {
        // Visits that may be served on several days may share a day.
        let [only] = eligible.of(*visit) else { return };
        if let Ok(at) = shifts.binary_search(only) {
            of_shift[at] += 1;
        }
    }
    of_shift.sort_unstable_by_key(|it| std::cmp::Reverse(*it));
    let served_max: usize = of_shift.iter().take(count).sum();
    if served_max < group.visits.len() {
        let served_max = u32::try_from(served_max).expect("a count of visits");
        let Group { visits, shifts, .. } = group;
        found.push(Bound { code: shift_time::CODE, dimension: None, visits, shifts, served_max });
    }
}

/// Bounds from relations that need more different vehicles than there are.
fn bound_relations(plan: &Plan<'_>, eligible: &Eligible, found: &mut Vec<Bound>) {
    let problem = plan.problem;
    for relation in &problem.relations {
        let absent = relation.visits.iter().any(|it| plan.shift_of(*it).is_none());
        if relation.kind != RelationKind::DifferentVehicles || !absent {
            continue;
        }
        let mut shifts: Vec<u32> =
            relation.visits.iter().flat_map(|it| eligible.of(*it).iter().copied()).collect();
        shifts.sort_unstable();
        shifts.dedup();
        let shifts: Vec<ShiftIdx> = shifts.into_iter().map(ShiftIdx).collect();
        let mut vehicles: Vec<_> =
            shifts.iter().map(|it| problem.shifts[it.at()].vehicle).collect();
        vehicles.sort_unstable();
        vehicles.dedup();
        if !vehicles.is_empty() && vehicles.len() < relation.visits.len() {
            let served_max = u32::try_from(vehicles.len()).expect("a count of vehicles");
            let visits = relation.visits.clone();
            found.push(Bound {
                code: relations::CODE,
                dimension: None,
                visits,
                shifts,
                served_max,
            });
        }
    }
}
