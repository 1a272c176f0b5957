//! Searches for a plan, from the message of its problem to the answer, in slices whose size the host determines.
//!
//! ```text
//! new(message) → addTable × tables → start(seed) → run(n, progress) × many → finish() → answer()
//!                                     ▲             └─► status(), checkpoint(), outline(): at any time between
//!                confine, addChanged ─┘ if several searches share one plan
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
    /// A JavaScript function that returns whether the time of the host is over.
    #[wasm_bindgen(typescript_type = "() => boolean")]
    pub type IsOver;
    #[wasm_bindgen(method, js_name = call)]
    fn ask(this: &IsOver, of: &JsValue) -> bool;
}

self_cell!(
    /// A search together with the problem that it borrows.
    struct Running {
        owner: Problem,
        #[not_covariant]
        dependent: Search,
    }
);

/// A problem and the search for its answer. It holds the travel tables in the memory of the instance, and has to be
/// freed afterwards.
#[wasm_bindgen]
pub struct PlanSearch {
    message: Vec<u8>,
    tables: Vec<TableNumbers>,
    part: Option<Part>,
    changed: Vec<Checkpoint>,
    search: Option<Running>,
}

#[wasm_bindgen]
impl PlanSearch {
    /// Takes the problem as JSON, in the form of `server/routing/problem.ts`. `start` parses it.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(#[wasm_bindgen(js_name = problemJson)] problem_json: Vec<u8>) -> Self {
        let (tables, changed) = (Vec::new(), Vec::new());
        Self { message: problem_json, tables, part: None, changed, search: None }
    }

    /// Adds the next travel table: distances, row-major by place of departure, and seconds, with the lanes of a pair
    /// side by side. `rows` says which pairs the table has if it does not have all: see `TravelTable` of
    /// `server/search`.
    #[wasm_bindgen(js_name = addTable)]
    pub fn add_table(
        &mut self,
        #[wasm_bindgen(js_name = distanceMeters)] distance_meters: Vec<i32>,
        #[wasm_bindgen(js_name = travelSeconds)] travel_seconds: Vec<i32>,
        rows: Option<Vec<u32>>,
    ) {
        self.tables.push(TableNumbers { distance_meters, travel_seconds, rows });
    }

    /// Limits the search to one of `count` parts of the checkpoint: it changes nothing else. This is only allowed if
    /// `SearchStatus.divisible` is true. Equal checkpoints are divided into equal parts.
    pub fn confine(&mut self, idx: u32, count: u32) {
        self.part = Some(Part { idx, count });
    }

    /// Adds the checkpoint of the search of one part. Its changes are merged into the checkpoint that is passed to
    /// `start`, which has to be the one that `base` returns.
    #[wasm_bindgen(js_name = addChanged)]
    pub fn add_changed(&mut self, checkpoint: Vec<u8>) {
        self.changed.push(Checkpoint::from_bytes(checkpoint));
    }

    /// Reads the problem and prepares the search, continuing from the checkpoint of an earlier search if one is given.
    /// With `maxIterations`, equal problems, seeds and checkpoints give equal answers. `isOver` is called during long
    /// steps to check whether the time of the host is over: first when the construction of the first plan begins, and
    /// again when the answer is written.
    ///
    /// # Errors
    /// The message or a table is not a valid problem, or the checkpoint is damaged or belongs to another problem.
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

    /// Searches for some iterations. `progress` is the share of the time that is used up, from 0 to 1. Returns true
    /// when more iterations would change nothing.
    ///
    /// # Errors
    /// The search was not started.
    pub fn run(&mut self, iterations: u32, progress: f64) -> Result<bool, JsError> {
        let search = self.search.as_mut().ok_or_else(not_started)?;
        let run = |search: &mut Search<'_>| search.run(u64::from(iterations), progress).done;
        Ok(search.with_dependent_mut(|_, search| run(search)))
    }

    /// Returns whether the search gains from going on for long, because it combines routes that it has made at
    /// different times.
    ///
    /// # Errors
    /// The search was not started.
    #[wasm_bindgen(js_name = hasPool)]
    pub fn has_pool(&self) -> Result<bool, JsError> {
        let search = self.search.as_ref().ok_or_else(not_started)?;
        Ok(search.with_dependent(|_, search| search.has_pool()))
    }

    /// Returns the progress of the search.
    ///
    /// # Errors
    /// The search was not started.
    pub fn status(&self) -> Result<SearchStatus, JsError> {
        let search = self.search.as_ref().ok_or_else(not_started)?;
        Ok(search.with_dependent(|_, search| SearchStatus::of(search)))
    }

    /// Returns the best plan so far as bytes. `start` can continue from them at any later time, for this problem. Does
    /// not affect the search.
    ///
    /// # Errors
    /// The search was not started.
    pub fn checkpoint(&self) -> Result<Vec<u8>, JsError> {
        let search = self.search.as_ref().ok_or_else(not_started)?;
        Ok(search.with_dependent(|_, search| search.checkpoint().into_bytes()))
    }

    /// Returns the routes of the best plan so far, without times. Each route consists of its shift, the number of its
    /// places, and for each place its stop and the place; the stop is `u32::MAX` for a start, an end or a reload. Does
    /// not affect the search.
    ///
    /// # Errors
    /// The search was not started.
    pub fn outline(&self) -> Result<Vec<u32>, JsError> {
        let search = self.search.as_ref().ok_or_else(not_started)?;
        let routes = search.with_dependent(|_, search| search.outline());
        Ok(routes.iter().flat_map(flat).collect())
    }

    /// Returns the whole plan that a search of one part started from; the searches of the other parts started from the
    /// same plan.
    ///
    /// # Errors
    /// The search was not started.
    pub fn base(&self) -> Result<Option<Vec<u8>>, JsError> {
        let search = self.search.as_ref().ok_or_else(not_started)?;
        Ok(search.with_dependent(|_, search| search.base().map(|it| it.clone().into_bytes())))
    }

    /// Makes the last attempts to improve the best plan, before `answer`.
    ///
    /// # Errors
    /// The search was not started.
    pub fn finish(&mut self) -> Result<(), JsError> {
        let search = self.search.as_mut().ok_or_else(not_started)?;
        search.with_dependent_mut(|_, search| search.finish());
        Ok(())
    }

    /// Returns the best answer so far, as JSON. `finish` has to be called before it.
    ///
    /// # Errors
    /// The search was not started.
    pub fn answer(&mut self) -> Result<Vec<u8>, JsError> {
        let search = self.search.as_mut().ok_or_else(not_started)?;
        let solution = search.with_dependent_mut(|_, search| search.answer());
        Ok(messages::write_solution(&solution))
    }

    /// Does both, for hosts that wait as long as it takes.
    ///
    /// # Errors
    /// The search was not started.
    pub fn solution(&mut self) -> Result<Vec<u8>, JsError> {
        self.finish()?;
        self.answer()
    }
}

/// The progress of a search and the quality of its best plan. It has to be freed.
#[wasm_bindgen]
pub struct SearchStatus {
    /// Iterations so far, including those of the earlier searches that it continues.
    #[wasm_bindgen(readonly)]
    pub iterations: f64,
    /// Positions that insertions have examined, in this search only.
    #[wasm_bindgen(readonly)]
    pub insertions: f64,
    /// The cost in money.
    #[wasm_bindgen(readonly)]
    pub cost: f64,
    /// The number of visits that are not served.
    #[wasm_bindgen(readonly)]
    pub unserved: u32,
    /// The number of vehicles in use.
    #[wasm_bindgen(readonly)]
    pub vehicles: u32,
    /// Whether several searches may each work on one part of the plan.
    #[wasm_bindgen(readonly)]
    pub divisible: bool,
    score: [f64; 3],
}

#[wasm_bindgen]
impl SearchStatus {
    /// Returns the minimized terms, the most important one first, to compare plans of one problem.
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
