//! Li and Lim's format: pickups and dropoffs in pairs, with windows.
//!
//! ```text
//! 25  200  1                                       vehicles, capacity, speed
//! 0  40 50   0  0 1236  0   0  0                   the depot
//! 1  45 68 -10  0 1127 90  11  0                   number x y demand opens closes service pickup dropoff
//! ```
//!
//! A row that names a dropoff is a pickup, and a row that names a pickup is a dropoff. The objective is the fewest
//! vehicles first, then the distance in doubles.

use anyhow::{Result, ensure};

use super::convention::{Convention, Objective, Rounding};
use super::instance::{
    Depot, DepotIdx, Instance, Order, OrderIdx, OrderKind, Pair, VehicleType, index,
};
use super::solomon::window;
use super::text::{Row, row_at, rows};
use super::travel::Travel;

const CONVENTION: Convention =
    Convention { rounding: Rounding::Millionths, objective: Objective::VehiclesThenDistance };

/// Some files have a speed of 0 where the others have 1. No costs are published for any other speed.
const SPEEDS: &[i64] = &[0, 1];

/// Returns whether a text begins with a row of three columns and one of nine, as in no other format.
pub(crate) fn is_li_lim(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let mut columns = || lines.next().map(|line| line.split_whitespace().count());
    columns() == Some(3) && columns() == Some(9)
}

pub(crate) fn parse(name: &str, text: &str) -> Result<Instance> {
    let rows = rows(text);
    let head = row_at(&rows, 0, "the vehicles")?;
    let (count, capacity) =
        (head.count(0, "the number of vehicles")?, head.integer(1, "the capacity")?);
    let speed = head.integer(2, "the speed")?;
    ensure!(SPEEDS.contains(&speed), "line {}: a speed of {speed} is not known", head.line);
    let depot = row_at(&rows, 1, "the depot")?;
    depot.expect_number(0)?;
    let depots = vec![Depot { window: window(depot, 4, CONVENTION.rounding)? }];
    let (mut x, mut y) = (vec![depot.number(1, "x")?], vec![depot.number(2, "y")?]);
    let (mut orders, mut partners) = (vec![], vec![]);
    for (number, row) in rows.iter().enumerate().skip(2) {
        row.expect_number(number - 1)?;
        x.push(row.number(1, "x")?);
        y.push(row.number(2, "y")?);
        let (kind, partner) = kind_and_partner(row)?;
        let service_time = row.units(6, "the service time", CONVENTION.rounding)?;
        let window = window(row, 4, CONVENTION.rounding)?;
        orders.push(Order { kind, ..Order::delivery(load(row, kind)?, window, service_time) });
        partners.push((partner, row.line));
    }
    Ok(Instance {
        name: name.to_owned(),
        convention: CONVENTION,
        travel: Travel::Planar { x, y, rounding: CONVENTION.rounding },
        depots,
        pairs: pairs(&orders, &partners)?,
        orders,
        vehicle_types: vec![VehicleType::plain(count, DepotIdx(0), capacity)],
        day_count: 1,
    })
}

fn kind_and_partner(row: &Row) -> Result<(OrderKind, u32)> {
    match (row.count(7, "its pickup")?, row.count(8, "its dropoff")?) {
        (0, dropoff @ 1..) => Ok((OrderKind::Pickup, dropoff)),
        (pickup @ 1.., 0) => Ok((OrderKind::Dropoff, pickup)),
        _ => anyhow::bail!("line {}: either a pickup or a dropoff must be named", row.line),
    }
}

/// Returns the load of an order. Demands are positive for pickups and negative for dropoffs.
fn load(row: &Row, kind: OrderKind) -> Result<i64> {
    let demand = row.integer(3, "the demand")?;
    let load = if kind == OrderKind::Pickup { demand } else { -demand };
    ensure!(load >= 0, "line {}: a demand of {demand} has the wrong sign", row.line);
    Ok(load)
}

/// Returns the pairs of orders. `partners` has, for each order, the number of its partner and the line that names it.
fn pairs(orders: &[Order], partners: &[(u32, usize)]) -> Result<Vec<Pair>> {
    let mut pairs = Vec::new();
    for (idx, (order, &(partner, line))) in orders.iter().zip(partners).enumerate() {
        let other = partner as usize - 1;
        let back = partners.get(other).map(|back| back.0 as usize);
        ensure!(back == Some(idx + 1), "line {line}: order {partner} does not name it back");
        ensure!(
            orders[other].kind != order.kind && orders[other].load == order.load,
            "line {line}: what one of the pair takes, the other does not hand over"
        );
        if order.kind == OrderKind::Pickup {
            pairs.push(Pair { pickup: OrderIdx(index(idx)), dropoff: OrderIdx(index(other)) });
        }
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instances::instance::Window;

    const TINY: &str = "2\t20\t1\n0\t0\t0\t0\t0\t100\t0\t0\t0\n1\t3\t4\t-5\t0\t50\t9\t2\t0\n2\t1\t1\t5\t1\t40\t9\t0\t1\n";

    #[test]
    fn rows_become_orders_and_pairs() {
        assert!(is_li_lim(TINY));
        let instance = parse("t", TINY).unwrap().checked().unwrap();
        assert_eq!(instance.pairs, [Pair { pickup: OrderIdx(1), dropoff: OrderIdx(0) }]);
        let window = Window { opens_at: 1_000_000, closes_at: 40_000_000 };
        let pickup = Order { kind: OrderKind::Pickup, ..Order::delivery(5, window, 9_000_000) };
        assert_eq!(instance.orders[1], pickup);
        // √(2² + 3²) = 3.605551…
        let places = [0, 1].map(|order| instance.order_place(OrderIdx(order)));
        assert_eq!(instance.distance(places[0], places[1]), 3_605_551);
    }

    #[test]
    fn errors_name_the_line() {
        for (from, to, fault) in [
            ("20\t1", "20\t2", "line 1: a speed of 2 is not known"),
            ("9\t2\t0", "9\t0\t0", "line 3: either a pickup or a dropoff must be named"),
            ("9\t2\t0", "9\t7\t0", "line 3: order 7 does not name it back"),
            ("-5", "-4", "line 3: what one of the pair takes, the other does not hand over"),
            ("-5", "5", "line 3: a demand of 5 has the wrong sign"),
        ] {
            let error = parse("t", &TINY.replacen(from, to, 1)).unwrap_err();
            assert_eq!(format!("{error:#}"), fault);
        }
    }
}
