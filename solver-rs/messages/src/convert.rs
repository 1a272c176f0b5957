//! What several messages are made of: windows, limits, lists, ranges of indexes.

use std::ops::Range;

use routing::problem::{TIME_MAX, TIME_MIN, UNLIMITED, Window};
use serde::Deserialize;

/// First and last instant; `null`: open on that side.
#[derive(Clone, Copy, Deserialize)]
pub(crate) struct WindowMessage(Option<i64>, Option<i64>);

impl From<WindowMessage> for Window {
    fn from(WindowMessage(start_at, end_at): WindowMessage) -> Self {
        Self { start_at: start_at.unwrap_or(TIME_MIN), end_at: end_at.unwrap_or(TIME_MAX) }
    }
}

pub(crate) fn windows(messages: &[WindowMessage]) -> Vec<Window> {
    messages.iter().map(|it| Window::from(*it)).collect()
}

/// `null`: none.
pub(crate) fn limit(value: Option<i64>) -> i64 {
    value.unwrap_or(UNLIMITED)
}

pub(crate) fn list<Message, Value: From<Message>>(messages: Vec<Message>) -> Vec<Value> {
    messages.into_iter().map(Value::from).collect()
}

pub(crate) fn range([start, end]: [u32; 2]) -> Range<u32> {
    start..end
}
