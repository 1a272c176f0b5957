//! Conditional tags: values that apply at certain hours, to vehicles of a certain size, or to the ends of
//! trips.
//!
//! ```text
//!   motor_vehicle:conditional = no @ (Mo-Fr 07:00-09:00); destination @ (weight>7.5)
//!   └─ key ────┘                └─ value   └─ hours         └─ value     └─ for this vehicle, or not
//! ```
//!
//! Source: <https://wiki.openstreetmap.org/wiki/Conditional_restrictions>. If the conditions of several
//! values are met, the last value counts, and it replaces the unconditional value of the key. The rules that
//! read tags are therefore applied once per state of the week, to the tags as they are then ([`AtMinute`]),
//! and do not need to know about conditions. A condition that cannot be parsed completely is ignored and
//! counted.

mod hours;

use std::cell::Cell;

use super::measure::{meters, tonnes};
use super::table::Size;
use super::{ProfileTable, Tags};
use crate::week::{WEEK_MINUTES, WeekHours};
use hours::week_hours;

const SUFFIX: &str = ":conditional";

/// Conditions that hold for trips that start or end there.
const FOR_ENDS: [&str; 5] = ["destination", "delivery", "customers", "loading", "unloading"];

/// Conditions that never hold: roads are assumed to be dry.
const WEATHER: [&str; 5] = ["wet", "rain", "snow", "ice", "fog"];

/// The conditional tags of an element, as far as they may apply to one table.
#[derive(Debug)]
pub(super) struct Conditions<'a>(Vec<Key<'a>>);

#[derive(Debug)]
struct Key<'a> {
    /// The key without its suffix.
    key: &'a str,
    clauses: Vec<Clause<'a>>,
    unread_count: u32,
    /// Whether any rule has read this key.
    is_asked: Cell<bool>,
}

/// A value and the hours at which it applies.
#[derive(Debug)]
struct Clause<'a> {
    value: &'a str,
    hours: WeekHours,
    /// Whether it applies only to trips that start or end there.
    for_ends: bool,
}

/// The meaning of a condition for one vehicle.
enum Condition {
    Holds { hours: WeekHours, for_ends: bool },
    NeverHolds,
    Unread,
}

impl<'a> Conditions<'a> {
    /// Reads the conditional tags; `None` if there are none or the table ignores them.
    pub(super) fn of(table: &ProfileTable, tags: &'a impl Tags) -> Option<Self> {
        if !table.heeds_conditions {
            return None;
        }
        let keys = tags.pairs().filter_map(|(key, value)| {
            key.strip_suffix(SUFFIX).map(|key| Key::read(table, key, value))
        });
        let keys: Vec<_> = keys.collect();
        (!keys.is_empty()).then_some(Self(keys))
    }

    /// Returns the stretches of the week in which nothing changes, ascending, as first and end minutes.
    pub(super) fn stretches(&self) -> Vec<(u16, u16)> {
        let hours = self.0.iter().flat_map(|key| &key.clauses).map(|clause| &clause.hours);
        let mut edges: Vec<u16> =
            hours.flat_map(WeekHours::ranges).flat_map(|range| [range.0, range.1]).collect();
        edges.extend([0, WEEK_MINUTES]);
        edges.sort_unstable();
        edges.dedup();
        edges.windows(2).map(|pair| (pair[0], pair[1])).collect()
    }

    /// Returns whether a condition distinguishes trips that pass through from trips that end there.
    pub(super) fn knows_ends(&self) -> bool {
        self.0.iter().flat_map(|key| &key.clauses).any(|clause| clause.for_ends)
    }

    /// Returns the number of conditions that could not be parsed, for keys that a rule has read.
    pub(super) fn unread_count(&self) -> u32 {
        self.0.iter().filter(|key| key.is_asked.get()).map(|key| key.unread_count).sum()
    }
}

impl<'a> Key<'a> {
    fn read(table: &ProfileTable, key: &'a str, text: &'a str) -> Self {
        let mut read =
            Self { key, clauses: Vec::new(), unread_count: 0, is_asked: Cell::new(false) };
        for clause in split_outside_brackets(text, ";") {
            let condition = clause
                .split_once('@')
                .map(|(value, condition)| (value.trim(), condition_of(table, condition)));
            match condition {
                Some((value, Condition::Holds { hours, for_ends })) => {
                    read.clauses.push(Clause { value, hours, for_ends });
                }
                Some((_, Condition::NeverHolds)) => {}
                Some((_, Condition::Unread)) => read.unread_count += 1,
                // An empty clause is a superfluous semicolon at the end.
                None => read.unread_count += u32::from(!clause.is_empty()),
            }
        }
        read
    }
}

/// Tags as they are at one minute of the week, for a trip that passes through or for one that ends there.
pub(super) struct AtMinute<'a, T> {
    pub(super) tags: &'a T,
    pub(super) conditions: &'a Conditions<'a>,
    pub(super) minute: u16,
    pub(super) is_end: bool,
}

impl<T: Tags> Tags for AtMinute<'_, T> {
    fn get(&self, name: &str) -> Option<&str> {
        let Some(key) = self.conditions.0.iter().find(|it| it.key == name) else {
            return self.tags.get(name);
        };
        key.is_asked.set(true);
        let holds = |clause: &&Clause<'_>| {
            clause.hours.has(self.minute) && (self.is_end || !clause.for_ends)
        };
        match key.clauses.iter().rev().find(holds) {
            Some(clause) => Some(clause.value),
            None => self.tags.get(name),
        }
    }

    fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.pairs()
    }
}

/// Evaluates a condition, with or without brackets.
fn condition_of(table: &ProfileTable, text: &str) -> Condition {
    let mut all = WeekHours::always();
    let mut for_ends = false;
    let mut is_met = true;
    for part in split_outside_brackets(without_brackets(text), " AND ") {
        let part = without_brackets(part);
        if FOR_ENDS.contains(&part) {
            for_ends = true;
        } else if WEATHER.contains(&part) {
            is_met = false;
        } else if part == "hazmat" {
            is_met &= table.carries_hazmat;
        } else if let Some(is_so) = comparison(table, part) {
            is_met &= is_so;
        } else if let Some(hours) = week_hours(part) {
            all = all.and(&hours);
        } else {
            return Condition::Unread;
        }
    }
    if is_met && !all.is_never() {
        Condition::Holds { hours: all, for_ends }
    } else {
        Condition::NeverHolds
    }
}

/// Evaluates a comparison such as `weight>7.5` for the vehicle; `None` if it does not compare a size.
fn comparison(table: &ProfileTable, text: &str) -> Option<bool> {
    let at = text.find(['<', '>', '='])?;
    let (name, rest) = text.split_at(at);
    let operator_len = rest.find(|letter| !matches!(letter, '<' | '>' | '=')).unwrap_or(rest.len());
    let (operator, number) = rest.split_at(operator_len);
    type Measured = (fn(&Size) -> f64, fn(&str) -> Option<f64>);
    let (own, read): Measured = match name.trim() {
        "weight" | "maxweight" | "weightrating" | "maxweightrating" | "gcweight"
        | "gcweightrating" => (|size| size.weight_tonnes, tonnes),
        "axleload" | "maxaxleload" => (|size| size.axle_tonnes, tonnes),
        "height" | "maxheight" => (|size| size.height_meters, meters),
        "width" | "maxwidth" => (|size| size.width_meters, meters),
        "length" | "maxlength" => (|size| size.length_meters, meters),
        _ => return None,
    };
    let number = read(number)?;
    // A road user without a size is smaller than any value on a sign.
    let own = table.size.as_ref().map_or(0.0, own);
    match operator {
        ">" => Some(own > number),
        ">=" => Some(own >= number),
        "<" => Some(own < number),
        "<=" => Some(own <= number),
        _ => None,
    }
}

/// Removes brackets that enclose the whole text.
fn without_brackets(text: &str) -> &str {
    let text = text.trim();
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    // The outer brackets of `(a) AND (b)` do not enclose the whole text.
    let is_one = |inner: &&str| {
        let mut depth = 0_i32;
        inner.chars().all(|letter| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            depth >= 0
        })
    };
    inner.filter(is_one).map_or(text, str::trim)
}

/// Splits a text at a separator, in any case, that is outside all brackets. The parts are trimmed.
fn split_outside_brackets<'a>(text: &'a str, separator: &str) -> Vec<&'a str> {
    let mut parts = Vec::new();
    let (mut first, mut depth) = (0, 0_u32);
    let separates = |at: usize| {
        let here = text.get(at..at + separator.len());
        here.is_some_and(|here| here.eq_ignore_ascii_case(separator))
    };
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 && at >= first && separates(at) => {
                parts.push(text[first..at].trim());
                first = at + separator.len();
            }
            _ => {}
        }
    }
    parts.push(text[first..].trim());
    parts
}

#[cfg(test)]
mod tests;
