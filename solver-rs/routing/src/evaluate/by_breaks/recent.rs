//! Recent walks. A route that begins like another one of the same shift, from the same start, is walked only from where
//! it differs: most callers compare routes that differ in a few steps.
//!
//! ```text
//! recent   start ─ a ─ b ─ c ─ d ─ end        labels and arena after each step are kept
//! asked    start ─ a ─ b ─ x ─ c ─ d ─ end    continues from the labels after b
//! ```

use crate::problem::ShiftIdx;
use crate::step::Step;
use crate::timeline::Bounds;

use super::SoftWindows;
use super::label::{Layer, Node, Rests};

/// Number of groups; each keeps two walks. A walk of 20 steps with a break takes about 10 KB. Eight times as many
/// groups save nothing (instructions of searches for three requests: -1 to +2 %).
const GROUPS: usize = 32;
/// Longer routes and more breaks are not kept: 64 walks of this size take 5 MB.
const STEPS_MAX: usize = 128;
const SETS_MAX: usize = 4;

/// What else walks with the same first steps must have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) shift: ShiftIdx,
    pub(super) start_at: i64,
    /// Depend on all steps; soft windows are served early enough to unload before the shift ends.
    pub(super) loading_seconds: i64,
    pub(super) unloading_seconds: i64,
    /// Whether some step makes labels differ in cost.
    pub(super) is_priced: bool,
    pub(super) soft_windows: SoftWindows,
}

impl Key {
    fn group(&self) -> usize {
        let mixed = u64::from(self.shift.0).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ self.start_at.cast_unsigned().wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        usize::try_from(mixed >> 40).expect("24 bits") % GROUPS
    }
}

/// A walk, as far as it came; without a key, it is not kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Walked<R> {
    key: Option<Key>,
    steps: Vec<Step>,
    bounds: Vec<Bounds>,
    /// The labels after each step.
    layers: Layer<R>,
    /// The length of the arena after each step.
    ends: Vec<usize>,
    /// The first step that waits for a soft window.
    waits_from: Option<u32>,
    pub(super) arena: Vec<Node>,
}

impl<R: Rests> Walked<R> {
    pub(super) fn clear(&mut self) {
        self.key = None;
        self.steps.clear();
        self.bounds.clear();
        self.layers.clear();
        self.ends.clear();
        self.waits_from = None;
        self.arena.clear();
    }

    /// Notes that a step waits for a soft window; steps come in order.
    pub(super) fn wait_at(&mut self, position: u32) {
        self.waits_from.get_or_insert(position);
    }

    /// Whether some step waits for a soft window.
    pub(super) const fn has_waited(&self) -> bool {
        self.waits_from.is_some()
    }

    /// Returns how many first steps this walk and the requested one have in common.
    fn common(&self, key: &Key, steps: &[Step], bounds: &[Bounds]) -> usize {
        if self.key.as_ref() != Some(key) {
            return 0;
        }
        let known = self.steps.iter().zip(&self.bounds);
        known.zip(steps.iter().zip(bounds)).take_while(|(known, asked)| known == asked).count()
    }

    /// Becomes the first `count` steps of another walk.
    fn begin_like(&mut self, other: &Self, count: usize) {
        let sets = other.layers.len() / other.steps.len();
        self.clear();
        self.steps.extend_from_slice(&other.steps[..count]);
        self.bounds.extend_from_slice(&other.bounds[..count]);
        self.layers.extend_from_slice(&other.layers[..count * sets]);
        self.ends.extend_from_slice(&other.ends[..count]);
        self.waits_from = other.waits_from.filter(|it| (*it as usize) < count);
        self.arena.extend_from_slice(&other.arena[..other.ends[count - 1]]);
    }

    /// Adds a step, with the labels and the arena after it, if the walk is kept.
    pub(super) fn push(&mut self, step: Step, bounds: Bounds, layer: &Layer<R>) {
        if self.key.is_none() {
            return;
        }
        self.steps.push(step);
        self.bounds.push(bounds);
        self.layers.extend_from_slice(layer);
        self.ends.push(self.arena.len());
    }

    /// Copies the labels after the last step.
    pub(super) fn read_last(&self, layer: &mut Layer<R>) {
        let first = self.layers.len() - layer.len();
        layer.copy_from_slice(&self.layers[first..]);
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Recent<R> {
    /// Allocated with the first walk.
    groups: Vec<[Walked<R>; 2]>,
}

pub(super) const fn keeps(step_count: usize, set_count: usize) -> bool {
    step_count <= STEPS_MAX && set_count <= SETS_MAX
}

impl<R: Rests> Recent<R> {
    /// Returns a walk that contains the first steps of the requested one, and how many. Of the two walks in a group, it
    /// replaces the one that has less in common with the requested one.
    pub(super) fn begin(
        &mut self,
        key: Key,
        steps: &[Step],
        bounds: &[Bounds],
    ) -> (&mut Walked<R>, usize) {
        if self.groups.is_empty() {
            self.groups.resize_with(GROUPS, Default::default);
        }
        let [one, other] = &mut self.groups[key.group()];
        let commons = [one.common(&key, steps, bounds), other.common(&key, steps, bounds)];
        let (like, replaced, count) = if commons[0] > commons[1] {
            (one, other, commons[0])
        } else {
            (other, one, commons[1])
        };
        if count > 0 && count == like.steps.len() {
            like.arena.truncate(like.ends[count - 1]);
            like.waits_from = like.waits_from.filter(|it| (*it as usize) < count);
            return (like, count);
        }
        if count == 0 {
            replaced.clear();
        } else {
            replaced.begin_like(like, count);
        }
        replaced.key = Some(key);
        (replaced, count)
    }
}
