//! The output of `compare`: percentiles of the ratios, pairs without a route, the worst pairs.

use std::io::Write;

use anyhow::Result;

/// The percentiles at which ratios are printed.
const PERCENTS: [usize; 9] = [0, 1, 5, 25, 50, 75, 95, 99, 100];
/// The minimum number of pairs that are listed.
const WORST_COUNT: usize = 12;
/// The maximum number of listed pairs that differ by more than `LARGE_ERROR`.
const LARGE_COUNT: usize = 100;
/// The number of listed pairs without a route, for each kind.
const LISTED_COUNT: usize = 12;
/// Larger differences are counted, and need an explanation.
const LARGE_ERROR: f64 = 0.2;
/// Below this number of seconds, both ends are the same place, and the ratio of two such trips is meaningless.
const NOTHING_SECONDS: f64 = 1.0;

/// The cost of a trip according to one engine.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) seconds: f64,
    pub(super) meters: f64,
}

/// One pair of points with the costs of both engines, `None` if an engine finds no route.
pub(super) struct Pair {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) ours: Option<Seen>,
    pub(super) theirs: Option<Seen>,
}

/// A pair for which both engines find a route.
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

/// Returns the ratio of two costs, which is 1 for two trips of no length.
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

/// Prints nothing if there is no such pair.
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
