//! Slack: how many seconds later the vehicle may arrive at a stay so that everything after it is still kept.
//!
//! Kept are hard windows, hard breaks' windows and the shift's latest end, with the same stays in the same order;
//! waiting gives way, nothing is served earlier than planned. One pass backwards, as leaving later never means
//! arriving earlier. Where a rule is broken there is no slack to speak of: 0. Parts of a leg that a break divides are
//! taken to last as long as they do.

use super::start::latest_departure;
use super::timeline::{Case, Core, Stay, latest_in};

/// One a stay.
pub(crate) fn slack(core: &Core<'_>, case: &Case<'_>, stays: &[Stay]) -> Vec<i64> {
    let mut slack = vec![0; stays.len()];
    let mut leave_at = case.shift.latest_end_at;
    for (position, stay) in stays.iter().enumerate().rev() {
        let until_at = leave_at - stay.service_seconds();
        let service_at = latest_in(core.windows(case, stay.role), until_at);
        let arrival_at = service_at.map_or(stay.arrival_at, |it| it - stay.setup_seconds);
        let arrival_at = arrival_at.max(stay.arrival_at);
        slack[position] = arrival_at - stay.arrival_at;
        if position > 0 {
            leave_at = latest_departure(core, case, &stays[position - 1], stay, arrival_at);
        }
    }
    slack
}
