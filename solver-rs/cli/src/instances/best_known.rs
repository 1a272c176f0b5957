//! The best known cost of an instance, from the `bks.json` beside it.
//!
//! The cost of an entry is either in the file's own units (827.3) or already scaled up to integers (8273). It is scaled
//! if the entry's convention contains the word "ints".

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use super::convention::{NUMBER_MAX, Rounding, truncated};
use super::text::read_text;

/// The name of the file with the best known costs of the instances in its folder.
pub(crate) const FILE_NAME: &str = "bks.json";

const MARK_OF_INTEGERS: &str = "ints";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BestKnown {
    /// In units of the instance.
    pub(crate) cost: i64,
    pub(crate) vehicle_count: Option<u32>,
}

/// Returns the best known cost, or `None` if the folder has no such file or the file does not contain the instance.
///
/// # Errors
/// The file exists but is invalid.
pub(crate) fn best_known(
    folder: &Path,
    name: &str,
    rounding: Rounding,
) -> Result<Option<BestKnown>> {
    let path = folder.join(FILE_NAME);
    if !path.exists() {
        return Ok(None);
    }
    let text = read_text(&path);
    text.and_then(|text| parse(&text, name, rounding))
        .with_context(|| format!("{} cannot be read", path.display()))
}

fn parse(text: &str, name: &str, rounding: Rounding) -> Result<Option<BestKnown>> {
    let entries: Value = serde_json::from_str(text).context("it is no JSON")?;
    let Some(entry) = entries.get(name) else { return Ok(None) };
    let cost = entry.get("cost").and_then(Value::as_f64).filter(|cost| cost.abs() <= NUMBER_MAX);
    let cost = cost.with_context(|| format!("{name} has no cost"))?;
    let convention = entry.get("convention").and_then(Value::as_str);
    let convention = convention.with_context(|| format!("{name} has no convention"))?;
    let is_scaled = convention.contains(MARK_OF_INTEGERS);
    Ok(Some(BestKnown {
        cost: if is_scaled { truncated(cost.round()) } else { rounding.units_of(cost) },
        vehicle_count: match entry.get("vehicles").and_then(Value::as_u64) {
            Some(count) => Some(
                u32::try_from(count).with_context(|| format!("{name} has too many vehicles"))?,
            ),
            None => None,
        },
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_scaled_unless_they_are_already() {
        let text = r#"{
            "a": {"convention": "distance only, DIMACS 1-decimal truncation", "cost": 827.3, "vehicles": 10},
            "b": {"convention": "distance, DIMACS x10 ints", "cost": 15006.0, "vehicles": null},
            "c": {"convention": "distance"}, "d": {"cost": 1}
        }"#;
        let of = |name| parse(text, name, Rounding::TruncatedTenths);
        assert_eq!(of("a").unwrap(), Some(BestKnown { cost: 8_273, vehicle_count: Some(10) }));
        assert_eq!(of("b").unwrap(), Some(BestKnown { cost: 15_006, vehicle_count: None }));
        assert_eq!(of("c").unwrap_err().to_string(), "c has no cost");
        assert_eq!(of("d").unwrap_err().to_string(), "d has no convention");
        assert_eq!(of("e").unwrap(), None);
        assert!(parse("{", "a", Rounding::Nearest).is_err());
    }
}
