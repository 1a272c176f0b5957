//! Divides a plan among several searches: each may change the routes of some vehicles, while the others are fixed.
//!
//! ```text
//! vehicles in use ── by distance to a pole ──► near half │ far half ── each by its own pole ──► … one part per search
//! ```
//!
//! A search with half of the visits makes twice as many iterations per visit. If no rule and no price connects routes
//! of different vehicles, the changes of the searches can be combined, see [`crate::search::checkpoint::join`]. The
//! poles depend on the number of iterations done, so that the borders between parts differ the next time.

use crate::problem::{VehicleIdx, VisitIdx};
use crate::search::plan::Plan;
use crate::search::random::Random;

/// One of the parts of a plan. Equal plans have equal parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Index of the part, below `count`.
    pub idx: u32,
    /// Number of searches that share the plan; at least 1.
    pub count: u32,
}

/// What a search must not change.
pub(super) struct Borders {
    /// By shift: whether its route is fixed.
    pub(super) closed: Vec<bool>,
    /// By visit: whether it is on a fixed route, or absent and for another search to insert.
    pub(super) other_visits: Vec<bool>,
}

/// Determines the borders of a part. O(visits × log parts).
pub(super) fn borders(plan: &Plan<'_>, part: Part, seed: u64) -> Borders {
    let problem = plan.problem;
    let (idx, count) = (part.idx as usize, part.count.max(1) as usize);
    let mut own = vec![false; problem.vehicles.len()];
    let mut visits_of = vec![Vec::new(); problem.vehicles.len()];
    let vehicle_of = |visit: VisitIdx| -> Option<VehicleIdx> {
        plan.shift_of(visit).map(|shift| problem.shifts[shift.at()].vehicle)
    };
    for visit in (0..problem.visits.len()).map(VisitIdx::of) {
        if let Some(vehicle) = vehicle_of(visit) {
            visits_of[vehicle.at()].push(visit);
        }
    }
    let used: Vec<usize> = (0..visits_of.len()).filter(|it| !visits_of[*it].is_empty()).collect();
    for vehicle in halve(plan, &visits_of, used, (idx, count), &mut Random::new(seed)) {
        own[vehicle] = true;
    }
    // Similar vehicles have adjacent indexes, so that each search gets about as many of each kind.
    let unused = (0..visits_of.len()).filter(|it| visits_of[*it].is_empty());
    for (position, vehicle) in unused.enumerate() {
        own[vehicle] = position % count == idx;
    }
    let is_own = |visit: VisitIdx| {
        let nearest = || plan.near.get(visit.at())?.iter().find_map(|it| vehicle_of(*it));
        vehicle_of(visit).or_else(nearest).map_or(visit.at() % count == idx, |it| own[it.at()])
    };
    Borders {
        closed: problem.shifts.iter().map(|it| !own[it.vehicle.at()]).collect(),
        other_visits: (0..problem.visits.len()).map(|it| !is_own(VisitIdx::of(it))).collect(),
    }
}

/// Returns the vehicles of one of `count` parts that have about as many visits each.
fn halve(
    plan: &Plan<'_>,
    visits_of: &[Vec<VisitIdx>],
    mut vehicles: Vec<usize>,
    (mut idx, mut count): (usize, usize),
    random: &mut Random,
) -> Vec<usize> {
    while count > 1 && vehicles.len() > 1 {
        let left = count / 2;
        // The visit farthest from a random one lies at an edge of the plan.
        let any = &visits_of[vehicles[random.below(vehicles.len())]];
        let from = any[random.below(any.len())];
        let all = vehicles.iter().flat_map(|it| visits_of[*it].iter().copied());
        let pole = all.max_by_key(|it| distance(plan, from, *it)).unwrap_or(from);
        let mut keyed: Vec<(i64, usize)> = vehicles
            .iter()
            .map(|it| {
                let visits = &visits_of[*it];
                let sum: i64 = visits.iter().map(|visit| distance(plan, pole, *visit)).sum();
                (sum / i64::try_from(visits.len()).unwrap_or(1).max(1), *it)
            })
            .collect();
        keyed.sort_unstable();
        let total: usize = vehicles.iter().map(|it| visits_of[*it].len()).sum();
        let (mut sum, mut cut) = (0, 0);
        while cut < keyed.len() {
            let next = visits_of[keyed[cut].1].len();
            // One more vehicle would be farther from the share than one fewer.
            if (2 * sum + next) * count >= 2 * total * left {
                break;
            }
            sum += next;
            cut += 1;
        }
        // Each part gets at least one vehicle if there are enough.
        let least = left.min(keyed.len() - 1);
        let most = keyed.len().saturating_sub(count - left).max(least);
        cut = cut.clamp(least, most);
        let near = idx < left;
        let kept = if near { &keyed[..cut] } else { &keyed[cut..] };
        vehicles = kept.iter().map(|it| it.1).collect();
        (idx, count) = if near { (idx, left) } else { (idx - left, count - left) };
    }
    // If there are fewer vehicles than parts, the first part gets them.
    if idx == 0 { vehicles } else { Vec::new() }
}

/// Returns meters plus seconds; a very large number if no road leads there.
fn distance(plan: &Plan<'_>, from: VisitIdx, to: VisitIdx) -> i64 {
    let (from, to) = (plan.instance.home[from.at()], plan.instance.home[to.at()]);
    let meters = plan.instance.meters(0, from, to);
    meters.map_or(1 << 40, |it| it + plan.instance.seconds(0, from, to))
}
