//! Chains: stretches that become one segment. Runs are cut at junctions and joined where they continue.
//!
//! ```text
//!   way 1   a──b──c──d──e          cut:   a──b──c   c──d──e   e──f     (c is a crossing)
//!   way 2         c  └─ e──f       join:  a──b──c   c──d──e──f         (e only changes the name)
//! ```
//!
//! A node is an inner point of a segment if exactly two road ends meet there, nobody has to wait there and everybody
//! may pass, no restriction refers to it, and the two roads are equal in all relevant properties: class, access and
//! direction and their hours, toll, snapping, roundabout, driving side. Speed and way may differ; a segment keeps both
//! in its parts.
//!
//! Cutting is O(nodes). Joining sorts the ends at nodes of degree two, some 2 % of all nodes, instead of storing the
//! edges at every node: O(n log n) on few ends, and no array over the nodes of the extract.

use super::idx::index;
use super::report::NetworkReport;
use super::ways::{NodeMarks, UsedWay, Ways};
use crate::osm::OsmNodeIdx;
use crate::profile::{Access, DirectionHours, RoadClass, WayDirection};
use crate::week::WeekHours;

/// Consecutive nodes of a way from one cut to the next.
pub(super) struct Stretch {
    /// Position of its way.
    pub(super) way: u32,
    /// Positions in [`Ways::nodes`], both inclusive.
    pub(super) first: u32,
    pub(super) last: u32,
}

/// A stretch and the direction in which it is followed.
#[derive(Clone, Copy)]
pub(super) struct Link {
    pub(super) stretch: u32,
    /// Whether it is followed against the order of its way's nodes.
    pub(super) against_way: bool,
}

/// Stretches, and the links of each chain.
pub(super) struct Chains {
    pub(super) stretches: Vec<Stretch>,
    /// One per chain, plus one.
    pub(super) first_link: Vec<u32>,
    pub(super) links: Vec<Link>,
}

impl Chains {
    pub(super) fn count(&self) -> usize {
        self.first_link.len() - 1
    }

    pub(super) fn links(&self, chain: usize) -> &[Link] {
        &self.links[self.first_link[chain] as usize..self.first_link[chain + 1] as usize]
    }

    /// The nodes of a link in the order in which they are passed.
    pub(super) fn nodes<'a>(
        &self,
        ways: &'a Ways,
        link: Link,
    ) -> impl ExactSizeIterator<Item = OsmNodeIdx> + use<'a> {
        let stretch = &self.stretches[link.stretch as usize];
        let nodes = &ways.nodes[stretch.first as usize..=stretch.last as usize];
        let last = nodes.len() - 1;
        (0..nodes.len()).map(move |idx| nodes[if link.against_way { last - idx } else { idx }])
    }
}

/// Cuts the runs and joins the stretches.
pub(super) fn find_chains(ways: &Ways, marks: &NodeMarks, report: &mut NetworkReport) -> Chains {
    let stretches = cut(ways, marks);
    let mates = find_mates(ways, marks, &stretches, report);
    let mut chains = Chains { stretches, first_link: vec![0], links: Vec::new() };
    let mut done = vec![false; chains.stretches.len()];
    // Chains with ends come first; the remaining stretches form rings, which may begin anywhere.
    for is_ring in [false, true] {
        for stretch in 0..index(chains.stretches.len()) {
            let start = if mates[end_of(stretch, false)].is_none() || is_ring {
                Link { stretch, against_way: false }
            } else if mates[end_of(stretch, true)].is_none() {
                Link { stretch, against_way: true }
            } else {
                continue;
            };
            if !done[stretch as usize] {
                follow(start, &mates, &mut done, &mut chains.links);
                chains.first_link.push(index(chains.links.len()));
            }
        }
    }
    chains
}

fn cut(ways: &Ways, marks: &NodeMarks) -> Vec<Stretch> {
    let mut stretches = Vec::new();
    for run in &ways.runs {
        let mut first = run.nodes.start;
        for position in run.nodes.start + 1..run.nodes.end {
            let is_last = position + 1 == run.nodes.end;
            if is_last || !marks.may_continue(ways.nodes[position as usize]) {
                stretches.push(Stretch { way: run.way, first, last: position });
                first = position;
            }
        }
    }
    stretches
}

/// The position of one of the two ends of a stretch in the array of mates.
fn end_of(stretch: u32, is_last: bool) -> usize {
    stretch as usize * 2 + usize::from(is_last)
}

/// Finds for each end of a stretch the link that continues it.
fn find_mates(
    ways: &Ways,
    marks: &NodeMarks,
    stretches: &[Stretch],
    report: &mut NetworkReport,
) -> Vec<Option<Link>> {
    let mut ends = Vec::new();
    for (idx, stretch) in stretches.iter().enumerate() {
        for (position, is_last) in [(stretch.first, false), (stretch.last, true)] {
            let node = ways.nodes[position as usize];
            if marks.may_continue(node) {
                ends.push((node, index(idx), is_last));
            }
        }
    }
    ends.sort_unstable();
    let mut mates = vec![None; stretches.len() * 2];
    for pair in ends.chunk_by(|a, b| a.0 == b.0) {
        let [(_, one, one_is_last), (_, other, other_is_last)] = *pair else { continue };
        // Follow `one` towards the node, then `other` away from it.
        let toward = Link { stretch: one, against_way: !one_is_last };
        let away = Link { stretch: other, against_way: other_is_last };
        if Nature::of(ways, stretches, toward) != Nature::of(ways, stretches, away) {
            continue;
        }
        report.joined_way_count +=
            usize::from(stretches[one as usize].way != stretches[other as usize].way);
        mates[end_of(one, one_is_last)] = Some(away);
        mates[end_of(other, other_is_last)] = Some(Link { stretch: one, against_way: one_is_last });
    }
    mates
}

fn follow(start: Link, mates: &[Option<Link>], done: &mut [bool], links: &mut Vec<Link>) {
    let mut link = start;
    loop {
        done[link.stretch as usize] = true;
        links.push(link);
        match mates[end_of(link.stretch, !link.against_way)] {
            Some(next) if !done[next.stretch as usize] => link = next,
            _ => return,
        }
    }
}

/// All properties in which two roads must be equal to become one segment, in the direction of travel.
#[derive(PartialEq)]
struct Nature<'a> {
    class: RoadClass,
    along: Option<Access>,
    against: Option<Access>,
    /// The hours when it is closed and when it is destination-only, along and against.
    hours: Option<[(&'a WeekHours, &'a WeekHours); 2]>,
    snappable: bool,
    toll: bool,
    roundabout: bool,
    left_hand: bool,
}

impl<'a> Nature<'a> {
    fn of(ways: &'a Ways, stretches: &[Stretch], link: Link) -> Self {
        let UsedWay { travel, hours, left_hand, .. } =
            &ways.used[stretches[link.stretch as usize].way as usize];
        let access = |direction: Option<WayDirection>| direction.map(|it| it.access);
        let closed_or_ends = |it: &'a DirectionHours| (&it.closed, &it.ends_only);
        let hours = hours.as_deref().map(|[forward, backward]| {
            let hours = [closed_or_ends(forward), closed_or_ends(backward)];
            if link.against_way { [hours[1], hours[0]] } else { hours }
        });
        let hours = hours.filter(|it| it.iter().any(|it| !it.0.is_never() || !it.1.is_never()));
        let (along, against) = if link.against_way {
            (access(travel.backward), access(travel.forward))
        } else {
            (access(travel.forward), access(travel.backward))
        };
        Self {
            class: travel.class,
            along,
            against,
            hours,
            snappable: travel.snappable,
            toll: travel.toll,
            roundabout: travel.roundabout,
            left_hand: *left_hand,
        }
    }
}
