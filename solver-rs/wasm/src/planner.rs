//! One planning problem from its message to its answer, in slices that the host counts out.
//!
//! ```text
//! new(message) → addTable × tables → start(seed) → run(n, progress) × many → solution()
//! ```

use std::rc::Rc;

use routing::problem::{Problem, VisitIdx};
use routing::solution::{Code, Reason, Solution, Telemetry, Unserved};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// A problem on its way to an answer. Free it afterwards: it has its travel tables in the instance's memory.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Planner {
    message: Vec<u8>,
    tables: Vec<(Vec<i32>, Vec<i32>)>,
    search: Option<Search>,
}

#[wasm_bindgen]
impl Planner {
    /// Takes the problem's JSON as `server/routing/problem.ts` has it. It is read by `start`.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(#[wasm_bindgen(js_name = problemJson)] problem_json: Vec<u8>) -> Self {
        Self { message: problem_json, tables: Vec::new(), search: None }
    }

    /// Adds the next travel table: distances, row-major by place of departure, and seconds, the lanes of a pair side
    /// by side.
    #[wasm_bindgen(js_name = addTable)]
    pub fn add_table(
        &mut self,
        #[wasm_bindgen(js_name = distanceMeters)] distance_meters: Vec<i32>,
        #[wasm_bindgen(js_name = travelSeconds)] travel_seconds: Vec<i32>,
    ) {
        self.tables.push((distance_meters, travel_seconds));
    }

    /// Reads the problem and prepares the search. With `maxIterations`, equal problems and seeds give equal answers.
    ///
    /// # Errors
    /// The message, or a table beside it, does not hold a problem.
    pub fn start(
        &mut self,
        seed: u64,
        #[wasm_bindgen(js_name = maxIterations)] max_iterations: Option<u64>,
    ) -> Result<(), JsError> {
        let message = std::mem::take(&mut self.message);
        let tables = std::mem::take(&mut self.tables);
        let problem = messages::read_problem(&message, tables)?;
        let options = SearchOptions { seed, max_iterations };
        self.search = Some(Search::new(Rc::new(problem), options));
        Ok(())
    }

    /// Searches for some iterations; `progress` is the share of the time that is used up, 0 to 1. True when more would
    /// bring nothing.
    ///
    /// # Errors
    /// The search was not started.
    pub fn run(&mut self, iterations: u32, progress: f64) -> Result<bool, JsError> {
        let search = self.search.as_mut().ok_or_else(not_started)?;
        Ok(search.run(u64::from(iterations), progress).done)
    }

    /// The best answer so far, as JSON.
    ///
    /// # Errors
    /// The search was not started.
    pub fn solution(&self) -> Result<Vec<u8>, JsError> {
        let search = self.search.as_ref().ok_or_else(not_started)?;
        Ok(messages::write_solution(&search.solution()))
    }
}

fn not_started() -> JsError {
    JsError::new("the search was not started")
}

/// How a search is to go.
#[derive(Clone, Copy, Debug)]
struct SearchOptions {
    #[expect(dead_code, reason = "the search takes it")]
    seed: u64,
    max_iterations: Option<u64>,
}

/// Whether a search is over.
struct Status {
    done: bool,
}

/// Stands in for the search: serves nothing.
#[derive(Debug)]
struct Search {
    problem: Rc<Problem>,
    options: SearchOptions,
    iterations: u64,
}

impl Search {
    fn new(problem: Rc<Problem>, options: SearchOptions) -> Self {
        Self { problem, options, iterations: 0 }
    }

    fn run(&mut self, iterations: u64, _progress: f64) -> Status {
        self.iterations += iterations;
        Status { done: self.options.max_iterations.is_some_and(|max| self.iterations >= max) }
    }

    fn solution(&self) -> Solution {
        let reason =
            Reason { code: Code::NotFoundInTime, shift: None, amount: None, dimension: None };
        let visits = (0..self.problem.visits.len()).map(VisitIdx::of);
        let unserved = visits.map(|visit| Unserved { visit, reasons: vec![reason] }).collect();
        let search = Telemetry { iterations: self.iterations, ..Telemetry::default() };
        Solution { routes: Vec::new(), unserved, search }
    }
}
