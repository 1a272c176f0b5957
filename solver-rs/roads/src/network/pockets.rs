//! Pockets: open roads that can be reached over destination-only ones alone.
//!
//! ```text
//!   ═══ street ══╤════════════      The aisle bears no tag of access, since the gate of the yard says it
//!                ┆ private          all. Taken for an open road it would be an island: from an open road
//!                ├─── aisle         nobody comes to it, for a vehicle that entered the yard may not go back to
//!                ┆ private          open roads. So it is destination-only as what encloses it, and the
//!                └─── aisle         yard is one area: within it, from it and to it, not through it.
//! ```
//!
//! The open roads alone are parted into strongly connected components, turn restrictions aside. Those
//! that are large, and the longest, are the network; what else is joined to a destination-only road, at
//! once or over other such roads, is a pocket. Islands that touch none stay as they are.
//! O(segments · log segments).

use super::components::strong_components;
use super::idx::{DirectedSegment, JunctionIdx, SegmentIdx, first_of_groups, index};
use super::segments::Segments;

/// The segments in pockets, ascending; `large_size` directed segments make a component a network of its own.
pub(super) fn find_pockets(segments: &Segments, large_size: u32) -> Vec<SegmentIdx> {
    let is_private = |it: &DirectedSegment| segments.is_destination_only(*it);
    let travelable = || segments.directed().filter(|it| segments.is_travelable(*it));
    if !travelable().any(|it| is_private(&it)) {
        return Vec::new();
    }
    let open: Vec<_> = travelable().filter(|it| !is_private(it)).collect();
    let network = OpenNetwork::find(segments, &open, large_size);
    // What may be in a pocket, by the junctions that are not of the network.
    let mut at_junction: Vec<(JunctionIdx, SegmentIdx)> = Vec::new();
    for directed in &open {
        let ends = [segments.from(*directed), segments.to(*directed)];
        if !network.holds_both(ends) {
            let outside = ends.into_iter().filter(|it| !network.holds(*it));
            at_junction.extend(outside.map(|junction| (junction, directed.segment())));
        }
    }
    at_junction.sort_unstable();
    at_junction.dedup();
    let mut seen = vec![false; segments.junction_count() as usize];
    let mut found: Vec<JunctionIdx> = Vec::new();
    let mut reach = |junction: JunctionIdx, found: &mut Vec<JunctionIdx>| {
        if !network.holds(junction) && !std::mem::replace(&mut seen[junction.as_usize()], true) {
            found.push(junction);
        }
    };
    for directed in travelable().filter(is_private) {
        reach(segments.from(directed), &mut found);
        reach(segments.to(directed), &mut found);
    }
    let mut pockets = Vec::new();
    while let Some(junction) = found.pop() {
        let first = at_junction.partition_point(|entry| entry.0 < junction);
        for (_, segment) in at_junction[first..].iter().take_while(|entry| entry.0 == junction) {
            pockets.push(*segment);
            reach(segments.from(segment.forward()), &mut found);
            reach(segments.to(segment.forward()), &mut found);
        }
    }
    pockets.sort_unstable();
    pockets.dedup();
    pockets
}

/// The junctions of the components that are no pockets.
struct OpenNetwork {
    component: Vec<u32>,
    is_network: Vec<bool>,
}

impl OpenNetwork {
    fn find(segments: &Segments, open: &[DirectedSegment], large_size: u32) -> Self {
        let junction_count = segments.junction_count() as usize;
        let mut degree = vec![0; junction_count];
        for directed in open {
            degree[segments.from(*directed).as_usize()] += 1;
        }
        let first_out = first_of_groups(degree.into_iter());
        let mut by_tail = open.to_vec();
        by_tail.sort_by_key(|it| segments.from(*it));
        let head = |arc: u32| segments.to(by_tail[arc as usize]).0;
        let component = strong_components(&first_out, head);
        // Directed segments and decimeters of each.
        let mut sizes = vec![(0_u32, 0_u64); junction_count];
        for directed in open {
            let [from, to] = [segments.from(*directed), segments.to(*directed)]
                .map(|junction| component[junction.as_usize()]);
            if from == to {
                let size = &mut sizes[from as usize];
                size.0 += 1;
                size.1 += u64::from(segments.length_dm(directed.segment()));
            }
        }
        let longest = (0..index(sizes.len())).max_by_key(|it| sizes[*it as usize].1);
        let mut is_network: Vec<_> = sizes.iter().map(|size| size.0 >= large_size).collect();
        if let Some(longest) = longest {
            is_network[longest as usize] = true;
        }
        Self { component, is_network }
    }

    fn holds(&self, junction: JunctionIdx) -> bool {
        self.is_network[self.component[junction.as_usize()] as usize]
    }

    /// Whether a road between two junctions is of the network: one gets along it and back.
    fn holds_both(&self, [from, to]: [JunctionIdx; 2]) -> bool {
        let component = |junction: JunctionIdx| self.component[junction.as_usize()];
        self.holds(from) && component(from) == component(to)
    }
}
