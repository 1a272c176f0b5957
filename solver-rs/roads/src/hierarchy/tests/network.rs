//! Random networks with one-way roads, loops, parallel roads, forbidden turns and several nodes for one directed
//! segment; and random points on their segments.

use super::*;

/// A network in plain lists, as the oracle uses it.
pub(super) struct Network {
    lat_e7: Vec<i32>,
    lon_e7: Vec<i32>,
    pub(super) tail: Vec<u32>,
    head: Vec<u32>,
    /// One per node: its directed segment.
    pub(super) directed: Vec<u32>,
    /// One per node: the nodes to which turns lead, and their milliseconds.
    pub(super) turns: Vec<Vec<(u32, u32)>>,
    pub(super) start: Vec<u32>,
    pub(super) ends: Vec<Vec<u32>>,
    /// One per directed segment.
    pub(super) costs: Vec<LaneCosts>,
}

pub(super) fn random_network(random: &mut Random) -> Network {
    let junction_count = 1 + random.below(24);
    let segment_count = 1 + random.below(40);
    let mut network = Network {
        lat_e7: (0..junction_count).map(|_| random.below(1000).cast_signed()).collect(),
        lon_e7: (0..junction_count).map(|_| random.below(1000).cast_signed()).collect(),
        tail: Vec::new(),
        head: Vec::new(),
        directed: Vec::new(),
        turns: Vec::new(),
        start: Vec::new(),
        ends: Vec::new(),
        costs: Vec::new(),
    };
    for segment in 0..segment_count {
        network.tail.push(random.below(junction_count));
        network.head.push(random.below(junction_count));
        let is_one_way = random.below(3) == 0;
        for directed in [segment * 2, segment * 2 + 1] {
            let is_absent = is_one_way && directed % 2 == 1;
            let mut nodes = Vec::new();
            for _ in 0..if is_absent { 0 } else { 1 + random.below(5) / 4 } {
                nodes.push(u32::try_from(network.directed.len()).unwrap());
                network.directed.push(directed);
            }
            network.start.push(nodes.first().copied().unwrap_or(u32::MAX));
            network.ends.push(nodes);
            network.costs.push(random_costs(random));
        }
    }
    let is_sparse = random.below(2) == 0;
    for &from in &network.directed {
        let junction = end_of(&network, from);
        let mut turns = Vec::new();
        for (node, &to) in (0..).zip(&network.directed) {
            let is_kept = random.below(if is_sparse { 3 } else { 8 }) > 0;
            if start_of(&network, to) == junction && is_kept {
                turns.push((node, random.below(3) * random.below(4000)));
            }
        }
        network.turns.push(turns);
    }
    network
}

pub(super) fn start_of(network: &Network, directed: u32) -> u32 {
    let ends = if directed & 1 == 0 { &network.tail } else { &network.head };
    ends[directed as usize / 2]
}

fn end_of(network: &Network, directed: u32) -> u32 {
    start_of(network, directed ^ 1)
}

pub(super) fn random_costs(random: &mut Random) -> LaneCosts {
    let base = 1 + random.below(60_000);
    let mut slower = || base + random.below(base);
    let windows = std::array::from_fn(|_| slower());
    let paired = [slower(), slower()].map(|ms| pair_cost(ms, 1 + ms % 977));
    LaneCosts { windows, paired }
}

pub(super) fn hierarchy_of(network: &Network) -> Hierarchy {
    let mut first_out = vec![0];
    let (mut head, mut turn_milliseconds) = (Vec::new(), Vec::new());
    for turns in &network.turns {
        head.extend(turns.iter().map(|turn| turn.0));
        turn_milliseconds.extend(turns.iter().map(|turn| turn.1));
        first_out.push(u32::try_from(head.len()).unwrap());
    }
    let mut first_end = vec![0];
    let mut end_node = Vec::new();
    for ends in &network.ends {
        end_node.extend_from_slice(ends);
        first_end.push(u32::try_from(end_node.len()).unwrap());
    }
    Hierarchy::build(
        NetworkShape {
            lat_e7: &network.lat_e7,
            lon_e7: &network.lon_e7,
            tail: &network.tail,
            head: &network.head,
        },
        TurnGraphView {
            first_out: &first_out,
            head: &head,
            turn_milliseconds: &turn_milliseconds,
            directed_segment: &network.directed,
            start_node: &network.start,
            first_end: &first_end,
            end_node: &end_node,
            closed_turns: &[],
            closed_starts: &[],
        },
    )
}

/// A point of a test: its segment, and how many 65,536ths are gone forward and backward.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub(super) segment: u32,
    pub(super) time_parts: [u64; 2],
    pub(super) length_parts: [u64; 2],
}

impl Point {
    pub(super) fn as_road_point(self) -> RoadPoint {
        #[expect(clippy::cast_precision_loss, reason = "17 bits")]
        let share = |parts: u64| Share::nearest(parts as f64 / 65_536.0);
        RoadPoint {
            segment: self.segment,
            forward: share(self.time_parts[0]),
            backward: share(self.time_parts[1]),
            length: share(self.length_parts[0]),
        }
    }
}

pub(super) fn random_points(random: &mut Random, network: &Network) -> Vec<Point> {
    let segment_count = u32::try_from(network.tail.len()).unwrap();
    (0..8)
        .map(|_| {
            let share = u64::from(random.below(65_537));
            let segment = random.below(segment_count.min(6));
            // The time that is gone is not always the complement of that in the other direction, and
            // not always the same share as that of the length.
            let slow = share * share / 65_536;
            let time_parts = [[share, 65_536 - share], [slow, 65_536 - share], [0, 65_536]];
            Point {
                segment,
                time_parts: time_parts[random.below(3) as usize],
                length_parts: [share, 65_536 - share],
            }
        })
        .collect()
}
