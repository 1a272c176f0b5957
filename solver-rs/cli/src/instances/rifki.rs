//! The instances of Rifki, Chiabaut and Solnon on the streets of Lyon, published by ANR MAMUT as two JSON files each.
//!
//! `NAME.vrp.json` has orders and vehicles. `NAME.atf.json` has an arrival function for each arc, in whole seconds:
//! `[from, to, [departures], [arrivals]]`. A departure that occurs twice is a jump, where the first arrival applies.
//! The objective is the sum of the durations of the routes, each of which leaves at its best time.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::convention::{Convention, NUMBER_MAX, Objective, Rounding, truncated};
use super::instance::{Depot, DepotIdx, Instance, Order, VehicleType, Window};
use super::travel::{ArrivalFunctions, Travel};

const CONVENTION: Convention =
    Convention { rounding: Rounding::Given, objective: Objective::Duration };

const TRAVEL_MODEL: &str = "atf-ndcpwlf";

/// # Errors
/// The error names the file and the position of what is missing or wrong; the position is a line if the file is not
/// JSON.
pub(crate) fn parse(name: &str, problem: &str, travel: &str) -> Result<Instance> {
    let problem: Value = serde_json::from_str(problem).context("it is no JSON")?;
    let problem = Node { value: &problem, at: String::new() };
    let model = problem.get("td")?.get("model")?.value.as_str();
    ensure!(model == Some(TRAVEL_MODEL), "td.model is not {TRAVEL_MODEL}");
    ensure!(problem.get("depot")?.integer()? == 0, "the depot is not place 0");
    let order_count = problem.get("num_customers")?.count()? as usize;
    let windows =
        problem.get("time_windows")?.list()?.iter().map(window).collect::<Result<Vec<_>>>()?;
    let loads = problem.get("demands")?.integers()?;
    let service_times = problem.get("service_times")?.integers()?;
    let place_count = order_count + 1;
    for (length, what) in [
        (windows.len(), "time_windows"),
        (loads.len(), "demands"),
        (service_times.len(), "service_times"),
    ] {
        ensure!(length == place_count, "{what} has {length} entries, {place_count} are due");
    }
    let travel = arrival_functions(travel, place_count).context("of its arrival functions")?;
    Ok(Instance {
        name: name.to_owned(),
        convention: CONVENTION,
        travel: Travel::ByDeparture(travel),
        depots: vec![Depot { window: windows[0] }],
        orders: (1..place_count)
            .map(|place| Order::delivery(loads[place], windows[place], service_times[place]))
            .collect(),
        pairs: Vec::new(),
        vehicle_types: vec![VehicleType::plain(
            problem.get("num_vehicles")?.count()?,
            DepotIdx(0),
            problem.get("vehicle_capacity")?.integer()?,
        )],
        day_count: 1,
    })
}

fn window(window: &Node) -> Result<Window> {
    let ends = window.integers()?;
    let [opens_at, closes_at] = ends[..] else {
        anyhow::bail!("{} has not two ends", window.at);
    };
    Ok(Window { opens_at, closes_at })
}

fn arrival_functions(text: &str, place_count: usize) -> Result<ArrivalFunctions> {
    let text: Value = serde_json::from_str(text).context("it is no JSON")?;
    let root = Node { value: &text, at: String::new() };
    let mut functions = vec![Vec::new(); place_count * place_count];
    for arc in root.get("arcs")?.list()? {
        let parts = arc.list()?;
        let [from, to, departures, arrivals] = &parts[..] else {
            anyhow::bail!("{} has not four parts", arc.at);
        };
        let (from, to) = (from.count()? as usize, to.count()? as usize);
        ensure!(
            from < place_count && to < place_count,
            "{} leaves the {place_count} places",
            arc.at
        );
        let (departures, arrivals) = (departures.integers()?, arrivals.integers()?);
        ensure!(departures.len() == arrivals.len(), "{} has more of one than of the other", arc.at);
        let function = &mut functions[from * place_count + to];
        ensure!(function.is_empty(), "{} comes a second time", arc.at);
        *function = departures.into_iter().zip(arrivals).collect();
    }
    ArrivalFunctions::new(place_count, &functions)
}

/// A JSON value with its path.
struct Node<'a> {
    value: &'a Value,
    at: String,
}

impl<'a> Node<'a> {
    fn get(&self, key: &str) -> Result<Node<'a>> {
        let at = if self.at.is_empty() { key.to_owned() } else { format!("{}.{key}", self.at) };
        let value = self.value.get(key).with_context(|| format!("{at} is missing"))?;
        Ok(Node { value, at })
    }

    fn list(&self) -> Result<Vec<Node<'a>>> {
        let list = self.value.as_array().with_context(|| format!("{} is no list", self.at))?;
        let entries = list.iter().enumerate();
        Ok(entries.map(|(idx, value)| Node { value, at: format!("{}[{idx}]", self.at) }).collect())
    }

    fn integer(&self) -> Result<i64> {
        let number = self.value.as_f64().filter(|number| number.fract() == 0.0);
        let number = number.with_context(|| format!("{} is no whole number", self.at))?;
        ensure!(number.abs() <= NUMBER_MAX, "{} is not within ±{NUMBER_MAX}", self.at);
        Ok(truncated(number))
    }

    fn integers(&self) -> Result<Vec<i64>> {
        self.list()?.iter().map(Node::integer).collect()
    }

    fn count(&self) -> Result<u32> {
        u32::try_from(self.integer()?).with_context(|| format!("{} is negative", self.at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instances::instance::PlaceIdx;

    const PROBLEM: &str = r#"{
        "num_customers": 1, "num_vehicles": 2, "vehicle_capacity": 58, "depot": 0, "td": {"model": "atf-ndcpwlf"},
        "demands": [0, 9], "service_times": [0, 311], "time_windows": [[0, 43200], [3949, 29502]]
    }"#;
    const TRAVEL: &str = r#"{"arcs": [[0, 1, [0.0, 700.0, 720.0], [20.0, 720.0, 720.0]], [1, 0, [0, 720], [7, 727]]]}"#;

    #[test]
    fn two_files_become_one_instance() {
        let instance = parse("t", PROBLEM, TRAVEL).unwrap().checked().unwrap();
        let window = Window { opens_at: 3_949, closes_at: 29_502 };
        assert_eq!(instance.orders, [Order::delivery(9, window, 311)]);
        assert_eq!(instance.horizon(), Some(43_200));
        assert_eq!(instance.travel.arrival_at(PlaceIdx(0), PlaceIdx(1), 710), Some(720));
        assert_eq!(instance.distance(PlaceIdx(1), PlaceIdx(0)), 7);
    }

    #[test]
    fn errors_name_the_position() {
        for (from, to, fault) in [
            ("\"depot\": 0", "\"depot\": 1", "the depot is not place 0"),
            ("\"demands\": [0, 9]", "\"demands\": [0]", "demands has 1 entries, 2 are due"),
            ("[3949, ", "[", "time_windows[1] has not two ends"),
            ("311", "31.5", "service_times[1] is no whole number"),
            ("atf-ndcpwlf", "steps", "td.model is not atf-ndcpwlf"),
        ] {
            let error = parse("t", &PROBLEM.replacen(from, to, 1), TRAVEL).unwrap_err();
            assert_eq!(format!("{error:#}"), fault);
        }
        for (from, to, fault) in [
            ("[7, 727]", "[7]", "arcs[1] has more of one than of the other"),
            ("[7, 727]", "[7, 717]", "travel from 1 to 0 is neither flat"),
            ("[1, 0,", "[5, 0,", "arcs[1] leaves the 2 places"),
            ("[1, 0,", "[0, 1,", "arcs[1] comes a second time"),
            ("[1, 0, [0, 720]", "[1, 0", "arcs[1] has not four parts"),
            ("}", "", "it is no JSON: EOF while parsing an object at line 1"),
        ] {
            let error = parse("t", PROBLEM, &TRAVEL.replacen(from, to, 1)).unwrap_err();
            assert!(format!("{error:#}").contains(fault), "{error:#}");
        }
    }
}
