//! The text of a benchmark file, plain or gzipped, split into rows with line numbers.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use flate2::read::MultiGzDecoder;

use super::convention::{NUMBER_MAX, Rounding, truncated};

/// Ten times the decompressed size of the largest file in the known sets.
const TEXT_BYTES_MAX: u64 = 256 << 20;

/// Reads the whole file. Invalid UTF-8 (in names in comments) is replaced.
///
/// # Errors
/// The file cannot be read or decompressed, or is too large.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let mut head = Vec::new();
    File::open(path)?.take(2).read_to_end(&mut head)?;
    let file = File::open(path)?;
    let mut bytes = Vec::new();
    if head == [0x1f, 0x8b] {
        MultiGzDecoder::new(file)
            .take(TEXT_BYTES_MAX + 1)
            .read_to_end(&mut bytes)
            .context("its gzip stream is broken")?;
    } else {
        file.take(TEXT_BYTES_MAX + 1).read_to_end(&mut bytes)?;
    }
    ensure!(bytes.len() as u64 <= TEXT_BYTES_MAX, "it has more than {TEXT_BYTES_MAX} bytes");
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A line that is not blank.
#[derive(Clone, Debug)]
pub(crate) struct Row<'a> {
    /// The line number, from 1.
    pub(crate) line: usize,
    pub(crate) fields: Vec<&'a str>,
}

/// Returns all lines that are not blank.
pub(crate) fn rows(text: &str) -> Vec<Row<'_>> {
    (1..)
        .zip(text.lines())
        .map(|(line, text)| Row { line, fields: text.split_whitespace().collect() })
        .filter(|row| !row.fields.is_empty())
        .collect()
}

impl Row<'_> {
    pub(crate) fn number(&self, column: usize, what: &str) -> Result<f64> {
        let line = self.line;
        let Some(field) = self.fields.get(column) else { bail!("line {line}: {what} is missing") };
        parse_number(field).with_context(|| format!("line {line}: {what}"))
    }

    pub(crate) fn integer(&self, column: usize, what: &str) -> Result<i64> {
        let number = self.number(column, what)?;
        ensure!(number.fract() == 0.0, "line {}: {what} is no whole number: {number}", self.line);
        Ok(truncated(number))
    }

    pub(crate) fn count(&self, column: usize, what: &str) -> Result<u32> {
        let number = self.integer(column, what)?;
        u32::try_from(number).with_context(|| format!("line {}: {what} is negative", self.line))
    }

    pub(crate) fn units(&self, column: usize, what: &str, rounding: Rounding) -> Result<i64> {
        Ok(rounding.units_of(self.number(column, what)?))
    }

    /// Checks the number of a row. Rows are numbered in order, so that the number of an order follows from its index.
    pub(crate) fn expect_number(&self, expected: usize) -> Result<()> {
        let number = self.integer(0, "its number")?;
        let is_expected = usize::try_from(number).is_ok_and(|number| number == expected);
        ensure!(is_expected, "line {}: number {number} where {expected} is due", self.line);
        Ok(())
    }
}

/// # Errors
/// The text is not a number, or the number is too large.
pub(crate) fn parse_number(text: &str) -> Result<f64> {
    let Ok(number) = text.parse::<f64>() else { bail!("\"{text}\" is no number") };
    ensure!(number.abs() <= NUMBER_MAX, "{text} is not within ±{NUMBER_MAX}");
    Ok(number)
}

/// Returns the row at an index, or an error that states after which line it is missing.
pub(crate) fn row_at<'r, 'a>(rows: &'r [Row<'a>], idx: usize, what: &str) -> Result<&'r Row<'a>> {
    rows.get(idx).with_context(|| {
        let line = rows.last().map_or(0, |row| row.line);
        format!("line {line} is the last one, where {what} should follow")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_field_and_its_line() {
        let rows = rows("\n 7 x 1.5 -3 1e99 nan\n");
        for (fault, expected) in [
            (rows[0].number(1, "a demand"), "line 2: a demand: \"x\" is no number"),
            (rows[0].number(9, "a demand"), "line 2: a demand is missing"),
            (rows[0].number(4, "a time"), "line 2: a time: 1e99 is not within ±100000000"),
            (rows[0].number(5, "a time"), "line 2: a time: nan is not within ±100000000"),
            (rows[0].integer(2, "n").map(|_| 0.0), "line 2: n is no whole number: 1.5"),
            (rows[0].expect_number(8).map(|()| 0.0), "line 2: number 7 where 8 is due"),
        ] {
            assert_eq!(format!("{:#}", fault.unwrap_err()), expected);
        }
        assert!(rows[0].count(3, "n").unwrap_err().to_string().contains("negative"));
    }
}
