//! What `compare` prints: percentiles of the ratios, pairs without a way, the worst pairs.

use std::io::Write;

use anyhow::Result;

/// Shares of the pairs below which ratios are printed, in percent.
const PERCENTS: [usize; 9] = [0, 1, 5, 25, 50, 75, 95, 99, 100];
/// So many pairs are listed at least.
const WORST_COUNT: usize = 12;
/// Of those that differ much so many at most.
const LARGE_COUNT: usize = 100;
/// Of pairs without a way so many are listed of each kind.
const LISTED_COUNT: usize = 12;
/// What differs by more is counted, and is to be explained.
const LARGE_ERROR: f64 = 0.2;
/// So many seconds are the same place to all: a ratio of two such trips says nothing.
const NOTHING_SECONDS: f64 = 1.0;

/// What an engine says of a trip.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) seconds: f64,
    pub(super) meters: f64,
}

/// One pair of points, seen by both; absent where an engine finds no way.
pub(super) struct Pair {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) ours: Option<Seen>,
    pub(super) theirs: Option<Seen>,
}

/// A pair that both find a way for.
struct Both {
    from: usize,
    to: usize,
    ours: Seen,
    theirs: Seen,
}

impl Both {
    fn seconds_ratio(&self) -> f64 {
        ratio(self.ours.seconds, self.theirs.seconds)
    }

    fn meters_ratio(&self) -> f64 {
        ratio(self.ours.meters, self.theirs.meters)
    }

    fn error(&self) -> f64 {
        (self.seconds_ratio() - 1.0).abs()
    }

    fn is_same_place(&self) -> bool {
        self.ours.seconds.max(self.theirs.seconds) < NOTHING_SECONDS
    }
}

/// Two trips of no length are equal.
fn ratio(ours: f64, theirs: f64) -> f64 {
    if ours == theirs { 1.0 } else { ours / theirs }
}

pub(super) fn print(engine: &str, pairs: Vec<Pair>, out: &mut impl Write) -> Result<()> {
    let mut both = Vec::with_capacity(pairs.len());
    let (mut only_ours, mut only_theirs, mut neither) = (Vec::new(), Vec::new(), Vec::new());
    for Pair { from, to, ours, theirs } in pairs {
        match (ours, theirs) {
            (Some(ours), Some(theirs)) => both.push(Both { from, to, ours, theirs }),
            (Some(_), None) => only_ours.push((from, to)),
            (None, Some(_)) => only_theirs.push((from, to)),
            (None, None) => neither.push((from, to)),
        }
    }
    writeln!(out, "ours ÷ {engine}, {} pairs", both.len())?;
    if !both.is_empty() {
        print_percentiles(&both, out)?;
    }
    print_wayless("we alone find a way for", &only_ours, out)?;
    print_wayless("they alone find a way for", &only_theirs, out)?;
    print_wayless("neither finds a way for", &neither, out)?;
    print_worst(both, out)
}

fn print_percentiles(pairs: &[Both], out: &mut impl Write) -> Result<()> {
    write!(out, "{:>10}", "percent")?;
    for percent in PERCENTS {
        write!(out, "{percent:>8}")?;
    }
    writeln!(out)?;
    let at = |percent: usize| percent * (pairs.len() - 1) / 100;
    let durations = pairs.iter().map(Both::seconds_ratio).collect();
    let distances = pairs.iter().map(Both::meters_ratio).collect();
    let columns: [(&str, Vec<f64>); 2] = [("durations", durations), ("distances", distances)];
    for (name, mut ratios) in columns {
        ratios.sort_by(f64::total_cmp);
        write!(out, "{name:>10}")?;
        for percent in PERCENTS {
            write!(out, "{:>8.4}", ratios[at(percent)])?;
        }
        writeln!(out)?;
    }
    let mut errors: Vec<f64> = pairs.iter().map(Both::error).collect();
    errors.sort_by(f64::total_cmp);
    for share in [50, 95, 99] {
        let error = errors[at(share)] * 100.0;
        writeln!(out, "{share} % of durations differ by at most {error:.2} %")?;
    }
    let is_large = |pair: &&Both| pair.error() > LARGE_ERROR && !pair.is_same_place();
    let large_count = pairs.iter().filter(is_large).count();
    writeln!(out, "{large_count} durations differ by more than {:.0} %", LARGE_ERROR * 100.0)?;
    Ok(())
}

/// Says nothing where there is no such pair.
fn print_wayless(text: &str, pairs: &[(usize, usize)], out: &mut impl Write) -> Result<()> {
    if pairs.is_empty() {
        return Ok(());
    }
    write!(out, "{text} {} pairs:", pairs.len())?;
    for (from, to) in pairs.iter().take(LISTED_COUNT) {
        write!(out, " {from},{to}")?;
    }
    writeln!(out, "{}", if pairs.len() > LISTED_COUNT { " …" } else { "" })?;
    Ok(())
}

fn print_worst(mut pairs: Vec<Both>, out: &mut impl Write) -> Result<()> {
    pairs.retain(|pair| !pair.is_same_place());
    pairs.sort_by(|a, b| b.error().total_cmp(&a.error()));
    writeln!(out, "\n  from   to  seconds   theirs  ratio   meters   theirs")?;
    let large_count = pairs.iter().take_while(|pair| pair.error() > LARGE_ERROR).count();
    for pair in pairs.iter().take(large_count.clamp(WORST_COUNT, LARGE_COUNT)) {
        let Both { from, to, ours, theirs } = pair;
        writeln!(
            out,
            "{from:>6}{to:>5}{:>9.1}{:>9.1}{:>7.3}{:>9.0}{:>9.0}",
            ours.seconds,
            theirs.seconds,
            pair.seconds_ratio(),
            ours.meters,
            theirs.meters
        )?;
    }
    Ok(())
}
