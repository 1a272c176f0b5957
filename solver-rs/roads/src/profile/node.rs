//! What a node means to a profile: whether a barrier blocks, a delay, a signal.
//!
//! The rules for a barrier are applied in this order: does something else at the node open it (a rising
//! bollard, a lowered kerb); is it a barrier that can be passed; is it one that blocks. Access tags at the
//! node take precedence in both directions: `bollard` with `motor_vehicle=yes` is passed, `gate` with
//! `access=no` blocks. Private gates are passed by trips with business behind them: the roads there are
//! usually private too, so no trip passes through; if they are not, the gate itself keeps through traffic out
//! ([`NodeTravel::ends_only`]). `locked=yes` blocks all road users except those that an own key lets in.
//! Signs about size apply at nodes as on ways, as do those about dangerous goods; both are checked first.

use super::access::TaggedAccess;
use super::table::{Direction, OtherBarriers};
use super::{Access, NodeTravel, ProfileTable, Signal, Tags};

/// Barriers that all traffic may pass whatever their access tags say: it pays, or it is checked.
const NO_GATES: [&str; 4] = ["no", "toll_booth", "border_control", "entrance"];

/// The delay of passing in seconds; `None` if it cannot be passed.
type Passing = Option<f64>;

impl ProfileTable {
    /// Returns what a node means to this profile. Does not allocate, except for numbers with a comma.
    #[must_use]
    pub fn node(&self, tags: &impl Tags) -> NodeTravel {
        let passing = self.passing(tags);
        NodeTravel {
            blocked: passing.is_none(),
            delay_seconds: passing.unwrap_or(0.0),
            ends_only: passing.is_some() && self.is_gate_for_ends(tags),
            signal: signal(tags),
        }
    }

    /// Returns whether a barrier can be passed, but its access tags admit only trips that start or end behind
    /// it.
    fn is_gate_for_ends(&self, tags: &impl Tags) -> bool {
        let is_gate = tags.get("barrier").is_some_and(|it| !NO_GATES.contains(&it));
        let is_meant = |tagged: TaggedAccess| tagged.access == Some(Access::DestinationOnly);
        is_gate
            && self.access.destination_only_as == Access::DestinationOnly
            && self.access.tagged_at_node(tags).is_some_and(is_meant)
    }

    fn passing(&self, tags: &impl Tags) -> Passing {
        if self.size.as_ref().is_some_and(|size| !size.fits_node(tags)) {
            return None;
        }
        self.with_load(Access::Open, tags, Direction::Forward)?;
        let is_crossed = self.node.access_ignored_at.iter().any(|rule| rule.holds(tags));
        let tagged = self.access.tagged_at_node(tags).filter(|_| !is_crossed);
        let barrier = tags.get("barrier").map_or(Some(0.0), |barrier| self.barrier(tags, barrier));
        let Some(tagged) = tagged else {
            return barrier.filter(|_| !self.is_locked(tags));
        };
        if !tagged.by_own_key && self.is_locked(tags) {
            return None;
        }
        match tagged.access? {
            _ if self.node.access_saves_delay => Some(0.0),
            Access::Open => Some(barrier.unwrap_or(0.0)),
            Access::DestinationOnly => barrier,
        }
    }

    fn is_locked(&self, tags: &impl Tags) -> bool {
        self.node.locks_block && tags.get("locked") == Some("yes")
    }

    fn barrier(&self, tags: &impl Tags, barrier: &str) -> Passing {
        let opening = self.node.openings.iter().find(|opening| {
            opening.barrier.is_none_or(|name| name == barrier) && opening.tag.holds(tags)
        });
        if let Some(opening) = opening {
            return Some(opening.delay_seconds);
        }
        let passed = self.node.passed.iter().find(|passed| passed.0 == barrier);
        passed.map(|passed| passed.1).or_else(|| {
            let is_other = !self.node.blocking.contains(&barrier);
            (is_other && self.node.others == OtherBarriers::Pass).then_some(0.0)
        })
    }
}

/// Returns the signals of a node. They apply to both directions unless the node states one.
fn signal(tags: &impl Tags) -> Signal {
    if tags.get("highway") != Some("traffic_signals") {
        return Signal::Absent;
    }
    match tags.get("traffic_signals:direction").or_else(|| tags.get("direction")) {
        Some("forward") => Signal::Forward,
        Some("backward") => Signal::Backward,
        _ => Signal::Both,
    }
}

#[cfg(test)]
mod tests;
