//! A plan for an instance, read from and written to files.
//!
//! ```text
//! {"routes": [[1, 2], {"stops": [3, 0, 4], "depot": 0, "day": 1, "vehicle": 0}]}     JSON
//! Route #1: 1 2                                                                      .sol of VRPLIB
//! ```
//!
//! In JSON, stops are numbers of orders and 0 is a reload; depots and vehicle types count from 0, days from 1. A plain
//! list is a route on day 1; if there are several vehicle types, a route must give enough information to identify one.
//! In `.sol`, stops are numbers of places without the first depot, and if there are several vehicle types, the position
//! of a route determines its vehicle.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use super::instance::{DayIdx, Instance, OrderIdx, VehicleTypeIdx, index};
use super::text::read_text;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Route {
    pub(crate) vehicle_type: VehicleTypeIdx,
    pub(crate) day: DayIdx,
    /// The trips in order, with a reload at the depot between each two.
    pub(crate) trips: Vec<Vec<OrderIdx>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solution {
    pub(crate) routes: Vec<Route>,
}

/// Reads a solution. Routes without stops are left out.
///
/// # Errors
/// The file is in neither format, or names something that the instance does not have.
pub(crate) fn read_solution(path: &Path, instance: &Instance) -> Result<Solution> {
    let is_sol = path.extension().is_some_and(|extension| extension == "sol");
    let solution = read_text(path).and_then(|text| {
        if is_sol { parse_sol(&text, instance) } else { parse_json(&text, instance) }
    });
    solution.with_context(|| format!("{} cannot be read", path.display()))
}

/// Writes a solution as JSON.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn write_solution(path: &Path, instance: &Instance, solution: &Solution) -> Result<()> {
    fs::write(path, to_json(instance, solution))
        .with_context(|| format!("{} cannot be written", path.display()))
}

fn to_json(instance: &Instance, solution: &Solution) -> String {
    let routes = solution.routes.iter().map(|route| {
        let numbers = |trip: &Vec<OrderIdx>| trip.iter().map(|order| order.number()).collect();
        let trips: Vec<Vec<u32>> = route.trips.iter().map(numbers).collect();
        json!({
            "stops": trips.join(&0),
            "depot": instance.vehicle_type(route.vehicle_type).depot.0,
            "day": route.day.0 + 1,
            "vehicle": route.vehicle_type.0,
        })
    });
    // One line per route.
    let routes: Vec<String> = routes.map(|route| route.to_string()).collect();
    format!("{{\"routes\": [\n{}\n]}}\n", routes.join(",\n"))
}

fn parse_json(text: &str, instance: &Instance) -> Result<Solution> {
    let text: Value = serde_json::from_str(text).context("it is no JSON")?;
    let routes = text.get("routes").and_then(Value::as_array).context("\"routes\" is no list")?;
    let routes = (1..).zip(routes).map(|(number, route)| {
        json_route(route, instance).with_context(|| format!("route {number}"))
    });
    with_stops(routes.collect::<Result<_>>()?)
}

fn json_route(route: &Value, instance: &Instance) -> Result<Route> {
    let stops = if route.is_array() { Some(route) } else { route.get("stops") };
    let stops = stops.and_then(Value::as_array).context("\"stops\" is no list")?;
    let stops = stops.iter().map(Value::as_u64).collect::<Option<Vec<_>>>();
    let number = |key: &str| match route.get(key) {
        None => Ok(None),
        Some(value) => value.as_u64().map(Some).with_context(|| format!("\"{key}\" is no number")),
    };
    let day = number("day")?.unwrap_or(1);
    ensure!((1..=u64::from(instance.day_count)).contains(&day), "there is no day {day}");
    Ok(Route {
        vehicle_type: vehicle_type(number("vehicle")?, number("depot")?, instance)?,
        day: DayIdx(u32::try_from(day - 1)?),
        trips: trips(stops.context("a stop is no number")?, instance)?,
    })
}

/// Returns the only vehicle type that matches what a route says about its vehicle.
fn vehicle_type(
    vehicle: Option<u64>,
    depot: Option<u64>,
    instance: &Instance,
) -> Result<VehicleTypeIdx> {
    let mut fitting = (0..).zip(&instance.vehicle_types).filter(|&(idx, of_idx): &(u32, _)| {
        vehicle.is_none_or(|vehicle| vehicle == u64::from(idx))
            && depot.is_none_or(|depot| depot == u64::from(of_idx.depot.0))
    });
    let Some((first, _)) = fitting.next() else { bail!("no vehicle type is what it says") };
    ensure!(fitting.next().is_none(), "\"vehicle\" is missing, and several types would do");
    Ok(VehicleTypeIdx(first))
}

fn parse_sol(text: &str, instance: &Instance) -> Result<Solution> {
    let depot_count = instance.depots.len() as u64;
    let of_vehicle: Vec<VehicleTypeIdx> = (0..)
        .zip(&instance.vehicle_types)
        .flat_map(|(idx, of_idx)| vec![VehicleTypeIdx(idx); of_idx.count as usize])
        .collect();
    let mut routes = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let Some((head, stops)) = text.split_once(':') else { continue };
        if !head.trim_start().starts_with("Route") {
            continue;
        }
        let stops = stops.split_whitespace().map(|stop| match stop.parse::<u64>() {
            Ok(0) => Ok(0),
            Ok(place) if place >= depot_count => Ok(place - (depot_count - 1)),
            Ok(_) => bail!("{stop} is a depot"),
            Err(_) => bail!("\"{stop}\" is no number"),
        });
        let trips = stops.collect::<Result<_>>().and_then(|stops| trips(stops, instance));
        let trips = trips.with_context(|| format!("line {line}"))?;
        // With a single type, vehicles need not be told apart, and their number is left to the checker.
        let vehicle_type = match instance.vehicle_types.len() {
            1 => Some(&VehicleTypeIdx(0)),
            _ => of_vehicle.get(routes.len()),
        };
        let vehicle_type =
            *vehicle_type.with_context(|| format!("line {line}: no vehicle is left"))?;
        routes.push(Route { vehicle_type, day: DayIdx(0), trips });
    }
    ensure!(!routes.is_empty(), "no line begins with \"Route\"");
    with_stops(routes)
}

fn with_stops(mut routes: Vec<Route>) -> Result<Solution> {
    routes.retain(|route| route.trips.iter().any(|trip| !trip.is_empty()));
    Ok(Solution { routes })
}

fn trips(stops: Vec<u64>, instance: &Instance) -> Result<Vec<Vec<OrderIdx>>> {
    let order_count = index(instance.orders.len());
    let order = |stop: u64| match u32::try_from(stop) {
        Ok(number) if number <= order_count => Ok(OrderIdx(number - 1)),
        _ => bail!("there is no order {stop}"),
    };
    stops
        .split(|&stop| stop == 0)
        .map(|trip| trip.iter().map(|&stop| order(stop)).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instances::cordeau;

    /// Two depots with one vehicle each, and two orders.
    const DEPOTS: &str =
        "2 1 2 2\n0 9\n0 8\n1 0 1 0 1 1 0\n2 0 2 0 1 1 0\n3 0 0 0 0 0 0\n4 0 9 0 0 0 0\n";

    fn instance() -> Instance {
        cordeau::parse("t", DEPOTS).unwrap()
    }

    #[test]
    fn written_solutions_are_read_back() {
        let text = r#"{"routes": [{"stops": [2, 0, 1], "vehicle": 1}, [], {"stops": [1], "depot": 0, "day": 1}]}"#;
        let text = text.replace(" [],", r#" {"stops": [], "vehicle": 0},"#);
        let solution = parse_json(&text, &instance()).unwrap();
        let trips = vec![vec![OrderIdx(1)], vec![OrderIdx(0)]];
        let first = Route { vehicle_type: VehicleTypeIdx(1), day: DayIdx(0), trips };
        assert_eq!(solution.routes.len(), 2);
        assert_eq!(solution.routes[0], first);
        let written = to_json(&instance(), &solution);
        assert_eq!(parse_json(&written, &instance()).unwrap(), solution);
    }

    #[test]
    fn sol_numbers_places_and_gives_routes_to_vehicles_in_turn() {
        let text = "Route #1:\nRoute #2: 3 2\nCost: 12\n";
        let trips = vec![vec![OrderIdx(1), OrderIdx(0)]];
        let route = Route { vehicle_type: VehicleTypeIdx(1), day: DayIdx(0), trips };
        assert_eq!(parse_sol(text, &instance()).unwrap().routes, [route]);
    }

    #[test]
    fn errors_are_named() {
        for (text, fault) in [
            (r#"{"routes": [[1]]}"#, "route 1: \"vehicle\" is missing, and several types would do"),
            (r#"{"routes": [{"stops": [3], "vehicle": 0}]}"#, "route 1: there is no order 3"),
            (
                r#"{"routes": [{"stops": [1], "vehicle": 0, "depot": 1}]}"#,
                "route 1: no vehicle type is what it says",
            ),
            (
                r#"{"routes": [{"stops": [1], "vehicle": 0, "day": 2}]}"#,
                "route 1: there is no day 2",
            ),
            (r#"{"routes": [{"stops": [-1], "vehicle": 0}]}"#, "route 1: a stop is no number"),
            ("{}", "\"routes\" is no list"),
        ] {
            assert_eq!(format!("{:#}", parse_json(text, &instance()).unwrap_err()), fault);
        }
        for (text, fault) in [
            ("Route 1: 1", "line 1: 1 is a depot"),
            ("Route 1: 2 9", "line 1: there is no order 8"),
            ("Route 1: x", "line 1: \"x\" is no number"),
            ("Route 1: 2\nRoute 2: 3\nRoute 3:", "line 3: no vehicle is left"),
            ("Cost: 3", "no line begins with \"Route\""),
        ] {
            assert_eq!(format!("{:#}", parse_sol(text, &instance()).unwrap_err()), fault);
        }
    }
}
