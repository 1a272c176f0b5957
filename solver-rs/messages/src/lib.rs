//! The planning problem and its answer as JSON: what passes between the service and a planning instance.
//!
//! ```text
//! bytes ──serde──► messages of this crate ──From──► routing::problem      `server/routing/problem.ts` has the same
//! bytes ◄──serde── messages of this crate ◄──From── routing::solution     words on the other side
//! ```
//!
//! `routing` knows no serialization, so each of its types has a twin here; a field that one side has and the other has
//! not is an error and never ignored. Travel tables come beside the JSON, as numbers: they are most of the bytes.

#![forbid(unsafe_code)]

mod convert;
mod fleet;
mod orders;
mod plan;
mod problem;
mod solution;
#[cfg(test)]
mod tests;

use routing::problem::{Problem, ProblemError};
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
    /// The problem does not hold together.
    #[error("the problem does not hold together: {0}")]
    Problem(ProblemError),
}

/// Reads a problem. `tables` are distances (row-major by place of departure, below 0 where no road leads) and seconds
/// (the lanes of a pair side by side), in the order in which `travel` of the message names them.
///
/// # Errors
/// See [`MessageError`]; past it the problem is [checked](Problem::check).
pub fn read_problem(
    json: &[u8],
    tables: Vec<(Vec<i32>, Vec<i32>)>,
) -> Result<Problem, MessageError> {
    let message: problem::ProblemMessage =
        serde_json::from_slice(json).map_err(MessageError::Json)?;
    let mut problem = message.with_tables(tables)?;
    problem.check().map_err(MessageError::Problem)?;
    routing::begun::hold(&mut problem);
    Ok(problem)
}

/// Writes an answer.
///
/// # Panics
/// Never: numbers, lists and names of our own can be written.
#[must_use]
pub fn write_solution(solution: &Solution) -> Vec<u8> {
    serde_json::to_vec(&solution::SolutionMessage::from(solution)).expect("plain data is JSON")
}
