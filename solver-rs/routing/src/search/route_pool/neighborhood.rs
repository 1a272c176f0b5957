//! The part of the best plan for which routes are combined: some of its routes, and their visits.

use crate::problem::{ShiftIdx, VisitIdx};

/// Maximum number of visits of a neighborhood.
pub(super) const MEMBERS_MAX: usize = 320;
const NONE: u16 = u16::MAX;

/// The position of a visit in a neighborhood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MemberIdx(u16);

impl MemberIdx {
    pub(super) fn of(position: usize) -> Self {
        Self(u16::try_from(position).expect("few members"))
    }

    #[inline]
    pub(super) const fn at(self) -> usize {
        self.0 as usize
    }
}

pub(super) struct Neighborhood {
    /// By shift: whether it stays as it is.
    stays: Vec<bool>,
    route_count: usize,
    /// The visits that the choice of routes serves or leaves out.
    visits: Vec<VisitIdx>,
    /// By visit: its position among them, or `NONE`.
    member_of: Vec<u16>,
}

impl Neighborhood {
    /// Returns a neighborhood without visits, in which shifts may only change if they do not stay.
    pub(super) fn new(visit_count: usize, stays: Vec<bool>) -> Self {
        Self { stays, route_count: 0, visits: Vec::new(), member_of: vec![NONE; visit_count] }
    }

    /// Adds the route of a shift with its visits; returns false if there would be more than `members_max` visits.
    pub(super) fn add_route(
        &mut self,
        shift: ShiftIdx,
        visits: impl Iterator<Item = VisitIdx>,
        members_max: usize,
    ) -> bool {
        let before = self.visits.len();
        if !visits.into_iter().all(|it| self.add_visit(it, members_max)) {
            for visit in self.visits.drain(before..) {
                self.member_of[visit.at()] = NONE;
            }
            return false;
        }
        self.stays[shift.at()] = false;
        self.route_count += 1;
        true
    }

    /// Adds a visit unless it is a member; returns false if there would be more than `members_max` of them.
    pub(super) fn add_visit(&mut self, visit: VisitIdx, members_max: usize) -> bool {
        let member = &mut self.member_of[visit.at()];
        if *member == NONE {
            if self.visits.len() >= members_max.min(MEMBERS_MAX) {
                return false;
            }
            *member = MemberIdx::of(self.visits.len()).0;
            self.visits.push(visit);
        }
        true
    }

    /// Returns whether a shift stays as it is.
    pub(super) fn stays(&self, shift: ShiftIdx) -> bool {
        self.stays[shift.at()]
    }

    pub(super) const fn route_count(&self) -> usize {
        self.route_count
    }

    pub(super) fn visits(&self) -> &[VisitIdx] {
        &self.visits
    }

    #[inline]
    pub(super) fn member(&self, visit: VisitIdx) -> Option<MemberIdx> {
        let member = self.member_of[visit.at()];
        (member != NONE).then_some(MemberIdx(member))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_is_added_with_all_its_visits_or_not_at_all() {
        let mut neighborhood = Neighborhood::new(400, vec![true; 3]);
        let visits = |numbers: [u32; 3]| numbers.map(VisitIdx).into_iter();
        assert!(neighborhood.add_route(ShiftIdx(1), visits([5, 3, 5]), 4));
        assert!(!neighborhood.add_route(ShiftIdx(2), visits([7, 8, 9]), 4));
        assert!(neighborhood.add_visit(VisitIdx(3), 2), "it is a member");
        assert_eq!(neighborhood.visits(), [5, 3].map(VisitIdx));
        assert_eq!(neighborhood.member(VisitIdx(3)), Some(MemberIdx(1)));
        assert_eq!(neighborhood.member(VisitIdx(7)), None);
        assert_eq!([0, 1, 2].map(|it| neighborhood.stays(ShiftIdx(it))), [true, false, true]);
        assert_eq!(neighborhood.route_count(), 1);
        let all = (0..400).map(VisitIdx);
        assert!(!neighborhood.add_route(ShiftIdx(2), all, usize::MAX), "there is no room for all");
    }
}
