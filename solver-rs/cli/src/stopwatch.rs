//! Measures how long a search has run.

use std::time::{Duration, Instant};

/// Measures processor time where Linux reports it, so that other work on the machine does not affect the figures, and
/// elapsed time elsewhere.
pub(crate) struct Stopwatch {
    started: Instant,
    used_before: Option<Duration>,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self { started: Instant::now(), used_before: processor_time() }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        match (self.used_before, processor_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.started.elapsed(),
        }
    }
}

/// Returns the processor time of the main thread: the first number of `schedstat`, in nanoseconds.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
