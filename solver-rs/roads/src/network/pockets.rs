//! Pockets: open roads that can only be reached over destination-only roads or through gates.
//!
//! ```text
//!   ═══ street ══╤════════════      The aisle has no access tag, because the gate of the yard says
//!                ┆ private          everything. As an open road it would be an island: no open road leads
//!                ├─── aisle         to it, because a vehicle that entered the yard may not return to
//!                ┆ private          open roads. It is therefore destination-only like its surroundings,
//!                └─── aisle         and the yard is one area: trips go within, from and to it, not through.
//!
//!   ═══ street ══╪─── aisle         The same holds if only a gate for ends of trips (╪) at a node says so.
//! ```
//!
//! The open roads alone, cut at such gates, are divided into strongly connected components, ignoring turn
//! restrictions. The large ones and the longest one are the network. All others that are connected with a
//! destination-only road or a gate, directly or over other such roads, are pockets. Islands without such a
//! connection remain.
//!
//! A gate with the network on both sides is closed: trips to it arrive from either side. Gates that are the
//! only connection of two large networks, such as those before a ferry, are open to everybody: using a path
//! that a sign forbids is better than cutting off half a country. O(segments · log segments).

use super::components::strong_components;
use super::idx::{DirectedSegment, JunctionIdx, SegmentIdx, first_of_groups, index};
use super::segment_builder::SegmentDraft;

/// The segments and gates that do not allow through trips, in addition to those with such tags.
#[derive(Default)]
pub(super) struct Pockets {
    /// The segments in pockets, ascending.
    pub(super) segments: Vec<SegmentIdx>,
    /// The gates that nobody may pass, ascending.
    pub(super) closed_gates: Vec<JunctionIdx>,
}

/// Finds the pockets. `gates` are junctions of two roads, ascending; components with at least `large_size`
/// directed segments are networks of their own.
pub(super) fn find_pockets(
    laid: &SegmentDraft,
    gates: Vec<JunctionIdx>,
    large_size: u32,
) -> Pockets {
    let segments = &laid.segments;
    let is_private = |it: &DirectedSegment| segments.is_destination_only(*it);
    let travelable = || segments.directed().filter(|it| segments.is_travelable(*it));
    if gates.is_empty() && !travelable().any(|it| is_private(&it)) {
        return Pockets::default();
    }
    let open: Vec<_> = travelable().filter(|it| !is_private(it)).collect();
    let mut roads = OpenRoads::find(Spots { laid, gates }, open, large_size);
    let joining = roads.gates_that_join_networks();
    if !joining.is_empty() {
        let OpenRoads { spots: Spots { mut gates, .. }, open, .. } = roads;
        gates.retain(|gate| joining.binary_search(gate).is_err());
        roads = OpenRoads::find(Spots { laid, gates }, open, large_size);
    }
    let spots = &roads.spots;
    let private_ends =
        travelable().filter(is_private).flat_map(|it| [spots.from(it), spots.to(it)]);
    let beside_gates = (0..spots.gates.len()).flat_map(|gate| spots.beside(gate));
    let starts: Vec<_> = private_ends.chain(beside_gates).collect();
    let mut seen = vec![false; spots.count() as usize];
    let segments = roads.outside_from(starts, &mut seen).segments;
    let is_closed = |gate: &usize| spots.beside(*gate).iter().all(|it| roads.is_network(*it));
    let closed = (0..spots.gates.len()).filter(is_closed).map(|gate| spots.gates[gate]);
    Pockets { segments, closed_gates: closed.collect() }
}

/// A junction, or one of the two sides of a gate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SpotIdx(u32);

/// Junctions, with those at gates split in two: the first side keeps the number of the junction.
struct Spots<'a> {
    laid: &'a SegmentDraft,
    gates: Vec<JunctionIdx>,
}

impl Spots<'_> {
    fn count(&self) -> u32 {
        self.laid.segments.junction_count() + index(self.gates.len())
    }

    fn from(&self, directed: DirectedSegment) -> SpotIdx {
        let junction = self.laid.segments.from(directed);
        match self.gates.binary_search(&junction) {
            Ok(gate) if self.laid.leaving(junction)[1] == directed => self.beside(gate)[1],
            _ => SpotIdx(junction.0),
        }
    }

    fn to(&self, directed: DirectedSegment) -> SpotIdx {
        self.from(directed.reversed())
    }

    /// The two sides of a gate.
    fn beside(&self, gate: usize) -> [SpotIdx; 2] {
        let second = self.laid.segments.junction_count() + index(gate);
        [SpotIdx(self.gates[gate].0), SpotIdx(second)]
    }

    /// The gate of which a spot is a side.
    fn gate(&self, spot: SpotIdx) -> Option<usize> {
        match spot.0.checked_sub(self.laid.segments.junction_count()) {
            Some(gate) => Some(gate as usize),
            None => self.gates.binary_search(&JunctionIdx(spot.0)).ok(),
        }
    }
}

/// The open roads, and the ones among them that are the network.
struct OpenRoads<'a> {
    spots: Spots<'a>,
    open: Vec<DirectedSegment>,
    /// One per spot.
    component: Vec<u32>,
    /// One per component.
    is_network: Vec<bool>,
    /// Open segments outside the network, by their spots outside the network; ascending.
    outside: Vec<(SpotIdx, SegmentIdx)>,
}

/// The roads reached outside the network.
#[derive(Default)]
struct Found {
    /// Ascending.
    segments: Vec<SegmentIdx>,
    /// The components of the network that they touch.
    networks: Vec<u32>,
    /// The gates that are passed.
    gates: Vec<usize>,
}

impl<'a> OpenRoads<'a> {
    fn find(spots: Spots<'a>, open: Vec<DirectedSegment>, large_size: u32) -> Self {
        let mut degree = vec![0; spots.count() as usize];
        for directed in &open {
            degree[spots.from(*directed).0 as usize] += 1;
        }
        let first_out = first_of_groups(degree.into_iter());
        let mut by_tail = open.clone();
        by_tail.sort_by_key(|it| spots.from(*it));
        let component = strong_components(&first_out, |arc| spots.to(by_tail[arc as usize]).0);
        // The number of directed segments and the decimeters of each component.
        let mut sizes = vec![(0_u32, 0_u64); spots.count() as usize];
        for directed in &open {
            let [from, to] =
                [spots.from(*directed), spots.to(*directed)].map(|spot| component[spot.0 as usize]);
            if from == to {
                let size = &mut sizes[from as usize];
                size.0 += 1;
                size.1 += u64::from(spots.laid.segments.length_dm(directed.segment()));
            }
        }
        let longest = (0..index(sizes.len())).max_by_key(|it| sizes[*it as usize].1);
        let mut is_network: Vec<_> = sizes.iter().map(|size| size.0 >= large_size).collect();
        if let Some(longest) = longest {
            is_network[longest as usize] = true;
        }
        let mut roads = Self { spots, open, component, is_network, outside: Vec::new() };
        roads.outside = roads.find_outside();
        roads
    }

    fn find_outside(&self) -> Vec<(SpotIdx, SegmentIdx)> {
        let mut outside = Vec::new();
        for directed in &self.open {
            let ends = [self.spots.from(*directed), self.spots.to(*directed)];
            let [from, to] = ends.map(|spot| self.component[spot.0 as usize]);
            // Roads within the network are skipped: trips go along them and back.
            if from != to || !self.is_network(ends[0]) {
                let ends = ends.into_iter().filter(|it| !self.is_network(*it));
                outside.extend(ends.map(|spot| (spot, directed.segment())));
            }
        }
        outside.sort_unstable();
        outside.dedup();
        outside
    }

    fn is_network(&self, spot: SpotIdx) -> bool {
        self.is_network[self.component[spot.0 as usize] as usize]
    }

    /// Follows all open segments outside the network from the given spots, and passes gates.
    fn outside_from(&self, mut next: Vec<SpotIdx>, seen: &mut [bool]) -> Found {
        let mut found = Found::default();
        while let Some(spot) = next.pop() {
            if std::mem::replace(&mut seen[spot.0 as usize], true) {
                continue;
            }
            if let Some(gate) = self.spots.gate(spot) {
                found.gates.push(gate);
                next.extend(self.spots.beside(gate));
            }
            if self.is_network(spot) {
                found.networks.push(self.component[spot.0 as usize]);
                continue;
            }
            let first = self.outside.partition_point(|entry| entry.0 < spot);
            for (_, segment) in self.outside[first..].iter().take_while(|entry| entry.0 == spot) {
                found.segments.push(*segment);
                let ends = [self.spots.from(segment.forward()), self.spots.to(segment.forward())];
                for end in ends {
                    match self.is_network(end) {
                        true => found.networks.push(self.component[end.0 as usize]),
                        false => next.push(end),
                    }
                }
            }
        }
        found.segments.sort_unstable();
        found.segments.dedup();
        found
    }

    /// Gates that are the only connection between networks, alone or one behind the other; ascending.
    fn gates_that_join_networks(&self) -> Vec<JunctionIdx> {
        let mut joining = Vec::new();
        let mut seen = vec![false; self.spots.count() as usize];
        for gate in 0..self.spots.gates.len() {
            let mut found = self.outside_from(self.spots.beside(gate).to_vec(), &mut seen);
            found.networks.sort_unstable();
            found.networks.dedup();
            if found.networks.len() > 1 {
                joining.extend(found.gates.iter().map(|gate| self.spots.gates[*gate]));
            }
        }
        joining.sort_unstable();
        joining
    }
}
