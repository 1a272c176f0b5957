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
        problem: &Problem,
        view: &View,
        at: impl Iterator<Item = (VisitIdx, u32)>,
        count: usize,
    ) -> Self {
        let mut visits = vec![Vec::new(); view.place_count];
        for (visit, place) in at {
            if visits[place as usize].last() != Some(&visit) {
                visits[place as usize].push(visit);
            }
        }
        let lived: Vec<u32> =
            (0_u32..).zip(&visits).filter(|it| !it.1.is_empty()).map(|it| it.0).collect();
        let mut places = vec![Vec::new(); view.place_count];
        let mut keyed: Vec<(i64, u32)> = Vec::with_capacity(lived.len());
        for from in &lived {
            keyed.clear();
            keyed.extend(lived.iter().map(|to| {
                let meters = view.meters(problem, 0, *from, *to);
                let seconds = view.seconds(problem, 0, *from, *to);
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
pub(super) fn neighbors(problem: &Problem, view: &View, count: usize) -> Vec<Vec<VisitIdx>> {
    if problem.visits.len() < LARGE {
        return super::view::neighbors(problem, view, count);
    }
    let count = count.min((NEIGHBORS_SUM / problem.visits.len()).max(NEAR_MAX));
    let homes = (0_u32..).zip(&view.home).map(|(visit, home)| (VisitIdx(visit), *home));
    let around = Around::new(problem, view, homes.clone(), count);
    homes
        .map(|(visit, home)| around.of(home).filter(|it| *it != visit).take(count).collect())
        .collect()
}

/// By visit: those near to it, nearest first. Empty unless the problem is large.
pub(super) fn near(
    problem: &Problem,
    view: &View,
    neighbors: &[Vec<VisitIdx>],
) -> Vec<Vec<VisitIdx>> {
    if problem.visits.len() < LARGE {
        return Vec::new();
    }
    nearest(problem, view, neighbors, NEAR_MAX)
}

/// By visit: `count` of those near to it, nearest first.
pub(super) fn nearest(
    problem: &Problem,
    view: &View,
    neighbors: &[Vec<VisitIdx>],
    count: usize,
) -> Vec<Vec<VisitIdx>> {
    let visit_count = problem.visits.len();
    let stops_of = |visit: VisitIdx| problem.visits[visit.at()].stops.clone().take(STOPS_MAX);
    let place_of = |stop: u32| view.place[problem.stops[stop as usize].options.start as usize];
    let all = (0..visit_count).map(VisitIdx::of);
    let at = all.clone().flat_map(|it| stops_of(it).map(move |stop| (it, place_of(stop))));
    // Neighbors are by first stops: of visits with one stop nothing nearer is to be found.
    let single = problem.visits.iter().all(|it| it.stops.len() == 1);
    let around = (!single).then(|| Around::new(problem, view, at, AROUND_MAX));
    let ratio = way_per_second(problem, view, neighbors);
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
        keyed.clear();
        keyed.extend(
            others.iter().map(|other| (nearness(problem, view, visit, *other, ratio), *other)),
        );
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
