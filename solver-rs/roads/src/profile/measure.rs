//! Numbers with units as mappers write them: lengths, weights, durations.
//!
//! Source: <https://wiki.openstreetmap.org/wiki/Map_features/Units> and `Key:duration`. A value that cannot
//! be parsed is ignored: an illegible sign closes no road.

const METERS_PER_INCH: f64 = 0.0254;
const METERS_PER_FOOT: f64 = 12.0 * METERS_PER_INCH;
const TONNES_PER_POUND: f64 = 0.000_453_592_37;
/// Hundredweights and long tons are British; OpenStreetMap's units do not include the American hundredweight.
const POUNDS_PER_HUNDREDWEIGHT: f64 = 112.0;
const POUNDS_PER_SHORT_TON: f64 = 2_000.0;
const POUNDS_PER_LONG_TON: f64 = 2_240.0;

/// Longer than any ferry takes; longer durations are assumed to be typing errors.
const DURATION_SECONDS_MAX: f64 = 14.0 * 86_400.0;

/// Splits `"3.5 t"` into its number as written and its unit; `None` if there is no number.
pub(super) fn split_unit(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let end =
        text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(text.len());
    (end > 0).then(|| (&text[..end], text[end..].trim()))
}

/// Parses a number with a decimal point or a decimal comma.
pub(super) fn decimal(digits: &str) -> Option<f64> {
    let value: f64 =
        if digits.contains(',') { digits.replacen(',', ".", 1).parse() } else { digits.parse() }
            .ok()?;
    value.is_finite().then_some(value)
}

/// Parses meters: `3.5`, `3,5 m`, `350 cm`, `12 ft`, `7'6"`, `7'-6"`, `7′6″`, `12 ft 6 in`; above 0.
pub(super) fn meters(text: &str) -> Option<f64> {
    let (digits, unit) = split_unit(text)?;
    let number = decimal(digits)?;
    let in_feet = |rest: &str| Some(number * METERS_PER_FOOT + inches(rest)? * METERS_PER_INCH);
    let meters = match unit {
        "" | "m" | "meter" | "meters" | "metre" | "metres" => number,
        "cm" => number / 100.0,
        "in" | "\"" | "″" | "”" => number * METERS_PER_INCH,
        _ => ["ft", "feet", "foot", "'", "′", "’"]
            .iter()
            .find_map(|foot| unit.strip_prefix(foot))
            .and_then(in_feet)?,
    };
    (meters > 0.0).then_some(meters)
}

/// Parses the inches after the feet, with or without a preceding hyphen; an empty text is 0.
fn inches(text: &str) -> Option<f64> {
    if text.is_empty() {
        return Some(0.0);
    }
    let text = text.trim_start();
    let (digits, unit) = split_unit(text.strip_prefix('-').unwrap_or(text))?;
    matches!(unit, "" | "in" | "\"" | "''" | "″" | "”" | "′′").then(|| decimal(digits)).flatten()
}

/// Parses tonnes: `3.5`, `7,5 t`, `3500 kg`, `10,000 lbs`, `5 st` (short tons), `5 lt` (long tons), `60 cwt`;
/// above 0.
pub(super) fn tonnes(text: &str) -> Option<f64> {
    let (digits, unit) = split_unit(text)?;
    // For units of which thousands are common, a comma separates the thousands.
    let whole = || match digits.contains(',') {
        true => decimal(&digits.replace(',', "")),
        false => decimal(digits),
    };
    let tonnes = match unit {
        "" | "t" | "ton" | "tons" | "tonne" | "tonnes" => decimal(digits)?,
        "kg" => whole()? / 1_000.0,
        "lb" | "lbs" => whole()? * TONNES_PER_POUND,
        "st" => decimal(digits)? * POUNDS_PER_SHORT_TON * TONNES_PER_POUND,
        "lt" => decimal(digits)? * POUNDS_PER_LONG_TON * TONNES_PER_POUND,
        "cwt" => decimal(digits)? * POUNDS_PER_HUNDREDWEIGHT * TONNES_PER_POUND,
        _ => return None,
    };
    (tonnes > 0.0).then_some(tonnes)
}

/// Parses seconds: `hh:mm`, `hh:mm:ss`, `mm`, `PT1H30M`, `P1DT2H`; above 0, at most 14 days.
pub(super) fn duration_seconds(text: &str) -> Option<f64> {
    let text = text.trim();
    let seconds = match text.strip_prefix('P') {
        Some(period) => iso_seconds(period)?,
        None => clock_seconds(text)?,
    };
    (seconds > 0.0 && seconds <= DURATION_SECONDS_MAX).then_some(seconds)
}

fn clock_seconds(text: &str) -> Option<f64> {
    let mut parts = [0_u32; 3];
    let mut count = 0;
    for part in text.split(':') {
        *parts.get_mut(count)? = part.parse().ok()?;
        count += 1;
    }
    let [first, second, third] = parts.map(f64::from);
    Some(match count {
        1 => first * 60.0,
        2 => first * 3_600.0 + second * 60.0,
        _ => first * 3_600.0 + second * 60.0 + third,
    })
}

/// Parses the rest of an ISO 8601 period after the `P`: weeks and days before the `T`, hours, minutes and
/// seconds after it.
fn iso_seconds(period: &str) -> Option<f64> {
    let (days, hours) = period.split_once('T').unwrap_or((period, ""));
    Some(
        unit_seconds(days, &[('W', 604_800.0), ('D', 86_400.0)])?
            + unit_seconds(hours, &[('H', 3_600.0), ('M', 60.0), ('S', 1.0)])?,
    )
}

fn unit_seconds(mut text: &str, units: &[(char, f64)]) -> Option<f64> {
    let mut seconds = 0.0;
    while !text.is_empty() {
        let (digits, _) = split_unit(text)?;
        let mut rest = text[digits.len()..].chars();
        let letter = rest.next()?;
        seconds += decimal(digits)? * units.iter().find(|unit| unit.0 == letter)?.1;
        text = rest.as_str();
    }
    Some(seconds)
}

#[cfg(test)]
mod tests;
