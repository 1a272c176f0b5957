//! Prices of visits that bound the cost of every choice of routes from below.
//!
//! The choice is a set partitioning problem: each visit is served by one of the chosen routes, or is left out at a
//! cost. Its Lagrangian relaxation lets every visit pay a price to each chosen route that serves it, and chooses, for
//! each class of shifts, the routes that cost least after these payments. The volume algorithm (Barahona, Anbil 2000)
//! raises the prices of visits that the choices of recent steps left unserved, and lowers those of visits that they
//! served twice.

use super::columns::{ColumnIdx, Columns};
use super::neighborhood::{MemberIdx, Neighborhood};
use crate::instance::ClassIdx;
use crate::patience::Patience;
use crate::problem::VisitIdx;

/// Maximum number of steps. They end earlier if `CHECKED_STEPS` of them close less than this share of the gap.
const STEPS_MAX: u32 = 300;
/// Maximum work of all steps, in units of `Patience`.
const WORK_MAX: usize = 300_000;
const CHECKED_STEPS: u32 = 60;
const CLOSED_MIN: f64 = 0.02;
/// The share of a step's choice in the average over all steps, along which prices change.
const RECENT: f64 = 0.1;
/// The length of the first step as a share of the way to the cost of the best plan, and the length at which they end.
const LENGTH: f64 = 0.1;
const LENGTH_MIN: f64 = 1e-3;
/// After this many steps in a row without a higher bound, steps become shorter by `SHORTER`. Steps that could have gone
/// on in the same direction become longer by `LONGER`.
const FRUITLESS_MAX: u32 = 10;
const SHORTER: f64 = 0.66;
const LONGER: f64 = 1.1;

/// What there is to choose from in a neighborhood.
pub(super) struct Choices<'a> {
    pub(super) columns: &'a Columns,
    /// Columns of which all visits are members; the following four by their position here.
    pub(super) origins: Vec<ColumnIdx>,
    pub(super) classes: Vec<ClassIdx>,
    /// What they add to the score, with the visits that a choice then leaves out.
    pub(super) costs: Vec<f64>,
    ends: Vec<u32>,
    members: Vec<MemberIdx>,
    /// Members that are left out together, and what that adds to the score.
    pub(super) absences: Vec<(Vec<MemberIdx>, f64)>,
    pub(super) member_count: usize,
    /// By class: the maximum number of routes.
    pub(super) routes_max: &'a [usize],
}

impl<'a> Choices<'a> {
    /// `absence` is, by visit, what it adds to the score that it is left out.
    pub(super) fn new(
        columns: &'a Columns,
        neighborhood: &Neighborhood,
        absence: &[f64],
        routes_max: &'a [usize],
    ) -> Self {
        let of_all = |visits: &[VisitIdx]| visits.iter().map(|it| absence[it.at()]).sum::<f64>();
        let mut choices = Self {
            columns,
            origins: Vec::new(),
            classes: Vec::new(),
            costs: Vec::new(),
            ends: Vec::new(),
            members: Vec::new(),
            absences: Vec::new(),
            member_count: neighborhood.visits().len(),
            routes_max,
        };
        for column in columns.all() {
            let start = choices.members.len();
            let members = columns.visits(column).iter().map_while(|it| neighborhood.member(*it));
            choices.members.extend(members);
            if choices.members.len() < start + columns.visits(column).len() {
                choices.members.truncate(start);
                continue;
            }
            choices.origins.push(column);
            choices.classes.push(columns.class(column));
            choices.costs.push(columns.cost(column) + of_all(columns.left_out(column)));
            choices.ends.push(u32::try_from(choices.members.len()).expect("as many as columns"));
        }
        for visit in neighborhood.visits() {
            let set = columns.ties().set_of(*visit);
            if set[0] == *visit {
                let members = set.iter().filter_map(|it| neighborhood.member(*it)).collect();
                choices.absences.push((members, of_all(set)));
            }
        }
        choices
    }

    /// Returns the positions of all columns.
    pub(super) fn all(&self) -> std::ops::Range<usize> {
        0..self.origins.len()
    }

    #[inline]
    pub(super) fn members(&self, position: usize) -> &[MemberIdx] {
        let start = if position == 0 { 0 } else { self.ends[position - 1] };
        &self.members[start as usize..self.ends[position] as usize]
    }
}

/// Prices, and the bound that they prove.
#[derive(Clone, Debug)]
pub(super) struct Prices {
    pub(super) of_member: Vec<f64>,
    /// By class: what one more shift would save.
    of_shift: Vec<f64>,
    /// Every choice costs at least this much.
    pub(super) bound: f64,
}

impl Prices {
    pub(super) fn new(of_member: Vec<f64>, class_count: usize) -> Self {
        Self { of_member, of_shift: vec![0.0; class_count], bound: f64::NEG_INFINITY }
    }

    /// Returns the reduced cost of a column: by how much it raises the bound to choose it.
    #[inline]
    pub(super) fn reduced_cost(&self, choices: &Choices<'_>, column: usize) -> f64 {
        self.unpaid(choices, column) + self.of_shift[choices.classes[column].at()]
    }

    /// Returns what these visits pay.
    #[inline]
    pub(super) fn paid_by(&self, members: &[MemberIdx]) -> f64 {
        members.iter().map(|it| self.of_member[it.at()]).sum()
    }

    /// Returns what a column costs beyond the payments of its visits.
    #[inline]
    fn unpaid(&self, choices: &Choices<'_>, column: usize) -> f64 {
        choices.costs[column] - self.paid_by(choices.members(column))
    }
}

/// Changes prices so that they prove a higher bound; `upper` is the cost of the best known choice.
/// O(steps × visits of all columns).
pub(super) fn raise(
    choices: &Choices<'_>,
    from: Vec<f64>,
    upper: f64,
    patience: &Patience,
) -> Prices {
    let mut relaxed = Relaxed::new(choices);
    let mut best = Prices::new(from, choices.routes_max.len());
    relaxed.choose(&mut best);
    let mut average: Vec<f64> = relaxed.lacking().collect();
    let mut now = best.clone();
    let mut length = LENGTH;
    let mut fruitless = 0;
    let mut checked = f64::NEG_INFINITY;
    let steps_max = STEPS_MAX.min(u32::try_from(WORK_MAX / relaxed.work()).unwrap_or(STEPS_MAX));
    for steps in 0..steps_max {
        if steps.is_multiple_of(CHECKED_STEPS) {
            if best.bound - checked < CLOSED_MIN * (upper - best.bound) {
                break;
            }
            checked = best.bound;
        }
        let square: f64 = average.iter().map(|it| it * it).sum();
        let is_proven = square < 1e-9 || best.bound >= upper;
        if is_proven || length < LENGTH_MIN || patience.spend(relaxed.work()) {
            break;
        }
        let step = length * (upper - best.bound) / square;
        for ((price, before), lacking) in
            now.of_member.iter_mut().zip(&best.of_member).zip(&average)
        {
            *price = before + step * lacking;
        }
        relaxed.choose(&mut now);
        if now.bound > best.bound {
            std::mem::swap(&mut best, &mut now);
            fruitless = 0;
            let along: f64 = relaxed.lacking().zip(&average).map(|(it, before)| it * before).sum();
            if along > 0.0 {
                length *= LONGER;
            }
        } else {
            fruitless += 1;
            if fruitless >= FRUITLESS_MAX {
                fruitless = 0;
                length *= SHORTER;
            }
        }
        for (before, it) in average.iter_mut().zip(relaxed.lacking()) {
            *before += RECENT * (it - *before);
        }
    }
    best
}

/// The cheapest choice at given prices; it may serve visits several times or not at all.
struct Relaxed<'a> {
    choices: &'a Choices<'a>,
    /// By visit: how often it is served or left out.
    served: Vec<i32>,
    /// By class: columns that pay.
    paying: Vec<Vec<(f64, usize)>>,
}

impl<'a> Relaxed<'a> {
    fn new(choices: &'a Choices<'a>) -> Self {
        let served = vec![0; choices.member_count];
        Self { choices, served, paying: vec![Vec::new(); choices.routes_max.len()] }
    }

    /// How often visits are served less than once.
    fn lacking(&self) -> impl Iterator<Item = f64> {
        self.served.iter().map(|it| f64::from(1 - it))
    }

    /// The work of a choice, in units of `Patience`.
    fn work(&self) -> usize {
        self.choices.members.len() / 100 + 1
    }

    /// Chooses at the prices of visits; sets the prices of shifts and the bound.
    fn choose(&mut self, prices: &mut Prices) {
        let Choices { absences, routes_max, .. } = self.choices;
        self.served.fill(0);
        self.paying.iter_mut().for_each(Vec::clear);
        prices.of_shift.fill(0.0);
        prices.bound = prices.of_member.iter().sum();
        for column in self.choices.all() {
            let unpaid = prices.unpaid(self.choices, column);
            if unpaid < 0.0 {
                self.paying[self.choices.classes[column].at()].push((unpaid, column));
            }
        }
        for (class, paying) in self.paying.iter_mut().enumerate() {
            let most = routes_max[class];
            if paying.len() > most {
                let by_cost =
                    |a: &(f64, usize), b: &(f64, usize)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
                let (_, next, _) = paying.select_nth_unstable_by(most, by_cost);
                prices.of_shift[class] = -next.0;
                paying.truncate(most);
            }
            for (unpaid, column) in paying {
                prices.bound += *unpaid;
                for member in self.choices.members(*column) {
                    self.served[member.at()] += 1;
                }
            }
        }
        for (members, cost) in absences {
            let paid = prices.paid_by(members);
            if *cost < paid {
                prices.bound += cost - paid;
                members.iter().for_each(|it| self.served[it.at()] += 1);
            }
        }
    }
}
