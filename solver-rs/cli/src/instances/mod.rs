//! Benchmark instances in every format of the known sets, as one neutral `Instance`.
//!
//! ```text
//! .vrp .txt .vrp.json ─► text ─► read ─┬─► vrplib   CVRP, VRPTW, MDVRPTW, SDVRPTW, MTVRPTWR, PCVRPTW
//!   (or .gz of them)                   ├─► solomon  VRPTW             ┌──────────┐
//!                                      ├─► li_lim   PDPTW             │          ├──► check ──► Cost, or violations
//!                                      ├─► cordeau  MDVRP(TW), PVRP ─►│ Instance │      ▲
//!                                      ├─► taillard HVRP              │          │   Solution ◄──► JSON, .sol
//!                                      └─► rifki    TDVRPTW           └──────────┘
//! ```
//!
//! Everything is an integer in the unit of the instance's `Convention`, so that costs compare exactly with published
//! ones. Anything in a file that the reader does not understand is an error; nothing is ignored silently.

mod best_known;
mod check;
mod convention;
mod cordeau;
mod idx;
mod instance;
mod li_lim;
mod message;
mod problem;
mod read;
mod rifki;
mod solomon;
mod solution;
mod taillard;
mod text;
mod travel;
mod vrplib;

pub(crate) use best_known::{BestKnown, best_known};
pub(crate) use check::{Cost, check};
pub(crate) use convention::Objective;
pub(crate) use instance::Instance;
pub(crate) use message::sequences;
pub(crate) use problem::{Adapted, adapt};
pub(crate) use read::{find, read};
pub(crate) use solution::{read_solution, write_solution};
