//! Last in first out, first in first out: what may be on board when a shipment is dropped.
//!
//! O(steps²) over the stops that ask for it.

use crate::instance::flag;
use crate::problem::LoadOrder;
use crate::solution::Code;
use crate::timeline::{Case, Core};

use super::stop_order::{Seen, order};

/// When a lifo order is dropped, nothing picked up after it is on board; a fifo order: nothing before it.
pub(super) fn check(
    core: &Core<'_>,
    case: &Case<'_>,
    seen: &Seen,
    report: &mut impl FnMut(Code, Option<u32>, i64),
) {
    for (&step, position) in case.steps.iter().zip(0..) {
        let data = core.instance.step(case.shift, step);
        let Some(picked_at) = data.visit_trace(seen).and_then(|trace| trace.picked_at) else {
            continue;
        };
        if data.flags & flag::LOAD_ORDER == 0 || data.flags & flag::BROUGHT == 0 {
            continue;
        }
        let is_lifo = order(core, data).load_order == LoadOrder::Lifo;
        for (visit, other_picked_at, other_dropped_at) in seen.rides() {
            let is_later = other_picked_at > picked_at;
            let is_on_board = other_picked_at < position && other_dropped_at > position;
            if visit.0 != data.visit && is_later == is_lifo && is_on_board {
                report(Code::LoadOrder, Some(position), 0);
            }
        }
    }
}
