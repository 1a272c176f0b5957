//! Large problems: which visits are near to which, in way and in time, so that a visit is tried beside those and not everywhere.
//!
//! Trying a visit at every position costs O(visits), and so a first plan O(visits²) and each round O(visits). Beside its
//! nearest visits that are served it costs the same whatever the size: of 1,000 visits, a round takes a tenth. Nearness
//! is after PyVRP: the way, a little for waiting that cannot be avoided, and much for being late.
//!
//! Memory: `NEAR_MAX` indexes a visit.

use super::plan::Plan;
use super::view::View;
use crate::problem::{Problem, VisitIdx};

/// From so many visits on. Below, looking everywhere takes little, and finds a little more.
pub(super) const LARGE: usize = 300;
/// Nearest visits known of each.
const NEAR_MAX: usize = 100;
/// A second of waiting counts as so much of a second on the way.
const WAITING_SHARE: f64 = 0.2;
/// Stops of a visit that nearness looks at.
const STOPS_MAX: usize = 3;

/// By visit: those near to it, nearest first. Empty unless the problem is large.
pub(super) fn near(
    problem: &Problem,
    view: &View,
    neighbors: &[Vec<VisitIdx>],
) -> Vec<Vec<VisitIdx>> {
    if problem.visits.len() < LARGE {
        return Vec::new();
    }
    let all: Vec<VisitIdx> = (0..problem.visits.len()).map(VisitIdx::of).collect();
    let ratio = way_per_second(problem, view, neighbors);
    let mut keyed: Vec<(f64, VisitIdx)> = Vec::new();
    (0..problem.visits.len())
        .map(|position| {
            let visit = VisitIdx::of(position);
            // Neighbors are by first stops: of visits with one stop nothing nearer is to be found.
            let single = problem.visits[position].stops.len() == 1;
            let others = if single { &neighbors[position] } else { &all };
            keyed.clear();
            keyed.extend(
                others
                    .iter()
                    .filter(|it| **it != visit)
                    .map(|other| (nearness(problem, view, visit, *other, ratio), *other)),
            );
            let kept = NEAR_MAX.min(keyed.len());
            let order =
                |a: &(f64, VisitIdx), b: &(f64, VisitIdx)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
            if kept > 0 && kept < keyed.len() {
                keyed.select_nth_unstable_by(kept - 1, order);
                keyed.truncate(kept);
            }
            keyed.sort_unstable_by(order);
            keyed.iter().map(|it| it.1).collect()
        })
        .collect()
}

/// What a second counts beside meters and seconds of ways, which nearness adds up.
#[expect(clippy::cast_precision_loss, reason = "an average")]
fn way_per_second(problem: &Problem, view: &View, neighbors: &[Vec<VisitIdx>]) -> f64 {
    let (mut meters, mut seconds) = (0, 0);
    for (visit, others) in neighbors.iter().enumerate() {
        for other in others.iter().take(3) {
            let (from, to) = (view.home[visit], view.home[other.at()]);
            meters += view.meters(problem, 0, from, to).unwrap_or(0);
            seconds += view.seconds(problem, 0, from, to);
        }
    }
    if seconds > 0 { (meters + seconds) as f64 / seconds as f64 } else { 1.0 }
}

/// Of the nearest two stops, in the better of the two orders.
fn nearness(problem: &Problem, view: &View, one: VisitIdx, other: VisitIdx, ratio: f64) -> f64 {
    let options = |visit: VisitIdx| {
        let stops = problem.visits[visit.at()].stops.clone().take(STOPS_MAX);
        stops.map(|stop| problem.stops[stop as usize].options.start as usize)
    };
    let mut least = f64::INFINITY;
    for from in options(one) {
        for to in options(other) {
            least = least.min(way(problem, view, from, to, ratio));
            least = least.min(way(problem, view, to, from, ratio));
        }
    }
    least
}

#[expect(clippy::cast_precision_loss, reason = "below 2^53")]
fn way(problem: &Problem, view: &View, from: usize, to: usize, ratio: f64) -> f64 {
    let Some(meters) = view.meters(problem, 0, view.place[from], view.place[to]) else {
        return f64::INFINITY;
    };
    let seconds = view.seconds(problem, 0, view.place[from], view.place[to]);
    let on_the_way = view.service[from].saturating_add(seconds);
    let waiting = view.opens[to].saturating_sub(view.closes[from].saturating_add(on_the_way));
    let late = view.opens[from].saturating_add(on_the_way).saturating_sub(view.closes[to]);
    (meters + seconds) as f64 + ratio * (WAITING_SHARE * waiting.max(0) as f64 + late.max(0) as f64)
}

/// Orders visits so that those that follow one another are near: from the most remote one to its nearest, and so on, then
/// from the most remote one that is left. Put into routes in this order, they fill one part of the map after the other; put
/// in by chance, every route goes everywhere.
pub(super) fn chain(plan: &Plan<'_>, visits: &mut [VisitIdx]) {
    let mut waits = vec![false; plan.near.len()];
    for visit in visits.iter() {
        waits[visit.at()] = true;
    }
    let mut by_remoteness = visits.to_vec();
    by_remoteness.sort_unstable_by(|a, b| {
        plan.remoteness[b.at()].total_cmp(&plan.remoteness[a.at()]).then(a.cmp(b))
    });
    let mut seeds = by_remoteness.into_iter();
    let mut last: Option<VisitIdx> = None;
    for place in visits.iter_mut() {
        let next = last.and_then(|it| plan.near[it.at()].iter().copied().find(|it| waits[it.at()]));
        let next = next.or_else(|| seeds.find(|it| waits[it.at()]));
        let Some(next) = next else { return };
        waits[next.at()] = false;
        *place = next;
        last = Some(next);
    }
}
