//! Removes points whose absence is invisible: those within about a unit of the line without them.
//!
//! After Douglas, Peucker 1973, with a stack instead of recursion. On a screen, a pixel covers at most eight
//! units.

use super::mercator::TilePoint;

/// The maximum distance in units of a removed point from the line.
const TOLERANCE: f64 = 1.5;

/// Removes points of a line, but never its ends.
pub(super) fn thin(line: &[TilePoint]) -> Vec<TilePoint> {
    let Some(last) = line.len().checked_sub(1).filter(|&last| last > 1) else {
        return line.to_vec();
    };
    let mut is_kept = vec![false; line.len()];
    is_kept[0] = true;
    is_kept[last] = true;
    let mut ranges = vec![(0, last)];
    while let Some((first, last)) = ranges.pop() {
        let between = first + 1..last;
        let away = |&idx: &usize| squared_distance(line[idx], line[first], line[last]);
        let farthest = between.max_by(|a, b| away(a).total_cmp(&away(b)));
        if let Some(farthest) = farthest
            && away(&farthest) > TOLERANCE * TOLERANCE
        {
            is_kept[farthest] = true;
            ranges.extend([(first, farthest), (farthest, last)]);
        }
    }
    line.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept).map(|(point, _)| *point).collect()
}

/// Returns the squared distance of a point from a straight piece.
fn squared_distance(point: TilePoint, from: TilePoint, to: TilePoint) -> f64 {
    let (dx, dy) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
    let (px, py) = (f64::from(point.x - from.x), f64::from(point.y - from.y));
    let length = dx * dx + dy * dy;
    let share = if length > 0.0 { ((px * dx + py * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    let (x, y) = (px - share * dx, py - share * dy);
    x * x + y * y
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_left_out_only_where_the_line_stays_in_its_place() {
        let line = [(0, 0), (50, 1), (100, 0), (100, 40), (101, 80), (0, 0)];
        let line = line.map(|(x, y)| TilePoint { x, y });
        // (50, 1) is one unit from 0–100; (100, 40) is half a unit from (100, 0)–(101, 80).
        let kept = [line[0], line[2], line[4], line[5]];
        assert_eq!(thin(&line), kept);
        assert_eq!(thin(&line[..2]), line[..2]);
    }
}
