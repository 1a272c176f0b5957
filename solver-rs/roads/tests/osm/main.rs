//! Tests of the reader of OpenStreetMap extracts from outside: what it keeps, skips and refuses.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod files;
mod formats;
mod pbf_elements;
mod pbf_refused;
mod xml;
