//! Large problems: which visits are near one another in travel and in time, so that a visit is tried only beside those.
//!
//! Trying a visit at every position costs O(visits), hence O(visits²) for a first plan and O(visits) per iteration.
//! Trying it only beside its nearest served visits costs the same for any size: with 1,000 visits, an iteration takes a
//! tenth. Nearness follows PyVRP: the travel cost, a little for unavoidable waiting, and much for lateness.
//!
//! Memory: `NEAR_MAX` indexes per visit.

mod around;
pub(super) mod ruin;

use crate::instance::Instance;
use crate::problem::{OptionIdx, StopIdx, VisitIdx};
use crate::rules::compatibility::Compatible;
use crate::search::plan::Plan;
use around::Around;

/// Number of visits from which a problem is large. Below it, trying every position costs little and finds slightly
/// more.
pub(super) const LARGE: usize = 300;
/// Number of nearest visits stored for each visit.
const NEAR_MAX: usize = 100;
/// Number of visits around each stop from which those nearest in time are chosen.
const AROUND_MAX: usize = 400;
/// Maximum number of neighbors of all visits together: 40 MB, or 100 for each of 100,000 visits.
const NEIGHBORS_SUM: usize = 10_000_000;
/// Weight of a second of waiting relative to a second of travel.
const WAITING_SHARE: f64 = 0.2;
/// Stops per visit that nearness considers.
const STOPS_MAX: usize = 3;

/// Returns up to `count` neighbors of each visit by travel cost between their first places, nearest first.
pub(super) fn neighbors(instance: &Instance<'_>, count: usize) -> Vec<Vec<VisitIdx>> {
    if instance.problem.visits.len() < LARGE {
        return all_by_way(instance, count);
    }
    let count = count.min((NEIGHBORS_SUM / instance.problem.visits.len()).max(NEAR_MAX));
    let homes = (0_u32..).zip(&instance.home).map(|(visit, home)| (VisitIdx(visit), *home));
    let around = Around::new(instance, homes.clone(), count);
    homes
        .map(|(visit, home)| around.of(home).filter(|it| *it != visit).take(count).collect())
        .collect()
}

/// Returns for each visit those near it, nearest first; empty unless the problem is large.
pub(super) fn near(
    instance: &Instance<'_>,
    compatible: &Compatible,
    neighbors: &[Vec<VisitIdx>],
) -> Vec<Vec<VisitIdx>> {
    if instance.problem.visits.len() < LARGE {
        return Vec::new();
    }
    nearest(instance, compatible, neighbors, NEAR_MAX)
}

/// Returns for each visit the `count` nearest of those that some shift may serve together with it.
pub(super) fn nearest(
    instance: &Instance<'_>,
    compatible: &Compatible,
    neighbors: &[Vec<VisitIdx>],
    count: usize,
) -> Vec<Vec<VisitIdx>> {
    let problem = instance.problem;
    let visit_count = problem.visits.len();
    let all = (0..visit_count).map(VisitIdx::of);
    let at = all.clone().flat_map(|it| {
        stops_near(instance, it).map(move |stop| (it, main_place(instance, StopIdx(stop))))
    });
    // Neighbors are ranked by first stops: if all visits have one stop, nothing nearer can be found.
    let single = problem.visits.iter().all(|it| it.stops.len() == 1);
    let around = (!single).then(|| Around::new(instance, at, AROUND_MAX));
    let search = Nearest {
        instance,
        compatible,
        neighbors,
        around,
        ratio: way_per_second(instance, neighbors),
        count,
    };
    // Sorted by column, because travel costs back from the same places are far apart in the table; most of them are
    // still in the cache then.
    let mut by_home: Vec<VisitIdx> = all.collect();
    by_home.sort_unstable_by_key(|it| (instance.row(instance.home[it.at()]), *it));
    let mut near = vec![Vec::new(); visit_count];
    let (mut others, mut keyed) = (Vec::new(), Vec::new());
    for visit in by_home {
        near[visit.at()] = search.of(visit, &mut others, &mut keyed);
    }
    near
}

/// Returns the stops of a visit that nearness considers.
fn stops_near(instance: &Instance<'_>, visit: VisitIdx) -> impl Iterator<Item = u32> + use<> {
    instance.problem.visits[visit.at()].stops.clone().take(STOPS_MAX)
}

/// Returns the place of a stop's first option.
pub(super) fn main_place(instance: &Instance<'_>, stop: StopIdx) -> u32 {
    let first = OptionIdx(instance.problem.stops[stop.at()].options.start);
    instance.option(first).place
}

struct Nearest<'a> {
    instance: &'a Instance<'a>,
    compatible: &'a Compatible,
    neighbors: &'a [Vec<VisitIdx>],
    around: Option<Around>,
    ratio: f64,
    count: usize,
}

impl Nearest<'_> {
    /// Handles one visit per call, see `places_around`. The lists are scratch.
    #[inline(never)]
    fn of(
        &self,
        visit: VisitIdx,
        others: &mut Vec<VisitIdx>,
        keyed: &mut Vec<(f64, VisitIdx)>,
    ) -> Vec<VisitIdx> {
        others.clear();
        if let Some(around) = &self.around {
            for stop in stops_near(self.instance, visit) {
                others.extend(around.of(main_place(self.instance, StopIdx(stop))).take(AROUND_MAX));
            }
            others.sort_unstable();
            others.dedup();
            others.retain(|it| *it != visit);
        } else {
            others.extend_from_slice(&self.neighbors[visit.at()]);
        }
        others.retain(|it| self.compatible.share_a_shift(visit, *it));
        keyed.clear();
        let nearness = |other| nearness(self.instance, visit, other, self.ratio);
        keyed.extend(others.iter().map(|other| (nearness(*other), *other)));
        let kept = self.count.min(keyed.len());
        let order =
            |a: &(f64, VisitIdx), b: &(f64, VisitIdx)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        if kept > 0 && kept < keyed.len() {
            keyed.select_nth_unstable_by(kept - 1, order);
            keyed.truncate(kept);
        }
        keyed.sort_unstable_by(order);
        keyed.iter().map(|it| it.1).collect()
    }
}

/// Returns the weight of a second of time relative to travel costs, which are the sum of meters and seconds.
#[expect(clippy::cast_precision_loss, reason = "an average")]
fn way_per_second(instance: &Instance<'_>, neighbors: &[Vec<VisitIdx>]) -> f64 {
    let (mut meters, mut seconds) = (0, 0);
    for (visit, others) in neighbors.iter().enumerate() {
        for other in others.iter().take(3) {
            let (from, to) = (instance.home[visit], instance.home[other.at()]);
            meters += instance.meters(0, from, to).unwrap_or(0);
            seconds += instance.seconds(0, from, to);
        }
    }
    if seconds > 0 { (meters + seconds) as f64 / seconds as f64 } else { 1.0 }
}

/// Returns the nearness of the nearest two stops, in the better of the two orders.
fn nearness(instance: &Instance<'_>, one: VisitIdx, other: VisitIdx, ratio: f64) -> f64 {
    let problem = instance.problem;
    let options = |visit: VisitIdx| {
        let stops = problem.visits[visit.at()].stops.clone().take(STOPS_MAX);
        stops.map(|stop| OptionIdx(problem.stops[stop as usize].options.start))
    };
    least_remoteness(instance, options(one), options(other), ratio, WAITING_SHARE)
}

/// Returns the remoteness of the nearest two of these options, in the better of the two orders.
fn least_remoteness(
    instance: &Instance<'_>,
    ones: impl Iterator<Item = OptionIdx>,
    others: impl Iterator<Item = OptionIdx> + Clone,
    ratio: f64,
    waiting_share: f64,
) -> f64 {
    let mut least = f64::INFINITY;
    for one in ones {
        for other in others.clone() {
            least = least.min(remoteness(instance, one, other, ratio, waiting_share));
            least = least.min(remoteness(instance, other, one, ratio, waiting_share));
        }
    }
    least
}

#[expect(clippy::cast_precision_loss, reason = "below 2^53")]
fn remoteness(
    instance: &Instance<'_>,
    from: OptionIdx,
    to: OptionIdx,
    ratio: f64,
    waiting_share: f64,
) -> f64 {
    let (from, to) = (instance.option(from), instance.option(to));
    let Some(meters) = instance.meters(0, from.place, to.place) else {
        return f64::INFINITY;
    };
    let seconds = instance.seconds(0, from.place, to.place);
    let on_the_way = from.service_seconds.saturating_add(seconds);
    let waiting = to.opens_at.saturating_sub(from.closes_at.saturating_add(on_the_way));
    let late = from.opens_at.saturating_add(on_the_way).saturating_sub(to.closes_at);
    (meters + seconds) as f64 + ratio * (waiting_share * waiting.max(0) as f64 + late.max(0) as f64)
}

/// Sorts visits so that successive ones are near: from the most remote one to its nearest and so on, then again from
/// the most remote one left. Inserted in this order, routes fill one part of the map after the other; in random order,
/// every route goes everywhere.
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

/// Returns up to `count` neighbors of each visit by travel cost between their first places, nearest first.
fn all_by_way(instance: &Instance<'_>, count: usize) -> Vec<Vec<VisitIdx>> {
    let visit_count = instance.problem.visits.len();
    let mut by_seconds: Vec<(i64, u32)> = Vec::with_capacity(visit_count);
    (0..visit_count)
        .map(|visit| {
            let home = instance.home[visit];
            by_seconds.clear();
            by_seconds.extend((0..visit_count).filter(|other| *other != visit).map(|other| {
                let meters = instance.meters(0, home, instance.home[other]);
                let seconds = instance.seconds(0, home, instance.home[other]);
                let index = u32::try_from(other).expect("visits have 32-bit indexes");
                (meters.map_or(i64::MAX, |meters| meters + seconds), index)
            }));
            let kept = count.min(by_seconds.len());
            if kept > 0 && kept < by_seconds.len() {
                by_seconds.select_nth_unstable(kept - 1);
                by_seconds.truncate(kept);
            }
            by_seconds.sort_unstable();
            by_seconds.iter().map(|(_, other)| VisitIdx(*other)).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{Order, Problem, StopKind, VehicleIdx};

    /// Slightly more visits than `LARGE`, at 40 places, some of them with windows.
    fn large() -> Problem {
        let mut fixture = Fixture::new(41);
        fixture.shift(0..10_000);
        for idx in (0_u32..).take(LARGE + 20) {
            let opens = i64::from(idx * 37 % 90) * 100;
            let windows = [(opens, opens + 500)];
            let is_free = idx % 3 == 0;
            fixture.dropoff(1 + idx * 7 % 40, if is_free { &[] } else { &windows });
        }
        fixture.problem
    }

    fn near_of(problem: &Problem, count: usize) -> Vec<Vec<VisitIdx>> {
        let instance = Instance::new(problem);
        let neighbors = neighbors(&instance, 200);
        nearest(&instance, &Compatible::new(&instance), &neighbors, count)
    }

    #[test]
    fn the_nearest_few_begin_the_longer_list() {
        let problem = large();
        let (few, many) = (near_of(&problem, 20), near_of(&problem, 100));
        assert!(many.iter().all(|it| it.len() == 100));
        let first: Vec<_> = many.iter().map(|it| it[..20].to_vec()).collect();
        assert_eq!(few, first);
    }

    #[test]
    fn visits_that_no_shift_may_serve_together_are_not_near() {
        let mut problem = large();
        assert_eq!(near_of(&problem, 20)[0].len(), 20);
        let refused = vec![VehicleIdx(0)];
        let order = &problem.orders[0];
        problem.orders[0] = Order { forbidden_vehicles: refused, ..order.clone() };
        assert!(near_of(&problem, 20)[0].is_empty());
    }

    #[test]
    fn a_visit_is_near_to_the_neighbors_of_either_stop() {
        let mut fixture = Fixture::new(100);
        fixture.shift(0..10_000);
        fixture.order(&[(StopKind::Pickup, 1, 1), (StopKind::Dropoff, 90, 1)]);
        fixture.order(&[(StopKind::Pickup, 50, 1), (StopKind::Dropoff, 48, 1)]);
        fixture.order(&[(StopKind::Pickup, 94, 1), (StopKind::Dropoff, 4, 1)]);
        fixture.order(&[(StopKind::Pickup, 30, 1), (StopKind::Dropoff, 20, 1)]);
        let instance = Instance::new(&fixture.problem);
        let by_first = neighbors(&instance, 10);
        assert_eq!(by_first[0], [3, 1, 2].map(VisitIdx));
        let near = ruin::of_stops(&instance, &by_first, 10);
        // Nearest to place 1 are 4, 20, 48; nearest to place 90 are 94, 50, 30.
        assert_eq!(near[0], [2, 3, 1].map(VisitIdx));
        assert_eq!(near[1], [2, 1, 3].map(VisitIdx));
    }
}
