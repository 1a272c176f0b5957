//! Counts of what was found, joined and skipped, and why, for the person who builds a map.
//!
//! ```text
//!   ways ─► runs ─► segments ─► turns ─► components        each step adds counts
//! ```

/// The reason why a turn restriction was not applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestrictionSkip {
    /// A member is missing, outside the extract, or not a road of this profile.
    Incomplete,
    /// Several via nodes, both nodes and ways, too many ways, a via that occurs twice or is also an
    /// end, or several ends of an `only_*`.
    Malformed,
    /// The members do not touch, or only against the direction of travel.
    Detached,
    /// A member continues beyond the via, so that it is unclear which side is meant.
    Ambiguous,
}

/// The counts of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkReport {
    /// Ways of the extract.
    pub way_count: usize,
    /// Ways that the profile may use.
    pub used_way_count: usize,
    /// Those of them whose access, direction or pace depends on the hour.
    pub timed_way_count: usize,
    /// Conditions of ways and restrictions that were not understood and are treated as false.
    pub unread_condition_count: usize,
    /// Ways that low-emission zones close partly or completely.
    pub zone_way_count: usize,
    /// Ways with fewer than two nodes in the extract.
    pub short_way_count: usize,
    /// Places where a way leaves the extract.
    pub missing_node_count: usize,
    /// Nodes that occur twice in succession in a way.
    pub repeated_node_count: usize,
    /// Nodes that nobody may pass.
    pub blocked_node_count: usize,
    /// Nodes that take time to pass.
    pub delay_node_count: usize,
    /// Nodes with signals.
    pub signal_node_count: usize,
    /// Segments.
    pub segment_count: usize,
    /// Places where a segment continues from one way to another: without joining, there would be as
    /// many more segments.
    pub joined_way_count: usize,
    /// Parts of segments.
    pub part_count: usize,
    /// Points of segments.
    pub point_count: usize,
    /// Open segments that can only be reached over destination-only ones, and which are therefore
    /// destination-only.
    pub pocket_segment_count: usize,
    /// Gates for ends of trips that nobody may pass, because both sides can be reached without them.
    pub closed_gate_count: usize,
    /// Junctions.
    pub junction_count: usize,
    /// Nodes of the turn graph.
    pub turn_node_count: usize,
    /// Those of them that are copies for trips which end on a destination-only segment that they entered.
    pub in_node_count: usize,
    /// Those of them that are copies for restrictions via ways.
    pub history_node_count: usize,
    /// Turns.
    pub turn_count: usize,
    /// Those of them that lead back along the same road.
    pub u_turn_count: usize,
    /// Turns that restrictions removed, counted at each copy.
    pub forbidden_turn_count: usize,
    /// Turns that a restriction or the road after them closes at certain hours, counted at each copy.
    pub timed_turn_count: usize,
    /// Restrictions via a node that were applied.
    pub node_restriction_count: usize,
    /// Restrictions via ways that were applied.
    pub way_restriction_count: usize,
    /// Restrictions that do not apply to this profile.
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
    /// Those of them that are large.
    pub large_component_count: usize,
    /// Open directed segments of the largest component.
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
