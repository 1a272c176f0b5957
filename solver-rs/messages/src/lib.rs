//! The problem and its solution as JSON: the messages between the service and the search.
//!
//! ```text
//! bytes ──serde_json──► routing::problem      `server/routing/problem.ts` has the same names on the other side
//! bytes ◄──serde_json── routing::solution
//! ```
//!
//! `routing` derives how its types are represented as data and does not depend on a format. A field that only one side
//! has is an error, never ignored, unless it has a default. Travel tables are sent beside the JSON, as numbers, since
//! they are most of the bytes.

#![forbid(unsafe_code)]

#[cfg(test)]
mod tests;

use routing::problem::{PairRows, Problem, ProblemError};
use routing::solution::Solution;

/// The message does not contain a valid problem.
#[derive(Debug, thiserror::Error)]
pub enum MessageError {
    /// It is not JSON, or has the wrong structure.
    #[error("the problem cannot be read: {0}")]
    Json(serde_json::Error),
    /// The number of travel tables differs from the number in the message.
    #[error("the problem names {expected} travel tables, {actual} came with it")]
    TableCount {
        /// The number in the message.
        expected: usize,
        /// The number of tables that came beside it.
        actual: usize,
    },
    /// The rows of a travel table are inconsistent.
    #[error("the rows of travel table {position} do not hold together")]
    TableRows {
        /// The position of the table.
        position: usize,
    },
    /// The problem is inconsistent.
    #[error("the problem does not hold together: {0}")]
    Problem(ProblemError),
}

/// The numbers of a travel table, which are sent beside the message.
#[derive(Clone, Debug, Default)]
pub struct TableNumbers {
    /// One entry per pair of places, row-major by place of departure; below 0 if no road leads there.
    pub distance_meters: Vec<i32>,
    /// One entry per pair and lane, the lanes of a pair side by side.
    pub travel_seconds: Vec<i32>,
    /// The pairs of the table, see [`PairRows::from_numbers`]; `None`: all pairs. With rows there is one more entry,
    /// for no road.
    pub rows: Option<Vec<u32>>,
}

/// Distances and seconds of all pairs.
impl From<(Vec<i32>, Vec<i32>)> for TableNumbers {
    fn from((distance_meters, travel_seconds): (Vec<i32>, Vec<i32>)) -> Self {
        Self { distance_meters, travel_seconds, rows: None }
    }
}

/// Reads a problem, with its tables in the order of `travel` in the message, and [checks](Problem::check) it.
///
/// # Errors
/// See [`MessageError`].
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
    routing::begun::fix_begun_stops(&mut problem);
    Ok(problem)
}

/// Writes a problem without its tables.
///
/// # Panics
/// Never: our own numbers, lists and names can always be written.
#[must_use]
pub fn write_problem(problem: &Problem) -> Vec<u8> {
    serde_json::to_vec(problem).expect("plain data is JSON")
}

/// Writes an answer.
///
/// # Panics
/// Never: our own numbers, lists and names can always be written.
#[must_use]
pub fn write_solution(solution: &Solution) -> Vec<u8> {
    serde_json::to_vec(solution).expect("plain data is JSON")
}
