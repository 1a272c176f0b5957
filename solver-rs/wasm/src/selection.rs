//! The pairs of a matrix, as JavaScript passes them.

use roads::PairSelection;
use serving::{Pairs, pair_selection};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// `Number.MAX_SAFE_INTEGER`: beyond it, two integers may be the same JavaScript number.
const SAFE_INTEGER_MAX: f64 = 9_007_199_254_740_991.0;

/// The pairs of a matrix, checked.
#[wasm_bindgen]
#[derive(Debug)]
pub struct MatrixSelection(pub(crate) PairSelection);

#[wasm_bindgen]
impl MatrixSelection {
    /// Creates a selection. Place `i` has the classes `classValues[classFirstOut[i] .. classFirstOut[i + 1]]`; if
    /// `classFirstOut` is empty, every pair is selected. With `containment`, the source must have all classes of the
    /// destination; otherwise one class in common is enough.
    ///
    /// # Errors
    /// An index is out of range or occurs twice in one list, a class is not an integer, or the class offsets are
    /// invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(js_name = placeCount)] place_count: u32,
        sources: &[u32],
        destinations: &[u32],
        #[wasm_bindgen(js_name = classFirstOut)] class_first_out: &[u32],
        #[wasm_bindgen(js_name = classValues)] class_values: &[f64],
        containment: bool,
    ) -> Result<MatrixSelection, JsError> {
        let values = integers(class_values)
            .map_err(|value| JsError::new(&format!("the class {value} is not an integer")))?;
        let selection = pair_selection(Pairs {
            place_count,
            sources,
            destinations,
            class_first_out,
            class_values: &values,
            containment,
        })?;
        Ok(Self(selection))
    }

    /// Returns the number of selected pairs.
    #[wasm_bindgen(js_name = pairCount)]
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "two lists that fit 4 GB make less than 2^53 pairs"
    )]
    pub fn pair_count(&self) -> f64 {
        self.0.pair_count() as f64
    }
}

/// Converts JavaScript numbers to integers, or returns the first number that is not one.
fn integers(numbers: &[f64]) -> Result<Vec<i64>, f64> {
    numbers.iter().map(|&number| integer(number).ok_or(number)).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "the number has just been checked")]
fn integer(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() <= SAFE_INTEGER_MAX).then_some(number as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_of_javascript_are_integers() {
        assert_eq!(
            integers(&[0.0, -0.0, -7.0, SAFE_INTEGER_MAX]),
            Ok(vec![0, 0, -7, 9_007_199_254_740_991])
        );
    }

    #[test]
    fn other_numbers_are_not() {
        for number in [0.5, SAFE_INTEGER_MAX + 1.0, f64::INFINITY] {
            assert_eq!(integers(&[1.0, number]), Err(number));
        }
        assert!(integers(&[f64::NAN]).is_err());
    }
}
