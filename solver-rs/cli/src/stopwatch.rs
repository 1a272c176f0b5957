//! How long a search has searched.

use std::time::{Duration, Instant};

/// Processor time where Linux tells it, so that other work on the machine does not change figures; else time that goes by.
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

/// Of this process's main thread: the first number of `schedstat` counts nanoseconds on a processor.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
