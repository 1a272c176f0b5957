//! The expected answers: costs by their definition, shortest paths by Dijkstra's algorithm.
//!
//! The oracle shares only the network (segments, their parts, turns) with the code that it checks: no order,
//! no arcs, no labels, no lanes side by side, no costs. It searches one lane at a time, from one place.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use roads::WeekHours;
use roads::hierarchy::{LaneCosts, RoadPoint, Share, pair_cost};
use roads::map::{RulePlace, SpeedChange, SpeedRule};
use roads::network::{DirectedSegment, RoadNetwork, SegmentIdx, TurnNodeIdx};
use roads::profile::{RoadClass, TrafficGroup};

use crate::extracts::{WEEKDAY, WEEKEND, hours};

/// Windows 0 to 7, then these two.
pub(crate) const FREE_FLOW: usize = 8;
pub(crate) const WEEKEND_LANE: usize = 9;
pub(crate) const LANE_COUNT: usize = 10;

/// Milliseconds, then decimeters: of equally fast paths, the shorter one is better.
pub(crate) type Cost = (u64, u64);

/// The costs of every directed segment in every lane.
pub(crate) struct Oracle<'a> {
    network: &'a RoadNetwork,
    costs: Vec<[Cost; LANE_COUNT]>,
    /// For each set of hours, whether it applies in each lane.
    holds: Vec<[bool; LANE_COUNT]>,
}

/// For each lane, how many of its minutes are in a set of hours, and how many minutes it has.
type LaneShares = [(u32, u32); LANE_COUNT];

/// Returns whether a second of the week belongs to a lane.
fn is_in_lane(lane: usize, second: u32) -> bool {
    let (day, at) = (second / 86_400, second % 86_400);
    match lane {
        FREE_FLOW => true,
        WEEKEND_LANE => day >= 5,
        window => day < 5 && hours()[window].iter().any(|it| it.0 <= at && at <= it.1),
    }
}

/// Returns how many minutes of a lane are in a set of hours, and how many it has. Windows begin at whole
/// minutes.
fn minutes_of(lane: usize, hours: &WeekHours) -> (u32, u32) {
    let of_lane = (0..7 * 1440_u16).filter(|minute| is_in_lane(lane, u32::from(*minute) * 60));
    let is_held =
        |minute: &u16| hours.ranges().iter().any(|range| range.0 <= *minute && *minute < range.1);
    of_lane.fold((0, 0), |(held, all), minute| (held + u32::from(is_held(&minute)), all + 1))
}

/// Returns the factors of a lane.
pub(crate) fn factors_of(lane: usize) -> [f64; 4] {
    match lane {
        FREE_FLOW => [1.0; 4],
        WEEKEND_LANE => WEEKEND,
        window => WEEKDAY[window],
    }
}

impl<'a> Oracle<'a> {
    /// Computes the costs with the speeds of [`crate::extracts::speeds`] and rules.
    pub(crate) fn new(
        network: &'a RoadNetwork,
        follows_traffic: bool,
        rules: &[SpeedRule],
    ) -> Self {
        let shares: Vec<LaneShares> = (network.hours.iter())
            .map(|hours| std::array::from_fn(|lane| minutes_of(lane, hours)))
            .collect();
        let holds = shares.iter().map(|lanes| lanes.map(|(held, all)| 2 * held >= all)).collect();
        let costs = network.segments.directed().map(|directed| {
            std::array::from_fn(|lane| {
                let length = network.segments.length_dm(directed.segment()).into();
                // Windows have no distances.
                let length = if lane < FREE_FLOW { 0 } else { length };
                let how = (follows_traffic, &shares[..], rules);
                (milliseconds(network, directed, lane, how), length)
            })
        });
        Self { network, costs: costs.collect(), holds }
    }

    /// Returns the turns of a node: the next nodes, and the milliseconds in a lane.
    fn turns(&self, node: TurnNodeIdx, lane: usize) -> impl Iterator<Item = (TurnNodeIdx, u64)> {
        let turns = &self.network.turns;
        let row = turns.first_out()[node.as_usize()]..turns.first_out()[node.as_usize() + 1];
        row.map(move |arc| {
            let is_closed =
                turns.closed_hours(arc).is_some_and(|hours| self.holds[hours.0 as usize][lane]);
            let closed_ms = if is_closed { 100_000_000 } else { 0 };
            (turns.head()[arc as usize], u64::from(turns.turn_ms()[arc as usize]) + closed_ms)
        })
    }

    /// Returns the costs from a place to others in one lane.
    pub(crate) fn costs_from(
        &self,
        source: &RoadPoint,
        targets: &[RoadPoint],
        lane: usize,
    ) -> Vec<Option<Cost>> {
        let reached = self.search(source, lane);
        targets
            .iter()
            .map(|target| {
                let mut best = self.along(source, target, lane);
                for directed in both(target.segment) {
                    for end in self.network.turns.end_nodes(directed) {
                        if let Some(cost) = reached[end.as_usize()] {
                            let sum = plus(cost, self.gone(target, directed, lane));
                            best = Some(best.map_or(sum, |best| best.min(sum)));
                        }
                    }
                }
                best
            })
            .collect()
    }

    /// Returns the costs from a place to the start of each node that is reached by at least one turn.
    fn search(&self, source: &RoadPoint, lane: usize) -> Vec<Option<Cost>> {
        let turns = &self.network.turns;
        let mut best: Vec<Option<Cost>> = vec![None; turns.node_count() as usize];
        let mut queue = BinaryHeap::new();
        for directed in both(source.segment) {
            for start in turns.start_nodes(directed) {
                let whole = self.costs[directed.as_usize()][lane];
                let gone = self.gone(source, directed, lane);
                let left = (whole.0 - gone.0, whole.1 - gone.1);
                for (next, turn_ms) in self.turns(*start, lane) {
                    queue.push(Reverse((plus(left, (turn_ms, 0)), next)));
                }
            }
        }
        while let Some(Reverse((cost, node))) = queue.pop() {
            let known: &mut Option<Cost> = &mut best[node.as_usize()];
            if known.is_some() {
                continue;
            }
            *known = Some(cost);
            let left = plus(cost, self.costs[self.directed_of(node).as_usize()][lane]);
            for (next, turn_ms) in self.turns(node, lane) {
                if best[next.as_usize()].is_none() {
                    queue.push(Reverse((plus(left, (turn_ms, 0)), next)));
                }
            }
        }
        best
    }

    /// Returns the cost from a place to one ahead of it on the same road.
    fn along(&self, source: &RoadPoint, target: &RoadPoint, lane: usize) -> Option<Cost> {
        if source.segment != target.segment {
            return None;
        }
        let ways = both(source.segment).into_iter().filter_map(|directed| {
            let is_open = self.network.segments.is_travelable(directed);
            let [from, to] = [source, target].map(|point| shares(point, directed));
            let is_ahead = from.0 <= to.0 && from.1 <= to.1;
            let [from, to] = [source, target].map(|point| self.gone(point, directed, lane));
            (is_open && is_ahead).then(|| (to.0 - from.0, to.1 - from.1))
        });
        ways.min()
    }

    fn gone(&self, point: &RoadPoint, directed: DirectedSegment, lane: usize) -> Cost {
        let whole = self.costs[directed.as_usize()][lane];
        let (time, length) = shares(point, directed);
        (part_of(whole.0, time), part_of(whole.1, length))
    }

    fn directed_of(&self, node: TurnNodeIdx) -> DirectedSegment {
        self.network.turns.node_segment()[node.as_usize()]
    }
}

fn both(segment: u32) -> [DirectedSegment; 2] {
    [SegmentIdx(segment).forward(), SegmentIdx(segment).backward()]
}

fn plus(a: Cost, b: Cost) -> Cost {
    (a.0 + b.0, a.1 + b.1)
}

/// Returns the fractions of the time and the length of a directed segment before a point, in units of
/// 1/65,536.
fn shares(point: &RoadPoint, directed: DirectedSegment) -> (u64, u64) {
    let raw = |share: Share| u64::from(share.of(1 << 16));
    if directed.is_backward() {
        (raw(point.backward), 65_536 - raw(point.length))
    } else {
        (raw(point.forward), raw(point.length))
    }
}

/// Returns a part of a whole, rounded half up.
fn part_of(whole: u64, share: u64) -> u64 {
    (2 * whole * share + 65_536) / (2 * 65_536)
}

/// Returns the time of a directed segment by its definition: each part at its own speed, rounded once, plus
/// the time that does not depend on speeds; at least 1 ms. Undefined if the direction is closed.
fn milliseconds(
    network: &RoadNetwork,
    directed: DirectedSegment,
    lane: usize,
    (follows_traffic, shares, rules): (bool, &[LaneShares], &[SpeedRule]),
) -> u64 {
    let segments = &network.segments;
    let segment = directed.segment();
    if !segments.is_travelable(directed) {
        return 0;
    }
    let class = segments.class(segment);
    let group = match class.group() {
        TrafficGroup::Motorway => Some(0),
        TrafficGroup::Primary => Some(1),
        TrafficGroup::Tertiary => Some(2),
        TrafficGroup::Residential => Some(3),
        TrafficGroup::Unaffected => None,
    };
    let factor = match group {
        Some(group) if follows_traffic => factors_of(lane)[group],
        _ => 1.0,
    };
    let (lats, lons) = segments.points(segment);
    // If the number of points is even, the middle lies between two of them.
    let middle_of = |e7: &[i32]| e7[(e7.len() - 1) / 2].midpoint(e7[e7.len() / 2]);
    let middle = (middle_of(lats), middle_of(lons));
    let mut moving = 0.0;
    for (part_idx, part) in segments.parts(segment).enumerate() {
        let usual = if directed.is_backward() { part.backward_ms } else { part.forward_ms };
        let at_hours: Vec<(u32, u32)> = segments
            .paces_at_hours(directed, part_idx)
            .map(|(hours, milliseconds)| (shares[hours.0 as usize][lane].0, milliseconds))
            .collect();
        let all = shares.first().map_or(0, |lanes| lanes[lane].1);
        let rest = all - at_hours.iter().map(|it| it.0).sum::<u32>();
        // The pace that applies for the longest time; in a tie, not the usual one.
        let longest = at_hours.iter().copied().max_by_key(|it| it.0).filter(|it| it.0 >= rest);
        let free_flow = longest.map_or(usual, |it| it.1);
        let mut time = f64::from(free_flow) / factor;
        for rule in rules.iter().filter(|rule| holds(rule, lane, class, part.way_id, middle)) {
            time = match rule.change {
                SpeedChange::Factor(factor) => time / factor,
                // 1 km/h is 10 dm in 3,600 ms.
                SpeedChange::KilometersPerHour(speed) => f64::from(part.length_dm) * 360.0 / speed,
            };
        }
        moving += time;
    }
    let whole = format!("{:.0}", moving.round()).parse::<u64>().unwrap();
    (whole + u64::from(segments.fixed_ms(directed))).max(1)
}

fn holds(rule: &SpeedRule, lane: usize, class: RoadClass, way_id: i64, middle: (i32, i32)) -> bool {
    let bit = match lane {
        WEEKEND_LANE => 8,
        FREE_FLOW => 9,
        window => window,
    };
    let is_there = match &rule.place {
        RulePlace::Everywhere => true,
        RulePlace::Way(id) => *id == way_id,
        RulePlace::Area(corners) => winds_around(corners, middle),
    };
    is_there && rule.lanes.0 >> bit & 1 == 1 && rule.class.is_none_or(|it| it == class)
}

/// Returns whether a polygon without crossings winds around a point: whether the angles between its corners
/// add up to a full turn.
fn winds_around(corners: &[(i32, i32)], point: (i32, i32)) -> bool {
    let angle = |corner: &(i32, i32)| {
        (f64::from(corner.0) - f64::from(point.0)).atan2(f64::from(corner.1) - f64::from(point.1))
    };
    let next = corners.iter().cycle().skip(1);
    let turned = corners.iter().zip(next).map(|(from, to)| {
        let turn = angle(to) - angle(from);
        (turn + 3.0 * std::f64::consts::PI).rem_euclid(2.0 * std::f64::consts::PI)
            - std::f64::consts::PI
    });
    turned.sum::<f64>().abs() > std::f64::consts::PI
}

/// Returns the costs of all lanes as in a table; `None` if no lane has a path.
pub(crate) fn lane_costs(by_lane: &[Option<Cost>; LANE_COUNT]) -> Option<LaneCosts> {
    let ms = |lane: usize| by_lane[lane].map(|cost| u32::try_from(cost.0).unwrap());
    let paired = |lane: usize| {
        let meters = by_lane[lane].map(|cost| u32::try_from(cost.1).unwrap());
        Some(pair_cost(ms(lane)?, meters?))
    };
    let reachable = by_lane.iter().filter(|cost| cost.is_some()).count();
    assert!(reachable == 0 || reachable == LANE_COUNT, "lanes differ in speed alone");
    let mut windows = [0; 8];
    for (lane, window) in windows.iter_mut().enumerate() {
        *window = ms(lane)?;
    }
    Some(LaneCosts { windows, paired: [paired(FREE_FLOW)?, paired(WEEKEND_LANE)?] })
}
