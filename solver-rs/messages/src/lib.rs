//! The planning problem and its answer as JSON: what passes between the service and a planning instance.
//!
//! ```text
//! bytes ──serde_json──► routing::problem      `server/routing/problem.ts` has the same words on the other side
//! bytes ◄──serde_json── routing::solution
//! ```
//!
//! `routing` derives how its types are laid out as data and knows no format. A field that one side has and the other has
//! not is an error and never ignored. Travel tables come beside the JSON, as numbers: they are most of the bytes.

#![forbid(unsafe_code)]

#[cfg(test)]
mod tests;

use routing::problem::{PairRows, Problem, ProblemError};
use routing::solution::Solution;

/// The message does not hold a problem.
#[derive(Debug, thiserror::Error)]
pub enum MessageError {
    /// It is not JSON, or not of the shape.
    #[error("the problem cannot be read: {0}")]
    Json(serde_json::Error),
    /// There are more or fewer travel tables than the message names.
    #[error("the problem names {expected} travel tables, {actual} came with it")]
    TableCount {
        /// Named in the message.
        expected: usize,
        /// Brought beside it.
        actual: usize,
    },
    /// The rows of a travel table do not say which pairs it has.
    #[error("the rows of travel table {position} do not hold together")]
    TableRows {
        /// Of the table.
        position: usize,
    },
    /// The problem does not hold together.
    #[error("the problem does not hold together: {0}")]
    Problem(ProblemError),
}

/// The numbers of a travel table, which come beside the message.
#[derive(Clone, Debug, Default)]
pub struct TableNumbers {
    /// One a pair of places, row-major by place of departure; below 0 where no road leads.
    pub distance_meters: Vec<i32>,
    /// The lanes of a pair side by side.
    pub travel_seconds: Vec<i32>,
    /// Which pairs those are, see [`PairRows::from_numbers`]; none: all. With them comes one pair more, of no road.
    pub rows: Option<Vec<u32>>,
}

/// Distances and seconds of all pairs.
impl From<(Vec<i32>, Vec<i32>)> for TableNumbers {
    fn from((distance_meters, travel_seconds): (Vec<i32>, Vec<i32>)) -> Self {
        Self { distance_meters, travel_seconds, rows: None }
    }
}

/// Reads a problem, with its tables in the order in which `travel` of the message names them.
///
/// # Errors
/// See [`MessageError`]; past it the problem is [checked](Problem::check).
pub fn read_problem(
    json: &[u8],
    tables: Vec<impl Into<TableNumbers>>,
) -> Result<Problem, MessageError> {
    let mut problem: Problem = serde_json::from_slice(json).map_err(MessageError::Json)?;
    let (expected, actual) = (problem.travel.len(), tables.len());
    if expected != actual {
        return Err(MessageError::TableCount { expected, actual });
    }
    let place_count = problem.places.len();
    for (position, (table, numbers)) in problem.travel.iter_mut().zip(tables).enumerate() {
        let TableNumbers { distance_meters, travel_seconds, rows } = numbers.into();
        (table.distance_meters, table.travel_seconds) = (distance_meters, travel_seconds);
        if let Some(rows) = rows {
            let rows = PairRows::from_numbers(&rows, place_count);
            table.rows = Some(rows.ok_or(MessageError::TableRows { position })?);
        }
    }
    problem.check().map_err(MessageError::Problem)?;
    routing::begun::hold(&mut problem);
    Ok(problem)
}

/// Writes a problem, tables aside: who reads it asks for what was read here.
///
/// # Panics
/// Never: numbers, lists and names of our own can be written.
#[must_use]
pub fn write_problem(problem: &Problem) -> Vec<u8> {
    serde_json::to_vec(problem).expect("plain data is JSON")
}

/// Writes an answer.
///
/// # Panics
/// Never: numbers, lists and names of our own can be written.
#[must_use]
pub fn write_solution(solution: &Solution) -> Vec<u8> {
    serde_json::to_vec(solution).expect("plain data is JSON")
}
