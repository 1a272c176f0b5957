//! Taillard's mixed fleets, in the format of Choi and Tcha.
//!
//! ```text
//! //Lines 1:5 : comments
//!  50 3 999999.0 0.0 607.53 607.53     orders, vehicle types, range, service time, lower bound, best known
//!  4 120 0 1.0                         count, capacity, fixed cost, cost of a unit of distance
//!  40 40                               the depot
//!  22 22 18                            x, y and demand of an order
//! ```

use anyhow::{Result, ensure};

use super::convention::{Convention, Objective, Rounding};
use super::instance::{Depot, DepotIdx, Instance, Order, VehicleType, Window};
use super::text::{row_at, rows};
use super::travel::Travel;

const CONVENTION: Convention =
    Convention { rounding: Rounding::Millionths, objective: Objective::Cost };

/// The value in files for an unlimited range.
const RANGE_UNLIMITED: f64 = 999_999.0;

/// The beginning of the first lines, which no other format has.
pub(crate) const MARK: &str = "//";

pub(crate) fn parse(name: &str, text: &str) -> Result<Instance> {
    let mut rows = rows(text);
    rows.retain(|row| !row.fields[0].starts_with(MARK));
    let head = row_at(&rows, 0, "the head")?;
    let order_count = head.count(0, "the number of orders")? as usize;
    let type_count = head.count(1, "the number of vehicle types")? as usize;
    let range = head.number(2, "the range")?;
    let service_time = head.units(3, "the service time", CONVENTION.rounding)?;
    let mut vehicle_types = Vec::new();
    for idx in 1..=type_count {
        let row = row_at(&rows, idx, "a vehicle type")?;
        vehicle_types.push(VehicleType {
            distance_max: (range < RANGE_UNLIMITED).then(|| CONVENTION.rounding.units_of(range)),
            fixed_cost: row.units(2, "the fixed cost", CONVENTION.rounding)?,
            unit_cost_millionths: row.units(3, "the unit cost", Rounding::Millionths)?,
            ..VehicleType::plain(
                row.count(0, "the number of vehicles")?,
                DepotIdx(0),
                row.integer(1, "the capacity")?,
            )
        });
    }
    let body = &rows[1 + type_count..];
    let places = order_count + 1;
    ensure!(body.len() == places, "{places} places are announced, {} lines follow", body.len());
    let orders = body[1..]
        .iter()
        .map(|row| Ok(Order::delivery(row.integer(2, "the demand")?, Window::ALWAYS, service_time)))
        .collect::<Result<_>>()?;
    let column = |column, what| -> Result<Vec<f64>> {
        body.iter().map(|row| row.number(column, what)).collect()
    };
    Ok(Instance {
        name: name.to_owned(),
        convention: CONVENTION,
        travel: Travel::Planar {
            x: column(0, "x")?,
            y: column(1, "y")?,
            rounding: CONVENTION.rounding,
        },
        depots: vec![Depot { window: Window::ALWAYS }],
        orders,
        pairs: Vec::new(),
        vehicle_types,
        day_count: 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TINY: &str = " //Lines 1:2 : these\n //Line 3\n 2 2 70.5 1.5 0.1 0.1\n 4 120 0 1.1\n 1 160 20 3.2\n 40 40\n 43 44 18\n 36 26 26\n";

    #[test]
    fn vehicle_types_have_their_costs() {
        let instance = parse("t", TINY).unwrap().checked().unwrap();
        let large = VehicleType {
            distance_max: Some(70_500_000),
            fixed_cost: 20_000_000,
            unit_cost_millionths: 3_200_000,
            ..VehicleType::plain(1, DepotIdx(0), 160)
        };
        assert_eq!(instance.vehicle_types[1], large);
        assert_eq!(instance.orders[0], Order::delivery(18, Window::ALWAYS, 1_500_000));
        assert_eq!((instance.vehicle_count(), instance.horizon()), (5, None));
        let anywhere = parse("t", &TINY.replace("70.5", "999999.0")).unwrap();
        assert_eq!(anywhere.vehicle_types[0].distance_max, None);
    }

    #[test]
    fn errors_name_the_line() {
        for (from, to, fault) in [
            (" 4 120 0 1.1", " 4 120 0", "line 4: the unit cost is missing"),
            (" 36 26 26\n", "", "3 places are announced, 2 lines follow"),
            ("44 18", "44", "line 7: the demand is missing"),
            ("44 18", "4x 18", "line 7: y: \"4x\" is no number"),
            (" 2 2 70.5", " 2 9 70.5", "line 6: the fixed cost is missing"),
        ] {
            let error = parse("t", &TINY.replacen(from, to, 1)).unwrap_err();
            assert_eq!(format!("{error:#}"), fault);
        }
    }
}
