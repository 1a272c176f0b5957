//! One planning problem from its message to its answer, in slices that the host counts out.
//!
//! ```text
//! new(message) → addTable × tables → start(seed) → run(n, progress) × many → solution()
//! ```

use routing::problem::Problem;
use routing::search::{Search, SearchOptions};
use self_cell::self_cell;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

self_cell!(
    /// A search and the problem that it reads all along.
    struct Running {
        owner: Problem,
        #[not_covariant]
        dependent: Search,
    }
);

/// A problem on its way to an answer. Free it afterwards: it has its travel tables in the instance's memory.
#[wasm_bindgen]
pub struct Planner {
    message: Vec<u8>,
    tables: Vec<(Vec<i32>, Vec<i32>)>,
    search: Option<Running>,
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
        let options = SearchOptions { seed, iterations_max: max_iterations, ..Default::default() };
        self.search = Some(Running::new(problem, |problem| Search::new(problem, options)));
        Ok(())
    }

    /// Searches for some iterations; `progress` is the share of the time that is used up, 0 to 1. True when more would
    /// bring nothing.
    ///
    /// # Errors
    /// The search was not started.
    pub fn run(&mut self, iterations: u32, progress: f64) -> Result<bool, JsError> {
        let search = self.search.as_mut().ok_or_else(not_started)?;
        let run = |search: &mut Search<'_>| search.run(u64::from(iterations), progress).done;
        Ok(search.with_dependent_mut(|_, search| run(search)))
    }

    /// The best answer so far, as JSON.
    ///
    /// # Errors
    /// The search was not started.
    pub fn solution(&mut self) -> Result<Vec<u8>, JsError> {
        let search = self.search.as_mut().ok_or_else(not_started)?;
        let solution = search.with_dependent_mut(|_, search| search.solution());
        Ok(messages::write_solution(&solution))
    }
}

fn not_started() -> JsError {
    JsError::new("the search was not started")
}
