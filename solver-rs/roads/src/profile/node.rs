//! What a node is to a profile: a barrier or none, a delay, a signal.
//!
//! A barrier is asked in this order: does something else at the node open it (a rising bollard, a
//! lowered kerb); is it one that is passed; is it one that blocks. Access at the node goes before all of
//! that, both ways: `bollard` with `motor_vehicle=yes` is passed, `gate` with `access=no` blocks. Private
//! gates are passed by those who have business behind them: the roads there are private too, so nobody
//! travels through; where they are not, the gate says it for them ([`NodeTravel::ends_only`]). `locked=yes` blocks all but those whom an own key lets in. Signs of size hold at
//! nodes as on ways, and those against dangerous goods, which are asked for first.

use super::access::Said;
use super::table::{Direction, OtherBarriers};
use super::{Access, NodeTravel, ProfileTable, Signal, Tags};

/// Barriers across roads that are for everybody, whatever access they bear: who pays, or who is asked.
const NO_GATES: [&str; 4] = ["no", "toll_booth", "border_control", "entrance"];

/// Passing costs so many seconds; absent: it cannot be passed.
type Passing = Option<f64>;

impl ProfileTable {
    /// What a node means to this profile. Does not allocate, but for numbers with a comma.
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

    /// A barrier that is passed and whose access says that only ends of trips are behind it.
    fn is_gate_for_ends(&self, tags: &impl Tags) -> bool {
        let is_gate = tags.get("barrier").is_some_and(|it| !NO_GATES.contains(&it));
        let is_meant = |said: Said| said.access == Some(Access::DestinationOnly);
        is_gate
            && self.access.destination_only_as == Access::DestinationOnly
            && self.access.said_of_node(tags).is_some_and(is_meant)
    }

    fn passing(&self, tags: &impl Tags) -> Passing {
        if self.size.as_ref().is_some_and(|size| !size.fits_node(tags)) {
            return None;
        }
        self.with_load(Access::Open, tags, Direction::Forward)?;
        let is_crossed = self.node.access_ignored_at.iter().any(|rule| rule.holds(tags));
        let said = self.access.said_of_node(tags).filter(|_| !is_crossed);
        let barrier = tags.get("barrier").map_or(Some(0.0), |barrier| self.barrier(tags, barrier));
        let Some(said) = said else {
            return barrier.filter(|_| !self.is_locked(tags));
        };
        if !said.by_own_key && self.is_locked(tags) {
            return None;
        }
        match said.access? {
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

/// Signals hold for both directions unless the node says for which.
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
