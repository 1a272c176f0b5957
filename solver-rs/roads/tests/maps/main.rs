//! Tests of maps from outside: from extracts to travel times, legs and files.
//!
//! ```text
//! real extracts ──► exact.rs, legs.rs     every lane and every leg compared with Dijkstra (oracle.rs)
//!               ├─► costs.rs              the rounded numbers that a request receives
//!               └─► file.rs               encoding and decoding, damage
//! drawings ───────► rules/                one rule of the road per test, with its arithmetic
//!               └─► speeds.rs             rules of a speeds file
//! ```
//!
//! An optimized build checks 1,000 pairs of each real map. A debug build checks fewer, because it takes 20
//! times as long; with `FULL_SIZES=1` every build checks all.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod costs;
mod drawing;
mod exact;
mod extracts;
mod file;
mod legs;
mod oracle;
mod random;
mod rules;
mod speeds;
