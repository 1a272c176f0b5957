//! Last in, first out, or first in, first out: what may be on board at the dropoff of a shipment.
//!
//! O(steps²) over the stops with a load order.

use crate::instance::flag;
use crate::problem::LoadOrder;
use crate::timeline::{Case, Core};

use super::Code;
use super::stop_order::{CODE, Seen, order};

/// At the dropoff of a lifo order, nothing picked up after it may be on board; at that of a fifo order, nothing before
/// it.
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
                report(CODE, Some(position), 0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::evaluate::fixture::Fixture;
    use crate::problem::{LoadOrder, StopKind};
    use crate::rules::Code;

    #[test]
    fn last_in_first_out_and_first_in_first_out_orders_are_checked() {
        let mut fixture = Fixture::new(5);
        fixture.shift(0..10_000);
        let pair = [(StopKind::Pickup, 1, 1), (StopKind::Dropoff, 3, 1)];
        let [one, other] = [0, 1].map(|_| fixture.order(&pair));
        let (crossed, nested) =
            ([one[0], other[0], one[1], other[1]], [one[0], other[0], other[1], one[1]]);
        for (asked, kept, broken) in
            [(LoadOrder::Lifo, nested, crossed), (LoadOrder::Fifo, crossed, nested)]
        {
            for step in [one[0], other[0]] {
                fixture.order_of(step).load_order = asked;
            }
            assert_eq!(fixture.broken(&kept), None, "{asked:?}");
            assert!(matches!(fixture.broken(&broken), Some((Code::LoadOrder, _))), "{asked:?}");
        }
    }
}
