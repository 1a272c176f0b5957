//! The costs of another engine for pairs of points, as written by `scripts/bench-osrm.py --reference`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

/// Costs by source and target, `None` where the engine finds no route.
pub(super) struct Reference {
    pub(super) engine: String,
    pub(super) latitudes: Vec<f64>,
    pub(super) longitudes: Vec<f64>,
    pub(super) seconds: Vec<Vec<Option<f64>>>,
    pub(super) meters: Vec<Vec<Option<f64>>>,
}

impl Reference {
    pub(super) fn read(path: &Path) -> Result<Self> {
        let json: Value = serde_json::from_slice(&fs::read(path)?)?;
        let points = rows(&json, "lonlat")?;
        let coordinate = |point: &Vec<Option<f64>>, idx: usize| {
            let coordinate = point.get(idx).copied().flatten();
            coordinate.filter(|_| point.len() == 2).context("points have two numbers")
        };
        let coordinates =
            |idx: usize| points.iter().map(|point| coordinate(point, idx)).collect::<Result<_>>();
        let reference = Self {
            engine: json["engine"].as_str().unwrap_or("unknown").to_owned(),
            latitudes: coordinates(1)?,
            longitudes: coordinates(0)?,
            seconds: rows(&json, "durations_s")?,
            meters: rows(&json, "distances_m")?,
        };
        for table in [&reference.seconds, &reference.meters] {
            let is_square = table.iter().all(|row| row.len() == points.len());
            ensure!(table.len() == points.len() && is_square, "a table is not points × points");
        }
        Ok(reference)
    }
}

/// Reads rows of numbers, with null for missing values.
fn rows(json: &Value, key: &str) -> Result<Vec<Vec<Option<f64>>>> {
    let rows = json[key].as_array().with_context(|| format!("`{key}` is missing"))?;
    let number = |value: &Value| match value {
        Value::Null => Ok(None),
        Value::Number(number) => Ok(number.as_f64()),
        _ => bail!("`{key}` has something else than numbers and null"),
    };
    rows.iter()
        .map(|row| {
            let row = row.as_array().with_context(|| format!("`{key}` has no rows"))?;
            row.iter().map(number).collect()
        })
        .collect()
}
