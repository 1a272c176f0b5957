//! The roads that leave each junction, for places that are at one.
//!
//! A place that was moved to the end of a segment belongs to the neighboring segments as well: a trip
//! leaves by any of them. Derived from the segments when a map is loaded, in O(segments), instead of
//! being stored in its file. Memory: 8 bytes per segment, 4 per junction.

use crate::network::{JunctionIdx, Segments};

/// Directed segments, grouped by the junction that they leave.
#[derive(Clone, Debug)]
pub(super) struct Junctions {
    /// One per junction, plus one: groups of `leaving`.
    first_leaving: Vec<u32>,
    /// Numbers of directed segments, ascending in each group.
    leaving: Vec<u32>,
}

impl Junctions {
    pub(super) fn of(segments: &Segments) -> Self {
        let mut first_leaving = vec![0_u32; segments.junction_count() as usize + 1];
        for directed in segments.directed() {
            first_leaving[segments.from(directed).as_usize() + 1] += 1;
        }
        for junction in 1..first_leaving.len() {
            first_leaving[junction] += first_leaving[junction - 1];
        }
        let mut next = first_leaving.clone();
        let mut leaving = vec![0; segments.count() as usize * 2];
        for directed in segments.directed() {
            let position = &mut next[segments.from(directed).as_usize()];
            leaving[*position as usize] = directed.0;
            *position += 1;
        }
        Self { first_leaving, leaving }
    }

    /// How many bytes the arrays take.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.first_leaving[..]) + size_of_val(&self.leaving[..])
    }

    /// The directed segments that leave a junction, travelable or not.
    pub(super) fn leaving(&self, junction: JunctionIdx) -> &[u32] {
        let first = self.first_leaving[junction.as_usize()] as usize;
        &self.leaving[first..self.first_leaving[junction.as_usize() + 1] as usize]
    }
}
