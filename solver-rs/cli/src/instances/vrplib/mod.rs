//! VRPLIB, in the dialect of PyVRP: CVRP, VRPTW, MDVRPTW, SDVRPTW, MTVRPTWR and PCVRPTW.
//!
//! ```text
//! TYPE : MDVRPTW            the convention follows from it, unless EDGE_WEIGHT_TYPE is EXPLICIT
//! DIMENSION : 364           nodes, depots among them; a depot is one of the first
//! VEHICLES : 32             if it is missing, one for each order
//! NODE_COORD_SECTION        node x y
//! VEHICLES_DEPOT_SECTION    vehicle node
//! DEPOT_SECTION             nodes; -1 may end it; if it is missing, node 1
//! ```
//!
//! Identical neighboring vehicles become one type, so that the indexes of types in solutions mean the same everywhere.

mod sections;

use anyhow::{Context, Result, bail, ensure};

use super::convention::{Convention, NUMBER_MAX, Objective, Rounding, truncated};
use super::instance::{
    Depot, DepotIdx, Instance, Order, OrderIdx, UNIT_COST_ONE, VehicleType, Window, index,
};
use super::solomon::window;
use super::text::Row;
use super::travel::Travel;
use sections::{Sections, cut};

/// A key that every file of this format has, and no file of another format.
pub(crate) const MARK: &str = "DIMENSION";

const KNOWN: &[&str] = &[
    "NAME",
    "COMMENT",
    "TYPE",
    "DIMENSION",
    "EDGE_WEIGHT_TYPE",
    "EDGE_WEIGHT_FORMAT",
    "CAPACITY",
    "VEHICLES",
    "SERVICE_TIME",
    "VEHICLES_MAX_DURATION",
    "NODE_COORD_SECTION",
    "DEMAND_SECTION",
    "DEPOT_SECTION",
    "SERVICE_TIME_SECTION",
    "TIME_WINDOW_SECTION",
    "RELEASE_TIME_SECTION",
    "PRIZE_SECTION",
    "EDGE_WEIGHT_SECTION",
    "CAPACITY_SECTION",
    "VEHICLES_DEPOT_SECTION",
    "VEHICLES_MAX_DURATION_SECTION",
    "VEHICLES_ALLOWED_CLIENTS_SECTION",
    "VEHICLES_RELOAD_DEPOT_SECTION",
];

/// The number of nodes, the first of which are depots.
#[derive(Clone, Copy)]
struct Nodes {
    count: usize,
    depot_count: usize,
}

pub(crate) fn parse(name: &str, text: &str) -> Result<Instance> {
    let sections = cut(text, KNOWN)?;
    let rounding = rounding(&sections)?;
    let nodes = nodes(&sections)?;
    let windows = windows(&sections, nodes.count, rounding)?;
    let (depot_windows, order_windows) = windows.split_at(nodes.depot_count);
    Ok(Instance {
        name: name.to_owned(),
        convention: Convention { rounding, objective: Objective::Cost },
        travel: travel(&sections, nodes, rounding)?,
        depots: depot_windows.iter().map(|&window| Depot { window }).collect(),
        orders: orders(&sections, nodes, order_windows, rounding)?,
        pairs: Vec::new(),
        vehicle_types: types(vehicles(&sections, nodes, rounding)?),
        day_count: 1,
    })
}

fn rounding(sections: &Sections) -> Result<Rounding> {
    let weights = sections.text("EDGE_WEIGHT_TYPE").context("EDGE_WEIGHT_TYPE is missing")?;
    let problem = sections.text("TYPE").context("TYPE is missing")?;
    Ok(match (weights, problem) {
        ("EXPLICIT", "CVRP" | "VRPTW") => {
            let format = sections.text("EDGE_WEIGHT_FORMAT");
            ensure!(format == Some("FULL_MATRIX"), "EDGE_WEIGHT_FORMAT is not FULL_MATRIX");
            Rounding::Given
        }
        ("EUC_2D", "CVRP") => Rounding::Nearest,
        ("EUC_2D", "VRPTW" | "MTVRPTWR" | "PCVRPTW") => Rounding::TruncatedTenths,
        ("EUC_2D", "MDVRPTW" | "SDVRPTW") => Rounding::NearestThousandths,
        _ => bail!("TYPE {problem} with EDGE_WEIGHT_TYPE {weights} is not known"),
    })
}

fn nodes(sections: &Sections) -> Result<Nodes> {
    let count = sections.count("DIMENSION")?.context("DIMENSION is missing")?;
    let mut depot_count = 0;
    for row in sections.rows("DEPOT_SECTION").unwrap_or_default() {
        if row.integer(0, "a depot")? == -1 {
            break;
        }
        depot_count += 1;
        row.expect_number(depot_count).context("depots are not the first nodes")?;
    }
    let depot_count = depot_count.max(1);
    let has_orders = (1..count).contains(&depot_count);
    ensure!(has_orders, "of {count} nodes, {depot_count} are depots, and none is left");
    let rows = ["NODE_COORD_SECTION", "EDGE_WEIGHT_SECTION"].map(|name| sections.rows(name));
    let row_count = rows.iter().flatten().map(|rows| rows.len()).max().unwrap_or(0);
    ensure!(count <= row_count, "DIMENSION is {count}, but {row_count} places follow");
    Ok(Nodes { count, depot_count })
}

fn travel(sections: &Sections, nodes: Nodes, rounding: Rounding) -> Result<Travel> {
    if rounding != Rounding::Given {
        let rows = sections.numbered("NODE_COORD_SECTION", nodes.count)?;
        let rows = rows.context("NODE_COORD_SECTION is missing")?;
        let column = |column, what| -> Result<Vec<f64>> {
            rows.iter().map(|row| row.number(column, what)).collect()
        };
        return Ok(Travel::Planar { x: column(1, "x")?, y: column(2, "y")?, rounding });
    }
    let rows = sections.rows("EDGE_WEIGHT_SECTION").context("EDGE_WEIGHT_SECTION is missing")?;
    let mut distances = Vec::with_capacity(nodes.count * nodes.count);
    for row in rows {
        for column in 0..row.fields.len() {
            let distance = row.integer(column, "a distance")?;
            ensure!(distance >= 0, "line {}: a distance is negative", row.line);
            distances.push(distance);
        }
    }
    let due = nodes.count * nodes.count;
    ensure!(distances.len() == due, "{} distances are given, {due} are due", distances.len());
    Ok(Travel::Matrix { place_count: nodes.count, distances })
}

fn windows(sections: &Sections, count: usize, rounding: Rounding) -> Result<Vec<Window>> {
    match sections.numbered("TIME_WINDOW_SECTION", count)? {
        Some(rows) => rows.into_iter().map(|row| window(row, 1, rounding)).collect(),
        None => Ok(vec![Window::ALWAYS; count]),
    }
}

fn orders(
    sections: &Sections,
    nodes: Nodes,
    windows: &[Window],
    rounding: Rounding,
) -> Result<Vec<Order>> {
    let units = |what| move |row: &Row| row.units(1, what, rounding);
    let to_units = |number| Ok(rounding.units_of(number));
    let count = nodes.count;
    let loads =
        sections.column("DEMAND_SECTION", count, 0, |row| row.integer(1, "a demand"), integer)?;
    let service_times =
        sections.column("SERVICE_TIME_SECTION", count, 0, units("a service time"), to_units)?;
    let released_at =
        sections.column("RELEASE_TIME_SECTION", count, 0, units("a release time"), to_units)?;
    let prize = |row: &Row| row.units(1, "a prize", rounding).map(Some);
    let prizes = sections
        .column("PRIZE_SECTION", count, None, prize, |number| to_units(number).map(Some))?;
    let nodes_of_orders = nodes.depot_count..nodes.count;
    Ok(nodes_of_orders
        .zip(windows)
        .map(|(node, &window)| Order {
            released_at: released_at[node],
            prize: prizes[node],
            ..Order::delivery(loads[node], window, service_times[node])
        })
        .collect())
}

/// Returns single vehicles, in the order of the file.
fn vehicles(sections: &Sections, nodes: Nodes, rounding: Rounding) -> Result<Vec<VehicleType>> {
    let order_count = nodes.count - nodes.depot_count;
    let count = sections.count("VEHICLES")?.unwrap_or(order_count);
    ensure!(
        (1..=order_count).contains(&count),
        "VEHICLES is {count}, and not 1 to the {order_count} orders"
    );
    let capacities = sections.column(
        "CAPACITY_SECTION",
        count,
        truncated(NUMBER_MAX),
        |row| row.integer(1, "a capacity"),
        integer,
    )?;
    let depots = sections.column(
        "VEHICLES_DEPOT_SECTION",
        count,
        DepotIdx(0),
        |row| depot(row, nodes),
        |_| bail!("VEHICLES_DEPOT is no key"),
    )?;
    let duration_max = sections.column(
        "VEHICLES_MAX_DURATION_SECTION",
        count,
        None,
        |row| row.units(1, "the longest duration", rounding).map(Some),
        |number| Ok(Some(rounding.units_of(number))),
    )?;
    let allowed = match sections.numbered("VEHICLES_ALLOWED_CLIENTS_SECTION", count)? {
        Some(rows) => rows
            .into_iter()
            .map(|row| allowed_orders(row, nodes).map(Some))
            .collect::<Result<_>>()?,
        None => vec![None; count],
    };
    let reload_depots = match sections.numbered("VEHICLES_RELOAD_DEPOT_SECTION", count)? {
        Some(rows) => {
            rows.into_iter().map(|row| depot(row, nodes).map(Some)).collect::<Result<_>>()?
        }
        None => vec![None; count],
    };
    let elsewhere = (0..count).find(|&idx| reload_depots[idx].is_some_and(|at| at != depots[idx]));
    ensure!(
        elsewhere.is_none(),
        "a vehicle that reloads at another depot than its own is not known"
    );
    Ok((0..count)
        .zip(allowed)
        .map(|(idx, allowed_orders)| VehicleType {
            count: 1,
            depot: depots[idx],
            capacity: capacities[idx],
            duration_max: duration_max[idx],
            distance_max: None,
            fixed_cost: 0,
            unit_cost_millionths: UNIT_COST_ONE,
            allowed_orders,
            may_reload: reload_depots[idx].is_some(),
        })
        .collect())
}

/// Merges identical neighbors into one type.
fn types(vehicles: Vec<VehicleType>) -> Vec<VehicleType> {
    let mut types: Vec<VehicleType> = Vec::new();
    for vehicle in vehicles {
        match types.last_mut() {
            Some(last) if (VehicleType { count: last.count, ..vehicle.clone() }) == *last => {
                last.count += 1;
            }
            _ => types.push(vehicle),
        }
    }
    types
}

fn depot(row: &Row, nodes: Nodes) -> Result<DepotIdx> {
    let node = row.count(1, "a depot")?;
    let is_depot = (1..=nodes.depot_count).contains(&(node as usize));
    ensure!(is_depot, "line {}: node {node} is no depot", row.line);
    Ok(DepotIdx(node - 1))
}

fn allowed_orders(row: &Row, nodes: Nodes) -> Result<Vec<OrderIdx>> {
    let mut allowed = Vec::new();
    for column in 1..row.fields.len() {
        let node = row.count(column, "an allowed node")? as usize;
        let is_order = (nodes.depot_count + 1..=nodes.count).contains(&node);
        ensure!(is_order, "line {}: node {node} is no order", row.line);
        allowed.push(OrderIdx(index(node - nodes.depot_count - 1)));
    }
    allowed.sort_unstable();
    Ok(allowed)
}

fn integer(number: f64) -> Result<i64> {
    ensure!(number.fract() == 0.0, "{number} is no whole number");
    Ok(truncated(number))
}

#[cfg(test)]
mod tests;
