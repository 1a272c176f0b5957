//! Cordeau's format: several depots, or several days with patterns of visits, with or without windows.
//!
//! ```text
//! 2 2 50 4                                 problem, vehicles (per depot or day), orders, depots or days
//! 0 160                                    longest duration (0: any) and capacity, one line per depot or day
//!  1 37 52 0 7  1  4 1 2 4 8  [410 539]    number x y service demand visits, patterns and their count, window
//! ```
//!
//! Problem: 0 CVRP, 1 PVRP, 2 MDVRP, 4 VRPTW, 5 PVRPTW, 6 MDVRPTW. Depots follow the orders; a single depot has number
//! 0 and may precede them. A pattern is a number whose binary digits, one per day, are the days from left to right: of
//! five days, 10 = 01010 is the second and fourth. The objective is the distance in doubles: in millionths, or in
//! thousandths where millionths of the distances would not fit 32 bits (p32 of the periodic problems).

use anyhow::{Context, Result, bail, ensure};

use super::convention::{Convention, Objective, Rounding};
use super::instance::{
    DAY_COUNT_MAX, DaySet, Depot, DepotIdx, Instance, Order, VehicleType, Window, index,
};
use super::solomon::window;
use super::text::{Row, row_at, rows};
use super::travel::Travel;

/// The longest distance in millionths that fits 32 bits, with room for rounding.
const MILLIONTHS_DISTANCE_MAX: f64 = 2_000.0;

/// The content of the first line.
struct Head {
    depots: Depots,
    days: Days,
    windows: Windows,
    vehicle_count: u32,
    order_count: usize,
    /// The number of depots or days.
    part_count: usize,
    rounding: Rounding,
}

#[derive(Clone, Copy, PartialEq)]
enum Depots {
    One,
    Several,
}

#[derive(Clone, Copy, PartialEq)]
enum Days {
    One,
    Several,
}

#[derive(Clone, Copy, PartialEq)]
enum Windows {
    None,
    Given,
}

/// One row of the body: a depot or an order.
struct Visit {
    x: f64,
    y: f64,
    order: Order,
}

pub(crate) fn parse(name: &str, text: &str) -> Result<Instance> {
    let rows = rows(text);
    let mut head = head(row_at(&rows, 0, "the head")?)?;
    row_at(&rows, head.part_count, "duration and capacity")?;
    let body = &rows[1 + head.part_count..];
    head.rounding = rounding(body)?;
    let limits = rows[1..=head.part_count]
        .iter()
        .map(|row| limits(&head, row))
        .collect::<Result<Vec<_>>>()?;
    let (depot_rows, order_rows) = split(&head, body)?;
    let depot_visits =
        depot_rows.iter().map(|row| visit(&head, row)).collect::<Result<Vec<_>>>()?;
    let mut visits = Vec::new();
    for (number, row) in (1..).zip(order_rows) {
        row.expect_number(number)?;
        visits.push(visit(&head, row)?);
    }
    let places = || depot_visits.iter().chain(&visits);
    let rounding = head.rounding;
    Ok(Instance {
        name: name.to_owned(),
        convention: Convention { rounding, objective: Objective::Cost },
        travel: Travel::Planar {
            x: places().map(|place| place.x).collect(),
            y: places().map(|place| place.y).collect(),
            rounding,
        },
        vehicle_types: vehicle_types(&head, &limits)?,
        depots: depot_visits.iter().map(|visit| Depot { window: visit.order.window }).collect(),
        orders: visits.into_iter().map(|visit| visit.order).collect(),
        pairs: Vec::new(),
        day_count: if head.days == Days::Several { index(head.part_count) } else { 1 },
    })
}

fn head(row: &Row) -> Result<Head> {
    let (depots, days, windows) = match row.integer(0, "the kind of problem")? {
        0 => (Depots::One, Days::One, Windows::None),
        1 => (Depots::One, Days::Several, Windows::None),
        2 => (Depots::Several, Days::One, Windows::None),
        4 => (Depots::One, Days::One, Windows::Given),
        5 => (Depots::One, Days::Several, Windows::Given),
        6 => (Depots::Several, Days::One, Windows::Given),
        kind => bail!("line {}: problems of kind {kind} are not known", row.line),
    };
    let part_count = row.count(3, "the number of depots or days")?;
    ensure!(part_count > 0, "line {}: there is neither depot nor day", row.line);
    ensure!(
        days == Days::One || part_count <= DAY_COUNT_MAX,
        "line {}: more than {DAY_COUNT_MAX} days",
        row.line
    );
    Ok(Head {
        depots,
        days,
        windows,
        vehicle_count: row.count(1, "the number of vehicles")?,
        order_count: row.count(2, "the number of orders")? as usize,
        part_count: part_count as usize,
        rounding: Rounding::Millionths,
    })
}

/// Returns the finest rounding in which every distance between these rows fits 32 bits.
fn rounding(body: &[Row]) -> Result<Rounding> {
    let (mut least, mut most) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for row in body {
        for (axis, at) in [row.number(1, "x")?, row.number(2, "y")?].into_iter().enumerate() {
            least[axis] = least[axis].min(at);
            most[axis] = most[axis].max(at);
        }
    }
    let diagonal = (most[0] - least[0]).hypot(most[1] - least[1]);
    let fits = diagonal <= MILLIONTHS_DISTANCE_MAX;
    Ok(if fits { Rounding::Millionths } else { Rounding::NearestThousandths })
}

/// Reads the longest duration and the capacity.
fn limits(head: &Head, row: &Row) -> Result<(Option<i64>, i64)> {
    let duration_max = row.units(0, "the longest duration", head.rounding)?;
    Ok(((duration_max != 0).then_some(duration_max), row.integer(1, "the capacity")?))
}

fn vehicle_types(head: &Head, limits: &[(Option<i64>, i64)]) -> Result<Vec<VehicleType>> {
    let of = |depot, &(duration_max, capacity): &(Option<i64>, i64)| VehicleType {
        duration_max,
        ..VehicleType::plain(head.vehicle_count, DepotIdx(depot), capacity)
    };
    if head.depots == Depots::Several {
        return Ok((0..).zip(limits).map(|(depot, limits)| of(depot, limits)).collect());
    }
    let first = limits.first().context("there is no day")?;
    ensure!(limits.iter().all(|other| other == first), "limits that differ by day are not known");
    Ok(vec![of(0, first)])
}

/// Splits the body into the rows of depots and of orders.
fn split<'r, 'a>(head: &Head, body: &'r [Row<'a>]) -> Result<(&'r [Row<'a>], &'r [Row<'a>])> {
    let depot_count = if head.depots == Depots::Several { head.part_count } else { 1 };
    ensure!(
        body.len() == head.order_count + depot_count,
        "{} orders and {depot_count} depots are announced, {} lines follow",
        head.order_count,
        body.len()
    );
    let depot_first = body[0].integer(0, "its number")? == 0;
    Ok(if head.depots == Depots::One && depot_first {
        body.split_at(1)
    } else {
        let (orders, depots) = body.split_at(head.order_count);
        (depots, orders)
    })
}

fn visit(head: &Head, row: &Row) -> Result<Visit> {
    let pattern_count = row.count(6, "the number of patterns")? as usize;
    let mut patterns = Vec::new();
    if head.days == Days::Several {
        let visit_count = row.count(5, "the number of visits")?;
        for column in 7..7 + pattern_count {
            let pattern = pattern(row.count(column, "a pattern")?, head.part_count);
            ensure!(
                pattern.0.count_ones() == visit_count,
                "line {}: a pattern has not the {visit_count} days that are due",
                row.line
            );
            patterns.push(pattern);
        }
    }
    let window_column = 7 + pattern_count;
    let has_window = head.windows == Windows::Given && row.fields.len() > window_column;
    let window =
        if has_window { window(row, window_column, head.rounding)? } else { Window::ALWAYS };
    let service_time = row.units(3, "the service time", head.rounding)?;
    let order =
        Order { patterns, ..Order::delivery(row.integer(4, "the demand")?, window, service_time) };
    Ok(Visit { x: row.number(1, "x")?, y: row.number(2, "y")?, order })
}

/// Converts a pattern to a set of days. Digits from left to right become bits from 0 on. Digits beyond the days are
/// kept as higher bits, so that a later check rejects them.
fn pattern(number: u32, day_count: usize) -> DaySet {
    DaySet(number.reverse_bits().rotate_left(index(day_count)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instances::instance::{OrderIdx, PlaceIdx};

    const DEPOTS: &str = "6 3 2 2\n480 195\n0 100\n1 3.5 4 12 4 1 4 1 2 4 8 410 539\n2 0 8 1 12 1 4 1 2 4 8 125 278\n3 0 0 0 0 0 0 0 1000\n4 6 8 0 0 0 0 0 900\n";
    const DAYS: &str = "1 3 2 5\n0 160\n0 160\n0 160\n0 160\n0 160\n0 30 40 0 0 0 0\n1 33 44 0 7 2 1 10\n2 30 41 0 9 1 2 16 1\n";

    #[test]
    fn depots_follow_the_orders_and_have_vehicles_of_their_own() {
        let instance = parse("t", DEPOTS).unwrap().checked().unwrap();
        let limited = VehicleType {
            duration_max: Some(480_000_000),
            ..VehicleType::plain(3, DepotIdx(0), 195)
        };
        assert_eq!(instance.vehicle_types, [limited, VehicleType::plain(3, DepotIdx(1), 100)]);
        assert_eq!(instance.horizon(), Some(1_000_000_000));
        let window = Window { opens_at: 125_000_000, closes_at: 278_000_000 };
        assert_eq!(instance.orders[1], Order::delivery(12, window, 1_000_000));
        // From (6, 8) to (0, 8).
        assert_eq!(instance.distance(PlaceIdx(1), instance.order_place(OrderIdx(1))), 6_000_000);
    }

    #[test]
    fn patterns_are_read_from_left_to_right() {
        let instance = parse("t", DAYS).unwrap().checked().unwrap();
        assert_eq!((instance.day_count, instance.vehicle_types.len()), (5, 1));
        // 10 = 01010: days 2 and 4. 16 = 10000: day 1. 1 = 00001: day 5.
        assert_eq!(instance.orders[0].patterns, [DaySet(0b01010)]);
        assert_eq!(instance.orders[1].patterns, [DaySet(0b00001), DaySet(0b10000)]);
        assert_eq!(instance.distance(PlaceIdx(0), PlaceIdx(1)), 5_000_000);
    }

    #[test]
    fn distances_that_millionths_make_too_long_are_in_thousandths() {
        let far = DAYS.replace("0 30 40", "0 30 40000").replace("1 33 44", "1 33 40004");
        let instance = parse("t", &far).unwrap().checked().unwrap();
        assert_eq!(instance.convention.rounding, Rounding::NearestThousandths);
        assert_eq!(instance.distance(PlaceIdx(0), PlaceIdx(1)), 5_000);
        assert_eq!(instance.orders[0].service_time, 0);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, from, to, fault) in [
            (DEPOTS, "6 3", "3 3", "line 1: problems of kind 3 are not known"),
            (DEPOTS, "0 100", "0", "line 3: the capacity is missing"),
            (DEPOTS, "2 0 8", "5 0 8", "line 5: number 5 where 2 is due"),
            (DEPOTS, "410 539", "410", "line 4: the end of the window is missing"),
            (DEPOTS, "3 2 2", "3 9 2", "9 orders and 2 depots are announced, 4 lines follow"),
            (DAYS, "2 1 10", "2 1 8", "line 8: a pattern has not the 2 days that are due"),
            (DAYS, "2 1 10", "2 3 10", "line 8: a pattern is missing"),
            (DAYS, "0 160\n0 30", "0 9\n0 30", "limits that differ by day are not known"),
            (DAYS, "3 2 5", "3 2 99", "line 1: more than 32 days"),
        ] {
            let error = parse("t", &text.replacen(from, to, 1)).unwrap_err();
            assert_eq!(format!("{error:#}"), fault);
        }
        let outside = parse("t", &DAYS.replace("2 1 10", "2 1 34")).unwrap().checked();
        assert!(outside.unwrap_err().to_string().contains("outside 1 to 5"));
        assert!(parse("t", "").is_err());
    }
}
