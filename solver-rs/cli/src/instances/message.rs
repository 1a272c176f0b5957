//! Reads the answer of a search thread to the problem of a benchmark.

use anyhow::{Context, Result};
use routing::evaluate::Step;
use routing::problem::{OptionIdx, ShiftIdx, StopIdx};
use serde_json::Value;

/// Returns the shifts of an answer and their steps.
///
/// # Errors
/// The JSON is not in the form that search threads write.
pub(crate) fn sequences(solution: &Value) -> Result<Vec<(ShiftIdx, Vec<Step>)>> {
    let list = |value: &Value, key: &str| {
        value.get(key).and_then(Value::as_array).cloned().with_context(|| format!("no list {key}"))
    };
    let number = |value: &Value, key: &str| {
        let number = value.get(key).and_then(Value::as_u64).and_then(|it| u32::try_from(it).ok());
        number.with_context(|| format!("no number {key}"))
    };
    let routes = list(solution, "routes")?;
    let read = |route: &Value| {
        let mut steps = Vec::new();
        for stop in list(route, "stops")? {
            let role = stop.get("role").context("a stop without a role")?;
            match role.get("type").and_then(Value::as_str) {
                Some("order") => steps.push(Step::Stop(
                    StopIdx(number(role, "stop")?),
                    OptionIdx(number(role, "option")?),
                )),
                Some("reload") => steps.push(Step::Reload(number(role, "position")?)),
                _ => {}
            }
        }
        Ok((ShiftIdx(number(route, "shift")?), steps))
    };
    routes.iter().map(read).collect()
}
