//! Load types that may not be on board together.
//!
//! O(steps²) over the stops that have a load type.

use crate::instance::flag;
use crate::timeline::{Case, Core};

use super::Code;
use super::stop_order::{Goods, Seen, order};

/// Loads that may not be on board together are.
pub(super) const CODE: Code = Code::LoadIncompatible;

/// Needs the positions that `stop_order::trace` records.
pub(super) fn check(
    core: &Core<'_>,
    case: &Case<'_>,
    seen: &mut Seen,
    report: &mut impl FnMut(Code, Option<u32>, i64),
) {
    let mut goods = std::mem::take(&mut seen.goods);
    goods.clear();
    let mut reloaded_at = -1;
    for (&step, position) in case.steps.iter().zip(0_i64..) {
        let data = core.instance.step(case.shift, step);
        if data.flags & flag::RELOAD != 0 {
            for it in goods.iter_mut().filter(|it| it.to == i64::MAX) {
                it.to = position;
            }
            reloaded_at = position;
        }
        if data.flags & flag::LOAD_TYPE == 0 || data.flags & flag::BROUGHT != 0 {
            continue;
        }
        let (from, to) = if data.flags & flag::DELIVERED != 0 {
            (reloaded_at, position)
        } else if data.flags & flag::COLLECTED != 0 {
            (position, i64::MAX)
        } else {
            let last_at = data.visit_trace(seen).map_or(0, |trace| trace.last_at);
            (position, position.max(last_at.into()))
        };
        let own = order(core, data);
        let Some(load_type) = own.load_type else { continue };
        goods.push(Goods {
            load_type,
            order: core.instance.problem.visits[data.visit as usize].order,
            from,
            to,
        });
    }
    for (position, late) in goods.iter().enumerate() {
        for early in &goods[..position] {
            let meet = early.from < late.to && late.from < early.to;
            let refused = &core.instance.problem.incompatible_load_types[early.load_type as usize];
            if meet && early.order != late.order && refused.contains(&late.load_type) {
                report(CODE, u32::try_from(early.from.max(late.from)).ok(), 0);
            }
        }
    }
    seen.goods = goods;
}

#[cfg(test)]
mod tests {
    use crate::evaluate::fixture::Fixture;
    use crate::problem::StopKind;
    use crate::rules::Code;

    #[test]
    fn types_that_refuse_one_another_are_not_on_board_together() {
        let mut fixture = Fixture::new(4);
        fixture.shift(0..10_000);
        let [food, soap, taken] =
            [(StopKind::Dropoff, 1), (StopKind::Dropoff, 2), (StopKind::Pickup, 3)]
                .map(|(kind, place)| fixture.order(&[(kind, place, 1)])[0]);
        for (step, load_type) in [(food, 0), (soap, 1), (taken, 1)] {
            fixture.order_of(step).load_type = Some(load_type);
        }
        fixture.problem.incompatible_load_types = vec![vec![1], vec![0]];
        assert!(matches!(fixture.broken(&[food, soap]), Some((Code::LoadIncompatible, _))));
        // Picked up after the other one has been delivered.
        assert_eq!(fixture.broken(&[food, taken]), None);
        assert!(matches!(fixture.broken(&[taken, food]), Some((Code::LoadIncompatible, _))));
    }
}
