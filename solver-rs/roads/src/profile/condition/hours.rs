//! Hours as mappers write them: a subset of the grammar of `opening_hours`.
//!
//! ```text
//!   24/7      07:00-09:00      Mo-Fr 07:00-09:00,16:00-18:00      Fr,Sa 22:00-06:00      Mo-Fr 08:00-12:00; We off
//! ```
//!
//! Source: <https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification>. Weekdays, times and
//! sequences of rules are supported; a span over midnight belongs to the day on which it begins. Holidays
//! (`PH`, `SH`) are unknown, so a rule for holidays alone has no effect. Months, dates, weeks, sunrise and
//! open ends are not supported: a text that contains them is rejected as a whole.

use crate::week::{DAY_MINUTES, WeekHours};

const DAYS: [&str; 7] = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const HOLIDAYS: [&str; 2] = ["PH", "SH"];

/// Returns the hours that a text describes, or `None` if the text cannot be parsed.
pub(super) fn week_hours(text: &str) -> Option<WeekHours> {
    let text = text.trim();
    if text == "24/7" {
        return Some(WeekHours::always());
    }
    let mut week = Week::default();
    for rules in text.trim_end_matches(';').split(';') {
        let mut cursor = Cursor(rules);
        week.apply(&cursor.rule()?, false);
        while !cursor.0.is_empty() {
            cursor.take(",")?;
            week.apply(&cursor.rule().filter(|rule| rule.names_days)?, true);
        }
    }
    Some(week.hours())
}

/// One rule: some days and their spans.
struct Rule {
    /// Whether the rule names days. Otherwise it applies to all days.
    names_days: bool,
    /// One entry per day, from Monday.
    days: [bool; 7],
    /// Minutes from the start of the day, up to the end of the next one. Empty: closed.
    spans: Vec<(u16, u16)>,
}

/// For each day, the spans that begin on it.
#[derive(Default)]
struct Week([Vec<(u16, u16)>; 7]);

impl Week {
    /// Applies a rule, which replaces the spans of its days unless it is added to them.
    fn apply(&mut self, rule: &Rule, is_added: bool) {
        for (spans, _) in self.0.iter_mut().zip(rule.days).filter(|day| day.1) {
            if !is_added || rule.spans.is_empty() {
                spans.clear();
            }
            spans.extend_from_slice(&rule.spans);
        }
    }

    fn hours(&self) -> WeekHours {
        let of_day = |(start, spans): (u16, &Vec<(u16, u16)>)| {
            spans.iter().map(|span| (start + span.0, start + span.1)).collect::<Vec<_>>()
        };
        WeekHours::of((0..).step_by(DAY_MINUTES.into()).zip(&self.0).flat_map(of_day))
    }
}

/// The text that remains to be parsed.
struct Cursor<'a>(&'a str);

impl Cursor<'_> {
    /// Parses days, times or both.
    fn rule(&mut self) -> Option<Rule> {
        self.skip_spaces();
        let days = self.days()?;
        self.skip_spaces();
        let is_closed = self.take("off").or_else(|| self.take("closed")).is_some();
        let spans = if is_closed { Vec::new() } else { self.spans(days.is_some())? };
        self.skip_spaces();
        if is_closed && days.is_none() {
            return None;
        }
        Some(Rule { names_days: days.is_some(), days: days.unwrap_or([true; 7]), spans })
    }

    /// Parses days separated by commas; the inner `None` if no days are named.
    fn days(&mut self) -> Option<Option<[bool; 7]>> {
        let mut days = [false; 7];
        let mut is_first = true;
        loop {
            let before = self.0;
            if !is_first {
                if self.take(",").is_none() {
                    return Some(Some(days));
                }
                self.skip_spaces();
            }
            match self.day() {
                Some(first) => {
                    let last = if self.take("-").is_some() { self.day()? } else { first };
                    let mut day = first;
                    days[day] = true;
                    while day != last {
                        day = (day + 1) % 7;
                        days[day] = true;
                    }
                }
                None if self.holiday() => {}
                None => {
                    self.0 = before;
                    return Some((!is_first).then_some(days));
                }
            }
            is_first = false;
        }
    }

    fn day(&mut self) -> Option<usize> {
        DAYS.iter().position(|name| self.take(name).is_some())
    }

    fn holiday(&mut self) -> bool {
        HOLIDAYS.iter().any(|name| self.take(name).is_some())
    }

    /// Parses spans separated by commas, or returns the whole day if only days are named.
    fn spans(&mut self, has_days: bool) -> Option<Vec<(u16, u16)>> {
        if has_days && (self.0.is_empty() || self.0.starts_with(',')) {
            return Some(vec![(0, DAY_MINUTES)]);
        }
        let mut spans = Vec::new();
        loop {
            let first = self.time()?;
            self.skip_spaces();
            self.take("-")?;
            self.skip_spaces();
            let last = self.time()?;
            let end = if last > first { last } else { last + DAY_MINUTES };
            if first >= DAY_MINUTES || end - first > DAY_MINUTES || end > 2 * DAY_MINUTES {
                return None;
            }
            spans.push((first, end));
            // After a comma comes another time, or the days of another rule.
            let before = self.0;
            let goes_on = self.take(",").is_some() && {
                self.skip_spaces();
                self.0.starts_with(|letter: char| letter.is_ascii_digit())
            };
            if !goes_on {
                self.0 = before;
                return Some(spans);
            }
        }
    }

    /// Parses minutes: `7:00`, `07:00`, `26:00`.
    fn time(&mut self) -> Option<u16> {
        let hour = self.number()?;
        self.take(":")?;
        let digits = self.0.bytes().take_while(u8::is_ascii_digit).count();
        let minute = self.number().filter(|_| digits == 2)?;
        (hour <= 48 && minute < 60).then_some(hour * 60 + minute)
    }

    fn number(&mut self) -> Option<u16> {
        let digits = self.0.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = self.0.split_at(digits);
        self.0 = rest;
        number.parse().ok().filter(|_| digits <= 2)
    }

    fn take(&mut self, what: &str) -> Option<()> {
        self.0 = self.0.strip_prefix(what)?;
        Some(())
    }

    fn skip_spaces(&mut self) {
        self.0 = self.0.trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns each day's spans, cut at midnight: `Mo 07:00-09:00, Tu …`.
    fn described(text: &str) -> String {
        let Some(hours) = week_hours(text) else { return "unread".to_owned() };
        let time = |minute: u16| {
            let day = DAYS.get(usize::from(minute / DAY_MINUTES)).unwrap_or(&"end");
            format!("{day} {:02}:{:02}", minute % DAY_MINUTES / 60, minute % 60)
        };
        let span = |range: &(u16, u16)| format!("{} to {}", time(range.0), time(range.1));
        hours.ranges().iter().map(span).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn days_and_times_are_read() {
        for (text, expected) in [
            ("24/7", "Mo 00:00 to end 00:00"),
            ("Mo", "Mo 00:00 to Tu 00:00"),
            ("Su", "Su 00:00 to end 00:00"),
            ("Mo 07:00-09:00", "Mo 07:00 to Mo 09:00"),
            ("Mo 7:00 - 9:30", "Mo 07:00 to Mo 09:30"),
            ("Tu 00:00-24:00", "Tu 00:00 to We 00:00"),
            ("Mo,We 07:00-09:00", "Mo 07:00 to Mo 09:00, We 07:00 to We 09:00"),
            ("Mo-We", "Mo 00:00 to Th 00:00"),
            ("Su-Mo", "Mo 00:00 to Tu 00:00, Su 00:00 to end 00:00"),
            ("Mo 07:00-09:00,16:00-18:00", "Mo 07:00 to Mo 09:00, Mo 16:00 to Mo 18:00"),
            ("Mo 07:00-09:00, 16:00-18:00", "Mo 07:00 to Mo 09:00, Mo 16:00 to Mo 18:00"),
            ("Mo 07:00-09:00; We 10:00-11:00", "Mo 07:00 to Mo 09:00, We 10:00 to We 11:00"),
            ("Mo 07:00-09:00, We 10:00-11:00", "Mo 07:00 to Mo 09:00, We 10:00 to We 11:00"),
        ] {
            assert_eq!(described(text), expected, "{text}");
        }
        assert_eq!(week_hours("07:00-09:00").map(|it| it.minutes()), Some(7 * 120));
        assert_eq!(week_hours("Mo-Fr 07:00-09:00,16:00-18:00").map(|it| it.minutes()), Some(1200));
    }

    #[test]
    fn spans_over_midnight_belong_to_the_day_on_which_they_begin() {
        for (text, expected) in [
            ("Mo 22:00-06:00", "Mo 22:00 to Tu 06:00"),
            ("Mo 22:00-30:00", "Mo 22:00 to Tu 06:00"),
            ("Su 22:00-06:00", "Mo 00:00 to Mo 06:00, Su 22:00 to end 00:00"),
            (
                "Sa,Su 23:00-01:00",
                "Mo 00:00 to Mo 01:00, Sa 23:00 to Su 01:00, Su 23:00 to end 00:00",
            ),
        ] {
            assert_eq!(described(text), expected, "{text}");
        }
        assert_eq!(week_hours("22:00-06:00").map(|it| it.minutes()), Some(7 * 480));
    }

    #[test]
    fn a_rule_replaces_the_hours_of_its_days_and_an_additional_one_adds() {
        for (text, expected) in [
            ("Mo-We 07:00-09:00; Tu off", "Mo 07:00 to Mo 09:00, We 07:00 to We 09:00"),
            ("Mo-We 07:00-09:00; Tu closed", "Mo 07:00 to Mo 09:00, We 07:00 to We 09:00"),
            ("Mo 07:00-09:00; Mo 10:00-11:00", "Mo 10:00 to Mo 11:00"),
            ("Mo 07:00-09:00, Mo 10:00-11:00", "Mo 07:00 to Mo 09:00, Mo 10:00 to Mo 11:00"),
            ("Mo; Mo off", ""),
        ] {
            assert_eq!(described(text), expected, "{text}");
        }
    }

    #[test]
    fn nothing_is_known_of_holidays() {
        for (text, expected) in [
            ("Mo 07:00-09:00; PH off", "Mo 07:00 to Mo 09:00"),
            ("Mo,PH 07:00-09:00", "Mo 07:00 to Mo 09:00"),
            ("PH,Mo 07:00-09:00", "Mo 07:00 to Mo 09:00"),
            ("Mo 07:00-09:00; SH,PH off", "Mo 07:00 to Mo 09:00"),
            ("SH 07:00-09:00", ""),
        ] {
            assert_eq!(described(text), expected, "{text}");
        }
    }

    #[test]
    fn partly_invalid_hours_are_not_read_at_all() {
        for text in [
            "",
            ";",
            "off",
            "wet",
            "Apr-Oct",
            "Apr-Oct 07:00-09:00",
            "Mo[1] 07:00-09:00",
            "sunrise-sunset",
            "07:00+",
            "Mo 07:00",
            "Mo 07:00-",
            "Mo-",
            "Mo 7-9",
            "Mo 25:00-26:00",
            "Mo 07:60-09:00",
            "Mo 07:00-09:00 \"school\"",
            "Mo 07:00-09:00 || We",
            "2026 Mo 07:00-09:00",
            "week 1-10",
            "Mo 07:00-09:0",
            "Mo 07:00-09:000",
            "Mo 10:00-48:00",
            "Mo 007:00-09:00",
            "Mo,07:00-09:00",
        ] {
            assert_eq!(described(text), "unread", "{text}");
        }
    }
}
