//! Maps from outside: extract in, travel times, legs and files out.
//!
//! ```text
//! real extracts ──► exact.rs, legs.rs     every lane and every leg against Dijkstra (oracle.rs)
//!               ├─► costs.rs              what a request gets: rounded
//!               └─► file.rs               there and back, damage
//! drawings ───────► rules/                one rule of the road each, with its arithmetic
//!               └─► speeds.rs             rules of a speeds file
//! ```
//!
//! An optimized build compares 1,000 pairs of each real map, a debug build fewer, for it takes 20 times
//! as long; `FULL_SIZES=1` has all of them in any build.

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
