//! The cost of a turn: OSRM's curve, by angle and side.
//!
//! ```text
//!  s                    right, where traffic keeps right       left, across oncoming traffic
//!  7.5 ┤             ╭──   7.5 / (1 + e^-(13/b·a − 6.5·b))       7.5 / (1 + e^-(13·b·a − 6.5/b))
//!      │          ╱        a: angle / 180°, b: bias of the side  + 2 / (1 + e^-(13·a − 3.25))
//!    0 ┼──────╯
//!      0°    90°    180°
//! ```
//!
//! After `process_turn` of OSRM 26's `car.lua`, which fitted it to recorded drives. The exponential is that
//! of `libm`, which is pure Rust, so that native and WASM builds agree to the last bit.

use super::{ProfileTable, Turn};

/// The steepness of the curve: OSRM fitted 13; half of it places the midpoint at 90°.
const STEEPNESS: f64 = 13.0;
const MIDDLE: f64 = STEEPNESS / 2.0;
/// The cost of crossing oncoming traffic reaches half of its maximum at 45°.
const ONCOMING_MIDDLE: f64 = STEEPNESS / 4.0;

impl ProfileTable {
    /// Returns the cost of a turn in milliseconds, including the signal. Bends without a third road are free.
    #[must_use]
    pub fn turn_milliseconds(&self, turn: &Turn) -> u32 {
        let costs = &self.turns;
        let mut seconds = if turn.signal { costs.signal_seconds } else { 0.0 };
        let share_of_half_circle = (turn.angle_degrees.abs() / 180.0).min(1.0);
        let crosses_oncoming =
            if turn.left_hand { turn.angle_degrees > 0.0 } else { turn.angle_degrees < 0.0 };
        if turn.road_count > 2 || turn.is_u_turn {
            let bias = if crosses_oncoming { 1.0 / costs.side_bias } else { costs.side_bias };
            let exponent = STEEPNESS / bias * share_of_half_circle - MIDDLE * bias;
            seconds += costs.seconds_max * sigmoid(exponent);
        }
        if turn.is_u_turn {
            seconds += costs.u_turn_seconds;
        } else if turn.road_count > 2 && crosses_oncoming && !turn.on_roundabout {
            seconds += costs.oncoming_seconds
                * sigmoid(STEEPNESS * share_of_half_circle - ONCOMING_MIDDLE);
        }
        whole_milliseconds(seconds)
    }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "rounded, and a float beyond the range becomes its nearest end; turns take seconds"
)]
fn whole_milliseconds(seconds: f64) -> u32 {
    libm::round(seconds * 1_000.0) as u32
}

#[cfg(test)]
mod tests;
