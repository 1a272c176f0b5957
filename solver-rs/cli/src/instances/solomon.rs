//! The format of Solomon and Homberger: one depot, deliveries with windows, identical vehicles.
//!
//! ```text
//! VEHICLE
//! NUMBER     CAPACITY
//!   25         200
//! CUSTOMER
//! CUST NO.  XCOORD.  YCOORD.  DEMAND  READY TIME  DUE DATE  SERVICE TIME
//!     0       40       50       0         0        1236        0          ← the depot
//! ```
//!
//! Costs follow the DIMACS challenge: distance only, truncated to one decimal.

use anyhow::{Context, Result};

use super::convention::{Convention, Objective, Rounding};
use super::instance::{Depot, DepotIdx, Instance, Order, VehicleType, Window};
use super::text::{Row, row_at, rows};
use super::travel::Travel;

const CONVENTION: Convention =
    Convention { rounding: Rounding::TruncatedTenths, objective: Objective::Cost };

/// A line that every file of this format has, and no file of another format.
pub(crate) const MARK: &str = "VEHICLE";

pub(crate) fn parse(name: &str, text: &str) -> Result<Instance> {
    let rows = rows(text);
    let mark = rows.iter().position(|row| row.fields == [MARK]).context("VEHICLE is missing")?;
    let fleet = row_at(&rows, mark + 2, "number and capacity of the vehicles")?;
    let (count, capacity) =
        (fleet.count(0, "the number of vehicles")?, fleet.integer(1, "the capacity")?);
    let body: Vec<&Row> =
        rows[mark + 3..].iter().skip_while(|row| row.fields[0].parse::<f64>().is_err()).collect();
    let (mut x, mut y, mut orders, mut depots) = (vec![], vec![], vec![], vec![]);
    for (number, row) in body.into_iter().enumerate() {
        row.expect_number(number)?;
        x.push(row.number(1, "x")?);
        y.push(row.number(2, "y")?);
        let window = window(row, 4, CONVENTION.rounding)?;
        if number == 0 {
            depots.push(Depot { window });
        } else {
            let service_time = row.units(6, "the service time", CONVENTION.rounding)?;
            orders.push(Order::delivery(row.integer(3, "the demand")?, window, service_time));
        }
    }
    Ok(Instance {
        name: name.to_owned(),
        convention: CONVENTION,
        travel: Travel::Planar { x, y, rounding: CONVENTION.rounding },
        depots,
        orders,
        pairs: Vec::new(),
        vehicle_types: vec![VehicleType::plain(count, DepotIdx(0), capacity)],
        day_count: 1,
    })
}

/// Reads a window from two neighboring columns.
pub(crate) fn window(row: &Row, column: usize, rounding: Rounding) -> Result<Window> {
    let opens_at = row.units(column, "the begin of the window", rounding)?;
    Ok(Window { opens_at, closes_at: row.units(column + 1, "the end of the window", rounding)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instances::instance::PlaceIdx;

    const TINY: &str = "T1\r\n\r\nVEHICLE\r\nNUMBER CAPACITY\r\n 2 20\r\n\r\nCUSTOMER\r\nCUST NO. XCOORD. YCOORD. DEMAND READY DUE SERVICE TIME\r\n \r\n0 0 0 0 0 100 0\r\n1 1 1 7 5 20 3\r\n2 3 4 8 0 90.5 3\r\n";

    #[test]
    fn a_file_is_read_in_tenths() {
        let instance = parse("T1", TINY).unwrap().checked().unwrap();
        assert_eq!(instance.horizon(), Some(1_000));
        assert_eq!(instance.vehicle_types, [VehicleType::plain(2, DepotIdx(0), 20)]);
        assert_eq!(
            instance.orders,
            [
                Order::delivery(7, Window { opens_at: 50, closes_at: 200 }, 30),
                Order::delivery(8, Window { opens_at: 0, closes_at: 905 }, 30),
            ]
        );
        // √2 = 1.41…, √(3² + 4²) = 5, √(2² + 3²) = 3.60…
        for (from, to, distance) in [(0, 1, 14), (0, 2, 50), (2, 1, 36)] {
            assert_eq!(instance.distance(PlaceIdx(from), PlaceIdx(to)), distance);
        }
    }

    #[test]
    fn errors_name_the_line() {
        for (from, to, fault) in [
            ("VEHICLE", "CARS", "VEHICLE is missing"),
            ("2 20", "2", "line 5: the capacity is missing"),
            ("7 5 20", "seven 5 20", "line 11: the demand: \"seven\" is no number"),
            ("2 3 4", "3 3 4", "line 12: number 3 where 2 is due"),
        ] {
            let error = parse("T1", &TINY.replacen(from, to, 1)).unwrap_err();
            assert_eq!(format!("{error:#}"), fault);
        }
        let cut = parse("T1", &TINY[..30]).unwrap_err();
        assert!(cut.to_string().contains("should follow"), "{cut:#}");
    }
}
