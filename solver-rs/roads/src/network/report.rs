//! What was found, joined, skipped and why: plain counts, for the builder of a map to look at.
//!
//! ```text
//!   ways ─► runs ─► segments ─► turns ─► components        a line of counts from each step
//! ```

/// Why a turn restriction was not applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestrictionSkip {
    /// A member is missing, outside the extract, or no road of this profile.
    Incomplete,
    /// Several via nodes, nodes and ways mixed, too many ways, a via that stands twice or is an end
    /// as well, or several ends of an `only_*`.
    Malformed,
    /// The members do not touch, or only against the direction of travel.
    Detached,
    /// A member passes the via, so that it is not said which side is meant.
    Ambiguous,
}

/// Counts of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkReport {
    /// Ways of the extract.
    pub way_count: usize,
    /// Ways the profile travels on.
    pub used_way_count: usize,
    /// Of them those whose access, direction or pace depends on the hour.
    pub timed_way_count: usize,
    /// Conditions of ways and restrictions that were not understood, and are taken not to hold.
    pub unread_condition_count: usize,
    /// Ways that low-emission zones close in part or as a whole.
    pub zone_way_count: usize,
    /// Ways with fewer than two nodes in the extract.
    pub short_way_count: usize,
    /// Places where a way leaves the extract.
    pub missing_node_count: usize,
    /// Nodes that stand twice in a row in a way.
    pub repeated_node_count: usize,
    /// Nodes that nobody passes.
    pub blocked_node_count: usize,
    /// Nodes that take time to pass.
    pub delay_node_count: usize,
    /// Nodes with signals.
    pub signal_node_count: usize,
    /// Segments.
    pub segment_count: usize,
    /// Places where a segment continues from one way on another: so many segments more there would be
    /// without.
    pub joined_way_count: usize,
    /// Parts of segments.
    pub part_count: usize,
    /// Points of segments.
    pub point_count: usize,
    /// Open segments that only destination-only ones lead to, and which are destination-only therefore.
    pub pocket_segment_count: usize,
    /// Gates for ends of trips that nobody passes, since both sides are reached without them.
    pub closed_gate_count: usize,
    /// Junctions.
    pub junction_count: usize,
    /// Nodes of the turn graph.
    pub turn_node_count: usize,
    /// Of them the copies on which a trip ends that came to a destination-only segment.
    pub in_node_count: usize,
    /// Of them the copies that restrictions via ways need.
    pub history_node_count: usize,
    /// Turns.
    pub turn_count: usize,
    /// Of them back along the same road.
    pub u_turn_count: usize,
    /// Turns that restrictions took away, counted at each copy.
    pub forbidden_turn_count: usize,
    /// Turns that are closed at hours, by a restriction or by the road that they lead to, at each copy.
    pub timed_turn_count: usize,
    /// Restrictions via a node that were applied.
    pub node_restriction_count: usize,
    /// Restrictions via ways that were applied.
    pub way_restriction_count: usize,
    /// Restrictions that do not hold for this profile.
    pub restrictions_of_others: usize,
    /// Restrictions skipped as [`RestrictionSkip::Incomplete`].
    pub incomplete_restriction_count: usize,
    /// Restrictions skipped as [`RestrictionSkip::Malformed`].
    pub malformed_restriction_count: usize,
    /// Restrictions skipped as [`RestrictionSkip::Detached`].
    pub detached_restriction_count: usize,
    /// Restrictions skipped as [`RestrictionSkip::Ambiguous`].
    pub ambiguous_restriction_count: usize,
    /// Strongly connected components.
    pub component_count: usize,
    /// Of them large ones.
    pub large_component_count: usize,
    /// Open directed segments of the largest.
    pub largest_component_size: usize,
    /// Segments that belong to no large component.
    pub stranded_segment_count: usize,
}

impl NetworkReport {
    pub(super) fn skip_restriction(&mut self, skip: RestrictionSkip) {
        *match skip {
            RestrictionSkip::Incomplete => &mut self.incomplete_restriction_count,
            RestrictionSkip::Malformed => &mut self.malformed_restriction_count,
            RestrictionSkip::Detached => &mut self.detached_restriction_count,
            RestrictionSkip::Ambiguous => &mut self.ambiguous_restriction_count,
        } += 1;
    }
}
