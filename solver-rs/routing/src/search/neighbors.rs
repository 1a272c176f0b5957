//! Large problems: which visits are near to which, in way and in time, so that a visit is tried beside those and not everywhere.
//!
//! Trying a visit at every position costs O(visits), and so a first plan O(visits²) and each iteration O(visits). Beside its
//! nearest visits that are served it costs the same whatever the size: of 1,000 visits, an iteration takes a tenth. Nearness
//! is after PyVRP: the way, a little for waiting that cannot be avoided, and much for being late.
//!
//! Memory: `NEAR_MAX` indexes a visit.

use crate::instance::Instance;
use crate::problem::{OptionIdx, VisitIdx};
use crate::rules::compatibility::Compatible;
use crate::search::plan::Plan;

/// From so many visits on. Below, looking everywhere takes little, and finds a little more.
pub(crate) const LARGE: usize = 300;
/// Nearest visits known of each.
const NEAR_MAX: usize = 100;
/// Visits around each stop among which those nearest in time are looked for.
const AROUND_MAX: usize = 400;
/// Neighbors of all visits together: 40 MB, 100 each of 100,000 visits.
const NEIGHBORS_SUM: usize = 10_000_000;
/// A second of waiting counts as so much of a second on the way.
const WAITING_SHARE: f64 = 0.2;
/// Stops of a visit that nearness looks at.
const STOPS_MAX: usize = 3;

/// Which visits are at the places around a place: O(places²) to find, whatever the number of visits.
struct Around {
    /// By place: places with visits, nearest first.
    places: Vec<Vec<u32>>,
    /// By place.
    visits: Vec<Vec<VisitIdx>>,
}

impl Around {
    /// `at`: visits with their places.
    fn new(
        instance: &Instance<'_>,
        at: impl Iterator<Item = (VisitIdx, u32)>,
        count: usize,
    ) -> Self {
        let mut visits = vec![Vec::new(); instance.place_count];
        for (visit, place) in at {
            if visits[place as usize].last() != Some(&visit) {
                visits[place as usize].push(visit);
            }
        }
        let lived: Vec<u32> =
            (0_u32..).zip(&visits).filter(|it| !it.1.is_empty()).map(|it| it.0).collect();
        let mut places = vec![Vec::new(); instance.place_count];
        let mut keyed: Vec<(i64, u32)> = Vec::with_capacity(lived.len());
        for from in &lived {
            keyed.clear();
            keyed.extend(lived.iter().map(|to| {
                let meters = instance.meters(0, *from, *to);
                let seconds = instance.seconds(0, *from, *to);
                (meters.map_or(i64::MAX, |meters| meters + seconds), *to)
            }));
            if count < keyed.len() {
                keyed.select_nth_unstable(count);
                keyed.truncate(count + 1);
            }
            keyed.sort_unstable();
            places[*from as usize] = keyed.iter().map(|it| it.1).collect();
        }
        Self { places, visits }
    }

    /// Visits around a place, nearest first.
    fn of(&self, place: u32) -> impl Iterator<Item = VisitIdx> + '_ {
        self.places[place as usize].iter().flat_map(|it| self.visits[*it as usize].iter().copied())
    }
}

/// Neighbors of each visit by the way between their first places, nearest first, `count` at most.
pub(crate) fn neighbors(instance: &Instance<'_>, count: usize) -> Vec<Vec<VisitIdx>> {
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

/// By visit: those near to it, nearest first. Empty unless the problem is large.
pub(crate) fn near(
    instance: &Instance<'_>,
    compatible: &Compatible,
    neighbors: &[Vec<VisitIdx>],
) -> Vec<Vec<VisitIdx>> {
    if instance.problem.visits.len() < LARGE {
        return Vec::new();
    }
    nearest(instance, Some(compatible), neighbors, NEAR_MAX)
}

/// By visit: `count` of those near to it, nearest first; `compatible`: of those that some shift may serve beside it.
pub(crate) fn nearest(
    instance: &Instance<'_>,
    compatible: Option<&Compatible>,
    neighbors: &[Vec<VisitIdx>],
    count: usize,
) -> Vec<Vec<VisitIdx>> {
    let problem = instance.problem;
    let visit_count = problem.visits.len();
    let stops_of = |visit: VisitIdx| problem.visits[visit.at()].stops.clone().take(STOPS_MAX);
    let place_of = |stop: u32| {
        let first = OptionIdx(problem.stops[stop as usize].options.start);
        instance.option(first).place
    };
    let all = (0..visit_count).map(VisitIdx::of);
    let at = all.clone().flat_map(|it| stops_of(it).map(move |stop| (it, place_of(stop))));
    // Neighbors are by first stops: of visits with one stop nothing nearer is to be found.
    let single = problem.visits.iter().all(|it| it.stops.len() == 1);
    let around = (!single).then(|| Around::new(instance, at, AROUND_MAX));
    let ratio = way_per_second(instance, neighbors);
    let mut others: Vec<VisitIdx> = Vec::new();
    let mut keyed: Vec<(f64, VisitIdx)> = Vec::new();
    all.map(|visit| {
        others.clear();
        if let Some(around) = &around {
            for stop in stops_of(visit) {
                others.extend(around.of(place_of(stop)).take(AROUND_MAX));
            }
            others.sort_unstable();
            others.dedup();
            others.retain(|it| *it != visit);
        } else {
            others.extend_from_slice(&neighbors[visit.at()]);
        }
        if let Some(compatible) = compatible {
            others.retain(|it| compatible.share_a_shift(visit, *it));
        }
        keyed.clear();
        keyed.extend(others.iter().map(|other| (nearness(instance, visit, *other, ratio), *other)));
        let kept = count.min(keyed.len());
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

/// Of the nearest two stops, in the better of the two orders.
fn nearness(instance: &Instance<'_>, one: VisitIdx, other: VisitIdx, ratio: f64) -> f64 {
    let problem = instance.problem;
    let options = |visit: VisitIdx| {
        let stops = problem.visits[visit.at()].stops.clone().take(STOPS_MAX);
        stops.map(|stop| OptionIdx(problem.stops[stop as usize].options.start))
    };
    let mut least = f64::INFINITY;
    for from in options(one) {
        for to in options(other) {
            least = least.min(way(instance, from, to, ratio));
            least = least.min(way(instance, to, from, ratio));
        }
    }
    least
}

#[expect(clippy::cast_precision_loss, reason = "below 2^53")]
fn way(instance: &Instance<'_>, from: OptionIdx, to: OptionIdx, ratio: f64) -> f64 {
    let (from, to) = (instance.option(from), instance.option(to));
    let Some(meters) = instance.meters(0, from.place, to.place) else {
        return f64::INFINITY;
    };
    let seconds = instance.seconds(0, from.place, to.place);
    let on_the_way = from.service_seconds.saturating_add(seconds);
    let waiting = to.opens_at.saturating_sub(from.closes_at.saturating_add(on_the_way));
    let late = from.opens_at.saturating_add(on_the_way).saturating_sub(to.closes_at);
    (meters + seconds) as f64 + ratio * (WAITING_SHARE * waiting.max(0) as f64 + late.max(0) as f64)
}

/// Orders visits so that those that follow one another are near: from the most remote one to its nearest, and so on, then
/// from the most remote one that is left. Put into routes in this order, they fill one part of the map after the other; put
/// in by chance, every route goes everywhere.
pub(crate) fn chain(plan: &Plan<'_>, visits: &mut [VisitIdx]) {
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

/// Neighbors of each visit by the way between their first places, nearest first, `count` at most.
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
