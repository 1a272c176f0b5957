//! Splits a VRPLIB file into its parts: `KEY : value` lines, and sections of rows that are numbered by node or vehicle.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail, ensure};

use crate::instances::text::{Row, parse_number, rows};

pub(super) struct Sections<'a> {
    /// The line and the value of each key.
    values: BTreeMap<&'a str, (usize, &'a str)>,
    /// The line that opens each section, and the rows of the section.
    sections: BTreeMap<&'a str, (usize, Vec<Row<'a>>)>,
}

/// # Errors
/// The error names the line of a key or section that is unknown or occurs twice, of a row outside all sections, or
/// where the file breaks off. Nothing is skipped, because anything unknown or missing could change the problem.
pub(super) fn cut<'a>(text: &'a str, known: &[&str]) -> Result<Sections<'a>> {
    let mut cut = Sections { values: BTreeMap::new(), sections: BTreeMap::new() };
    let (mut current, mut last_line) = (None, 0);
    for row in rows(text) {
        let (line, first) = (row.line, row.fields[0]);
        if first == "EOF" {
            return Ok(cut);
        }
        last_line = line;
        if !first.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            let Some(section) = current else { bail!("line {line}: \"{first}\" is in no section") };
            cut.sections.entry(section).or_default().1.push(row);
            continue;
        }
        let key = first.split_once(':').map_or(first, |(key, _)| key);
        ensure!(known.contains(&key), "line {line}: {key} is not known");
        let is_new = if key.ends_with("_SECTION") {
            current = Some(key);
            cut.sections.insert(key, (line, Vec::new())).is_none()
        } else {
            let value = text.lines().nth(line - 1).and_then(|text| text.split_once(':'));
            let Some((_, value)) = value else { bail!("line {line}: {key} has no value") };
            current = None;
            cut.values.insert(key, (line, value.trim())).is_none()
        };
        ensure!(is_new, "line {line}: {key} comes twice");
    }
    bail!("line {last_line} is the last one, where EOF should follow")
}

impl<'a> Sections<'a> {
    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        self.values.get(key).map(|value| value.1)
    }

    pub(super) fn number(&self, key: &str) -> Result<Option<f64>> {
        let Some((line, value)) = self.values.get(key) else { return Ok(None) };
        parse_number(value).map(Some).with_context(|| format!("line {line}: {key}"))
    }

    pub(super) fn count(&self, key: &str) -> Result<Option<usize>> {
        let Some((line, value)) = self.values.get(key) else { return Ok(None) };
        match value.parse() {
            Ok(count) => Ok(Some(count)),
            Err(_) => bail!("line {line}: {key}: \"{value}\" is no count"),
        }
    }

    pub(super) fn rows(&self, section: &str) -> Option<&[Row<'a>]> {
        self.sections.get(section).map(|section| &section.1[..])
    }

    /// Returns the rows of a section, ordered by the number at their beginning, 1 to `count`.
    pub(super) fn numbered(&self, section: &str, count: usize) -> Result<Option<Vec<&Row<'a>>>> {
        let Some((line, rows)) = self.sections.get(section) else { return Ok(None) };
        let mut numbered = vec![None; count];
        for row in rows {
            let number = row.count(0, "its number")? as usize;
            let slot = number.checked_sub(1).and_then(|idx| numbered.get_mut(idx));
            let Some(slot) = slot else { bail!("line {}: {number} is not 1 to {count}", row.line) };
            ensure!(slot.is_none(), "line {}: {number} comes twice in {section}", row.line);
            *slot = Some(row);
        }
        let missing = numbered.iter().position(Option::is_none);
        ensure!(missing.is_none(), "line {line}: {section} lacks {}", missing.unwrap_or(0) + 1);
        Ok(Some(numbered.into_iter().flatten().collect()))
    }

    /// Returns `count` values: those of the section, or else the value of the key, which is the name of the section
    /// without `_SECTION`.
    pub(super) fn column<T: Clone>(
        &self,
        section: &str,
        count: usize,
        default: T,
        read: impl Fn(&Row) -> Result<T>,
        convert: impl Fn(f64) -> Result<T>,
    ) -> Result<Vec<T>> {
        if let Some(rows) = self.numbered(section, count)? {
            return rows.into_iter().map(read).collect();
        }
        let key = section.trim_end_matches("_SECTION");
        let value = match self.number(key)? {
            Some(number) => convert(number)?,
            None => default,
        };
        Ok(vec![value; count])
    }
}
