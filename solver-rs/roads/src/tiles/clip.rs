//! Clips lines to a tile and its margin.
//!
//! ```text
//!      ┌───────┐        a line that leaves and comes back becomes several
//!   ───┼──┐  ┌─┼──
//!      └──┼──┼─┘        after Liang, Barsky 1984, piece by piece
//!         └──┘
//! ```

use super::mercator::{EXTENT, MARGIN, TilePoint};

const LOW: i32 = -MARGIN;
const HIGH: i32 = EXTENT + MARGIN;

/// Returns the parts of a line within the tile and its margin, each of two points or more. Repeated points
/// are omitted.
pub(super) fn clip(line: &[TilePoint]) -> Vec<Vec<TilePoint>> {
    let mut parts: Vec<Vec<TilePoint>> = Vec::new();
    let mut is_open = false;
    for piece in line.windows(2) {
        let Some((from, to)) = clip_piece(piece[0], piece[1]) else {
            is_open = false;
            continue;
        };
        match parts.last_mut() {
            Some(part) if is_open && part.last() == Some(&from) => {
                if to != from {
                    part.push(to);
                }
            }
            _ if from != to => parts.push(vec![from, to]),
            // A piece of no length at the edge, or at the beginning of a line that starts with equal points.
            _ => {
                is_open = false;
                continue;
            }
        }
        is_open = to == piece[1];
    }
    parts
}

fn clip_piece(from: TilePoint, to: TilePoint) -> Option<(TilePoint, TilePoint)> {
    let is_within =
        |point: TilePoint| (LOW..=HIGH).contains(&point.x) && (LOW..=HIGH).contains(&point.y);
    if is_within(from) && is_within(to) {
        return Some((from, to));
    }
    let (dx, dy) = (f64::from(to.x) - f64::from(from.x), f64::from(to.y) - f64::from(from.y));
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (step, room) in [
        (-dx, f64::from(from.x) - f64::from(LOW)),
        (dx, f64::from(HIGH) - f64::from(from.x)),
        (-dy, f64::from(from.y) - f64::from(LOW)),
        (dy, f64::from(HIGH) - f64::from(from.y)),
    ] {
        if step == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if step < 0.0 {
            enter = enter.max(room / step);
        } else {
            leave = leave.min(room / step);
        }
    }
    if enter > leave {
        return None;
    }
    let at = |share: f64| TilePoint {
        x: rounded(f64::from(from.x) + share * dx),
        y: rounded(f64::from(from.y) + share * dy),
    };
    let start = if enter > 0.0 { at(enter) } else { from };
    let end = if leave < 1.0 { at(leave) } else { to };
    Some((start, end))
}

#[expect(clippy::cast_possible_truncation, reason = "within the tile and its margin")]
fn rounded(units: f64) -> i32 {
    libm::floor(units + 0.5) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(line: &[(i32, i32)]) -> Vec<TilePoint> {
        line.iter().map(|&(x, y)| TilePoint { x, y }).collect()
    }

    #[test]
    fn lines_are_cut_where_they_leave_and_go_on_where_they_come_back() {
        for (line, expected) in [
            // Inside: unchanged, without its repeated point.
            (&[(0, 0), (5, 5), (5, 5), (9, 0)][..], &[&[(0, 0), (5, 5), (9, 0)][..]][..]),
            // All the way through: 4192 is one edge of the margin, -96 the other.
            (&[(-5000, 10), (9000, 10)], &[&[(-96, 10), (4192, 10)]]),
            // Out and back: two parts.
            (
                &[(100, 100), (5000, 100), (5000, 200), (100, 200)],
                &[&[(100, 100), (4192, 100)], &[(4192, 200), (100, 200)]],
            ),
            // Past a corner: (-200, 0) to (0, -200) is x + y = -200; the corner has -192.
            (&[(-200, 0), (0, -200)], &[]),
            (&[(7, 7), (7, 7)], &[]),
            (&[(-500, 0), (-500, 4096)], &[]),
        ] {
            let expected: Vec<Vec<TilePoint>> = expected.iter().map(|part| points(part)).collect();
            assert_eq!(clip(&points(line)), expected, "{line:?}");
        }
    }
}
