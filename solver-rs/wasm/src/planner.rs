//! One planning problem from its message to its answer, in slices that the host counts out.
//!
//! ```text
//! new(message) → addTable × tables → start(seed) → run(n, progress) × many → solution()
//!                                     ▲             └─► status(), checkpoint(), outline(): at any time between
//!                confine, addChanged ─┘ where several planners share one plan
//! ```

use messages::TableNumbers;
use routing::Patience;
use routing::problem::Problem;
use routing::search::{Checkpoint, CheckpointError, Part, RouteOutline, Search, SearchOptions};
use self_cell::self_cell;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

#[wasm_bindgen]
extern "C" {
    /// Whether the host's time is over.
    #[wasm_bindgen(typescript_type = "() => boolean")]
    pub type IsOver;
    #[wasm_bindgen(method, js_name = call)]
    fn ask(this: &IsOver, of: &JsValue) -> bool;
}

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
    tables: Vec<TableNumbers>,
    part: Option<Part>,
    changed: Vec<Checkpoint>,
    search: Option<Running>,
}

#[wasm_bindgen]
impl Planner {
    /// Takes the problem's JSON as `server/routing/problem.ts` has it. It is read by `start`.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(#[wasm_bindgen(js_name = problemJson)] problem_json: Vec<u8>) -> Self {
        let (tables, changed) = (Vec::new(), Vec::new());
        Self { message: problem_json, tables, part: None, changed, search: None }
    }

    /// Adds the next travel table: distances, row-major by place of departure, and seconds, the lanes of a pair side
    /// by side. `rows` say which pairs it has, if not all: see `TravelTable` of `server/search`.
    #[wasm_bindgen(js_name = addTable)]
    pub fn add_table(
        &mut self,
        #[wasm_bindgen(js_name = distanceMeters)] distance_meters: Vec<i32>,
        #[wasm_bindgen(js_name = travelSeconds)] travel_seconds: Vec<i32>,
        rows: Option<Vec<u32>>,
    ) {
        self.tables.push(TableNumbers { distance_meters, travel_seconds, rows });
    }

    /// From its start on, the search changes one of `count` parts of the checkpoint, and nothing else. Only where
    /// `PlanStatus.divisible` says so; the parts of equal checkpoints are equal.
    pub fn confine(&mut self, idx: u32, count: u32) {
        self.part = Some(Part { idx, count });
    }

    /// Adds the checkpoint of the search of a part: its changes go into the checkpoint that `start` is given, which is that of
    /// `base`.
    #[wasm_bindgen(js_name = addChanged)]
    pub fn add_changed(&mut self, checkpoint: Vec<u8>) {
        self.changed.push(Checkpoint::from_bytes(checkpoint));
    }

    /// Reads the problem and prepares the search, from the checkpoint of an earlier one if there is one. With `maxIterations`,
    /// equal problems, seeds and checkpoints give equal answers. `isOver` is asked in the middle of what takes long, whether the
    /// host's time is over: first when the first plan begins, again when the answer is written.
    ///
    /// # Errors
    /// The message, or a table beside it, does not hold a problem; the checkpoint is damaged or of another problem.
    pub fn start(
        &mut self,
        seed: u64,
        #[wasm_bindgen(js_name = maxIterations)] max_iterations: Option<u64>,
        checkpoint: Option<Vec<u8>>,
        #[wasm_bindgen(js_name = isOver)] is_over: Option<IsOver>,
    ) -> Result<(), JsError> {
        let message = std::mem::take(&mut self.message);
        let tables = std::mem::take(&mut self.tables);
        let problem = messages::read_problem(&message, tables)?;
        let changed = std::mem::take(&mut self.changed);
        let part = self.part;
        let iterations_max = max_iterations;
        let options = SearchOptions { seed, iterations_max, part, ..Default::default() };
        let patience = is_over.map_or_else(Patience::default, |is_over| {
            Patience::new(move || is_over.ask(&JsValue::UNDEFINED))
        });
        let running = Running::try_new(problem, |problem| match checkpoint {
            None => Ok::<_, CheckpointError>(Search::new_within(problem, options, &patience)),
            Some(bytes) => {
                let checkpoint = Checkpoint::from_bytes(bytes);
                Search::resume_joined(problem, options, &checkpoint, &changed, &patience)
            }
        })?;
        self.search = Some(running);
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

    /// How far the search is.
    ///
    /// # Errors
    /// The search was not started.
    pub fn status(&self) -> Result<PlanStatus, JsError> {
        let search = self.search.as_ref().ok_or_else(not_started)?;
        Ok(search.with_dependent(|_, search| PlanStatus::of(search)))
    }

    /// The best plan so far as bytes for `start`, of this problem, at any later time. Does not disturb the search.
    ///
    /// # Errors
    /// The search was not started.
    pub fn checkpoint(&self) -> Result<Vec<u8>, JsError> {
        let search = self.search.as_ref().ok_or_else(not_started)?;
        Ok(search.with_dependent(|_, search| search.checkpoint().into_bytes()))
    }

    /// Routes of the best plan so far, without times: of each its shift, how many places it goes to, and these, each with
    /// its stop or `u32::MAX` for a start, an end or a reload. Does not disturb the search.
    ///
    /// # Errors
    /// The search was not started.
    pub fn outline(&self) -> Result<Vec<u32>, JsError> {
        let search = self.search.as_ref().ok_or_else(not_started)?;
        let routes = search.with_dependent(|_, search| search.outline());
        Ok(routes.iter().flat_map(flat).collect())
    }

    /// Of a search that is confined to a part: the plan that it began from, whole, as the searches of the other parts did.
    ///
    /// # Errors
    /// The search was not started.
    pub fn base(&self) -> Result<Option<Vec<u8>>, JsError> {
        let search = self.search.as_ref().ok_or_else(not_started)?;
        Ok(search.with_dependent(|_, search| search.base().map(|it| it.clone().into_bytes())))
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

/// How far a search is, and how good its best plan. Free it.
#[wasm_bindgen]
pub struct PlanStatus {
    /// Iterations so far, those of the searches that it goes on from included.
    #[wasm_bindgen(readonly)]
    pub iterations: f64,
    /// Positions that insertions have looked at, of this search alone.
    #[wasm_bindgen(readonly)]
    pub insertions: f64,
    /// Money.
    #[wasm_bindgen(readonly)]
    pub cost: f64,
    /// Visits that are not served.
    #[wasm_bindgen(readonly)]
    pub unserved: u32,
    /// Vehicles in use.
    #[wasm_bindgen(readonly)]
    pub vehicles: u32,
    /// Whether several planners may each change a part of the plan.
    #[wasm_bindgen(readonly)]
    pub divisible: bool,
    score: [f64; 3],
}

#[wasm_bindgen]
impl PlanStatus {
    /// What is minimized, the most important first: to compare plans of one problem by.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn score(&self) -> Vec<f64> {
        self.score.to_vec()
    }

    fn of(search: &Search<'_>) -> Self {
        let status = search.status();
        let count = |it: usize| u32::try_from(it).expect("indexes have 32 bits");
        #[expect(clippy::cast_precision_loss, reason = "nobody waits for 2^53 iterations")]
        let [iterations, insertions] = [status.iterations, status.insertions].map(|it| it as f64);
        Self {
            iterations,
            insertions,
            cost: status.cost,
            unserved: count(status.unserved),
            vehicles: count(status.vehicles),
            divisible: search.is_divisible(),
            score: status.score,
        }
    }
}

fn flat(route: &RouteOutline) -> impl Iterator<Item = u32> {
    let count = u32::try_from(route.places.len()).expect("indexes have 32 bits");
    let places = route.places.iter();
    let places = places.flat_map(|(stop, place)| [stop.map_or(u32::MAX, |it| it.0), place.0]);
    [route.shift.0, count].into_iter().chain(places)
}

fn not_started() -> JsError {
    JsError::new("the search was not started")
}
