//! The Hilbert curve over a square of 65536 × 65536 cells.
//!
//! ```text
//! 1──2        successive cells on the curve are adjacent, so any run of cells is compact:
//! │  │        sixteen pieces in this order have a small box
//! 0  3
//! ```
//!
//! Hilbert 1891; the loop is the usual one: each step selects a quadrant and rotates it so that its ends meet
//! the neighbors' ends. 16 steps.

/// The number of cells along each side.
pub(super) const SIDE: u32 = 1 << 16;

/// Returns the position of a cell on the curve.
pub(super) fn position(mut x: u32, mut y: u32) -> u32 {
    let mut position = 0;
    let mut half = SIDE / 2;
    while half > 0 {
        let right = u32::from(x & half > 0);
        let upper = u32::from(y & half > 0);
        position += half * half * ((3 * right) ^ upper);
        if upper == 0 {
            if right == 1 {
                (x, y) = (SIDE - 1 - x, SIDE - 1 - y);
            }
            (x, y) = (y, x);
        }
        half /= 2;
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_visits_every_cell_of_a_corner_and_each_touches_the_one_before() {
        let mut cells = vec![None; 64 * 64];
        for x in 0..64 {
            for y in 0..64 {
                cells[position(x, y) as usize] = Some((x, y));
            }
        }
        for pair in cells.windows(2) {
            let ((x, y), (next_x, next_y)) = (pair[0].unwrap(), pair[1].unwrap());
            assert_eq!(x.abs_diff(next_x) + y.abs_diff(next_y), 1, "after {x} {y}");
        }
    }

    #[test]
    fn the_curve_ends_in_the_lower_right_corner() {
        assert_eq!(position(0, 0), 0);
        assert_eq!(position(SIDE - 1, 0), u32::MAX);
    }
}
