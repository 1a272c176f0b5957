//! The oracle: determines the allowed walks along nodes by looking at the whole walk at every step.
//!
//! ```text
//!   a walk   a ─► b ─► c ─► d          edges of ways, no segments, no copies, no automaton
//!   next     every edge at d, if   d is not blocked, and is no private gate between roads of the longest net,
//!                                  the walk is private* open* private*,
//!                                  no restriction whose edges are the end of the walk forbids it
//! ```
//!
//! Private edges are those with the tag, and open edges that are connected with them or with a private gate but
//! not with the longest net, which never leads through such a gate. A net is a set of open roads that can all be
//! reached from one another.
//!
//! Exponential and obvious. It shares no code with the builder: it has its own edges, its own interpretation of
//! relations, its own geometry (a plane) and its own costs.

use crate::network::TravelRules;
use crate::network::tests::sketch::TestRules;
use crate::osm::{MemberKind, OsmNodeIdx, OsmRestriction, OsmRoads};
use crate::profile::{Access, NodeTravel, Pace, RestrictionRule, Signal};

/// One piece of a way in one direction.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Edge {
    way: usize,
    piece: usize,
    along: bool,
    pub(super) from: OsmNodeIdx,
    pub(super) to: OsmNodeIdx,
    private: bool,
    meters: f64,
    pub(super) ms: f64,
}

/// A node, or the end of a piece of a way at a node that is blocked or a gate.
type Spot = (OsmNodeIdx, Option<(usize, usize)>);

impl Edge {
    fn is_back_of(&self, other: &Edge) -> bool {
        (self.way, self.piece) == (other.way, other.piece) && self.along != other.along
    }
}

struct Rule {
    mandatory: bool,
    path: Vec<Edge>,
    to: Edge,
}

pub(super) struct Oracle<'a> {
    roads: &'a OsmRoads,
    pub(super) edges: Vec<Edge>,
    rules: Vec<Rule>,
    /// Private gates between two roads.
    gates: Vec<OsmNodeIdx>,
    /// Those with the longest net on both sides.
    closed_gates: Vec<OsmNodeIdx>,
}

impl<'a> Oracle<'a> {
    pub(super) fn new(roads: &'a OsmRoads) -> Self {
        let (edges, rules) = (Vec::new(), Vec::new());
        let mut oracle = Self { roads, edges, rules, gates: Vec::new(), closed_gates: Vec::new() };
        for (way, osm_way) in roads.ways.iter().enumerate() {
            let travel = TestRules.way(&roads.tags.view(osm_way.tags), None).unwrap();
            let nodes = &roads.way_nodes[osm_way.nodes.start as usize..osm_way.nodes.end as usize];
            for (piece, pair) in nodes.windows(2).enumerate() {
                for (direction, from, to, along) in [
                    (travel.forward, pair[0], pair[1], true),
                    (travel.backward, pair[1], pair[0], false),
                ] {
                    let Some(direction) = direction else { continue };
                    let Pace::KilometersPerHour(kmh) = direction.pace else { panic!("a ferry") };
                    let (east, north) = oracle.way_to(from, to);
                    let meters = (east * east + north * north).sqrt();
                    let ms = meters / kmh * 3_600.0;
                    let private = direction.access == Access::DestinationOnly;
                    oracle.edges.push(Edge { way, piece, along, from, to, private, meters, ms });
                }
            }
        }
        oracle.gates =
            oracle.edges.iter().map(|it| it.from).filter(|it| oracle.is_gate(*it)).collect();
        oracle.close_pockets();
        let rules: Vec<_> = roads.restrictions.iter().filter_map(|it| oracle.rule(it)).collect();
        oracle.rules = rules;
        oracle
    }

    fn spots(&self, edge: &Edge) -> [Spot; 2] {
        let is_cut = |node| self.node(node).blocked || self.gates.contains(&node);
        let end = |node| (node, is_cut(node).then_some((edge.way, edge.piece)));
        [end(edge.from), end(edge.to)]
    }

    fn is_gate(&self, node: OsmNodeIdx) -> bool {
        let NodeTravel { blocked, ends_only, .. } = self.node(node);
        !blocked && ends_only && self.road_count(node) == 2
    }

    /// The spots to which open roads lead from a spot.
    fn reached(&self, from: Spot) -> Vec<Spot> {
        let mut reached = vec![from];
        let mut next = 0;
        while next < reached.len() {
            for edge in self.edges.iter().filter(|it| !it.private) {
                let [tail, head] = self.spots(edge);
                if tail == reached[next] && !reached.contains(&head) {
                    reached.push(head);
                }
            }
            next += 1;
        }
        reached
    }

    fn close_pockets(&mut self) {
        let open: Vec<Edge> = self.edges.iter().filter(|it| !it.private).copied().collect();
        // The nets of open roads, and the length of each.
        let mut longest: (f64, Vec<Spot>) = (0.0, Vec::new());
        for edge in &open {
            let here = self.spots(edge)[0];
            let mut net = self.reached(here);
            net.retain(|there| self.reached(*there).contains(&here));
            let is_in = |edge: &&Edge| self.spots(edge).iter().all(|spot| net.contains(spot));
            let meters = open.iter().filter(is_in).map(|it| it.meters).sum();
            if meters > longest.0 {
                longest = (meters, net);
            }
        }
        let outside = |spot: &Spot| !longest.1.contains(spot);
        loop {
            let is_gate = |spot: &Spot| self.gates.contains(&spot.0);
            let spots = self.edges.iter().flat_map(|edge| self.spots(edge).map(|it| (edge, it)));
            let private = spots.filter(|(edge, spot)| edge.private || is_gate(spot));
            let joined: Vec<Spot> = private.map(|it| it.1).filter(&outside).collect();
            let found = self.edges.iter().position(|edge| {
                !edge.private && self.spots(edge).iter().any(|spot| joined.contains(spot))
            });
            let Some(found) = found else { break };
            let Edge { way, piece, .. } = self.edges[found];
            let both = self.edges.iter_mut().filter(|it| (it.way, it.piece) == (way, piece));
            both.for_each(|edge| edge.private = true);
        }
        let is_closed = |gate: &&OsmNodeIdx| {
            let mut spots =
                self.edges.iter().flat_map(|it| self.spots(it)).filter(|it| it.0 == **gate);
            spots.all(|spot| longest.1.contains(&spot))
        };
        self.closed_gates = self.gates.iter().filter(is_closed).copied().collect();
    }

    /// The edges with which a walk may continue, and the cost of each turn.
    pub(super) fn next(&self, walk: &[Edge]) -> Vec<(Edge, f64)> {
        let last = walk.last().unwrap();
        let node = self.node(last.to);
        let may = |next: &&Edge| self.keeps_privacy(walk, next) && self.keeps_rules(walk, next);
        let others = self.edges.iter().filter(|it| it.from == last.to && !it.is_back_of(last));
        let is_shut = node.blocked || self.closed_gates.contains(&last.to);
        let mut found: Vec<Edge> = others.filter(|_| !is_shut).filter(may).copied().collect();
        // A private road entered from an open one ends the trip: it does not lead on.
        if !found.iter().any(|next| last.private || !next.private) {
            found.extend(self.edges.iter().filter(|it| it.is_back_of(last)).filter(may));
        }
        found.into_iter().map(|next| (next, self.turn_ms(last, &next))).collect()
    }

    fn node(&self, node: OsmNodeIdx) -> NodeTravel {
        TestRules.node(&self.roads.tags.view(self.roads.node_tags[node.as_usize()]))
    }

    fn keeps_privacy(&self, walk: &[Edge], next: &Edge) -> bool {
        let mut text: String = walk.iter().map(|it| if it.private { 'p' } else { 'o' }).collect();
        text.push(if next.private { 'p' } else { 'o' });
        !text.trim_matches('p').contains('p')
    }

    fn keeps_rules(&self, walk: &[Edge], next: &Edge) -> bool {
        let matching: Vec<_> = self.rules.iter().filter(|it| walk.ends_with(&it.path)).collect();
        let forbidden = matching.iter().any(|rule| !rule.mandatory && rule.to == *next);
        let mut demands = matching.iter().filter(|rule| rule.mandatory).peekable();
        !forbidden && (demands.peek().is_none() || demands.any(|rule| rule.to == *next))
    }

    /// The only sequence of edges that a relation can mean.
    fn rule(&self, relation: &OsmRestriction) -> Option<Rule> {
        let (held, _) = TestRules.restrictions(&self.roads.tags.view(relation.tags));
        let rule = held.first()?.rule;
        let members = |role: &str, kind: MemberKind| -> Vec<i64> {
            let members = relation.members.iter();
            members.filter(|it| it.role == role && it.kind == kind).map(|it| it.id).collect()
        };
        let way = |id: i64| self.roads.ways.iter().position(|it| it.id == id).unwrap();
        let from = way(members("from", MemberKind::Way)[0]);
        let to = way(members("to", MemberKind::Way)[0]);
        let vias: Vec<_> = members("via", MemberKind::Way).into_iter().map(way).collect();
        if vias.contains(&from) || vias.contains(&to) || vias.iter().any(|it| count(&vias, *it) > 1)
        {
            return None;
        }
        let via_node = members("via", MemberKind::Node).first().copied();
        let mut found = Vec::new();
        for first in self.edges.iter().filter(|it| it.way == from) {
            match via_node {
                Some(id) if self.roads.node_id[first.to.as_usize()] != id => {}
                Some(_) if from == to => {
                    let back = self.edges.iter().filter(|it| it.is_back_of(first));
                    found.extend(back.map(|back| vec![*first, *back]));
                }
                Some(_) => {
                    let last = self.onward(first).into_iter().filter(|it| it.way == to);
                    found.extend(last.map(|last| vec![*first, last]));
                }
                None => self.along_vias(vec![*first], &vias, None, to, &mut found),
            }
        }
        let [edges] = &found[..] else { return None };
        let (to, path) = edges.split_last().unwrap();
        let mandatory = rule == RestrictionRule::Mandatory;
        Some(Rule { mandatory, path: path.to_vec(), to: *to })
    }

    fn along_vias(
        &self,
        walk: Vec<Edge>,
        left: &[usize],
        current: Option<usize>,
        to: usize,
        found: &mut Vec<Vec<Edge>>,
    ) {
        for next in self.onward(walk.last().unwrap()) {
            if walk.contains(&next) {
                continue;
            }
            let longer = [&walk[..], &[next]].concat();
            if left.is_empty() && next.way == to {
                found.push(longer.clone());
            }
            if current == Some(next.way) {
                self.along_vias(longer, left, current, to, found);
            } else if left.contains(&next.way) {
                let left: Vec<_> = left.iter().filter(|it| **it != next.way).copied().collect();
                self.along_vias(longer, &left, Some(next.way), to, found);
            }
        }
    }

    /// The edges after another, except back and through a barrier.
    fn onward(&self, edge: &Edge) -> Vec<Edge> {
        let blocked = self.node(edge.to).blocked;
        let next = self.edges.iter().filter(|it| it.from == edge.to && !it.is_back_of(edge));
        next.filter(|_| !blocked).copied().collect()
    }

    /// Meters east and north on a plane.
    fn way_to(&self, from: OsmNodeIdx, to: OsmNodeIdx) -> (f64, f64) {
        let degrees = |e7: &[i32]| f64::from(e7[to.as_usize()] - e7[from.as_usize()]) * 1e-7;
        // Meters per degree of WGS 84 where the equator meets the meridian of Greenwich.
        (
            degrees(&self.roads.node_lon_e7) * 111_319.491,
            degrees(&self.roads.node_lat_e7) * 110_574.276,
        )
    }

    fn turn_ms(&self, last: &Edge, next: &Edge) -> f64 {
        if next.is_back_of(last) {
            return 20_000.0;
        }
        let node = self.node(last.to);
        let holds = match node.signal {
            Signal::Absent => false,
            Signal::Both => true,
            Signal::Forward => last.along,
            Signal::Backward => !last.along,
        };
        let (x1, y1) = self.way_to(last.from, last.to);
        let (x2, y2) = self.way_to(next.from, next.to);
        // Positive to the left, as in mathematics.
        let left = (x1 * y2 - y1 * x2).atan2(x1 * x2 + y1 * y2).to_degrees();
        let bend = if left > 0.0 { 20.0 * left } else { -10.0 * left };
        let crossing = if self.road_count(last.to) > 2 { bend } else { 0.0 };
        crossing + node.delay_seconds * 1_000.0 + if holds { 2_000.0 } else { 0.0 }
    }

    fn road_count(&self, node: OsmNodeIdx) -> usize {
        let mut roads: Vec<_> = self
            .edges
            .iter()
            .filter(|it| it.from == node || it.to == node)
            .map(|it| (it.way, it.piece))
            .collect();
        roads.sort_unstable();
        roads.dedup();
        roads.len()
    }
}

fn count(ways: &[usize], way: usize) -> usize {
    ways.iter().filter(|it| **it == way).count()
}
