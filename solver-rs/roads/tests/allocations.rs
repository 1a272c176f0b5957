//! The walk over a matrix allocates its buffers once, regardless of the number of blocks.
//!
//! This test has its own file because its counting allocator applies to the whole program.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::convert::Infallible;

use roads::{
    ClassRule, ClassSets, EstimateModel, EstimateParameters, Outcome, PairSelection, PlaceIdx,
    Places, RowSink, SelectedRow, walk_matrix,
};

struct Counting;

thread_local! {
    // Counts for this thread only: the test harness has threads of its own, which allocate at any time.
    static ALLOCATION_COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator unchanged; `realloc`, by default, comes here too.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATION_COUNT.set(ALLOCATION_COUNT.get() + 1);
        // SAFETY: the caller's promises about the layout are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from `System`, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

struct Sum(i64);

impl RowSink for Sum {
    type Error = Infallible;

    fn row(&mut self, _: PlaceIdx, row: SelectedRow<'_>) -> Result<(), Infallible> {
        self.0 += row.pairs().flat_map(|(_, costs)| costs).copied().map(i64::from).sum::<i64>();
        Ok(())
    }
}

#[test]
fn a_walk_allocates_one_block_and_one_list_of_kept_pairs() {
    let place_count = 200;
    let latitudes: Vec<f64> = (0..place_count).map(|it| 40.0 + f64::from(it) / 50.0).collect();
    let longitudes: Vec<f64> = (0..place_count).map(|it| f64::from(it % 17)).collect();
    let places = Places::from_degrees(&latitudes, &longitudes).unwrap();
    let model = EstimateModel::new(EstimateParameters {
        detour_factor: 1.3,
        band_end_meters: &[1e3, 1e4, f64::INFINITY],
        band_meters_per_second: &[7.0, 14.0, 25.0],
        lane_factors: &[0.8; 24],
    })
    .unwrap();
    let first_out: Vec<u32> = (0..=place_count).collect();
    let values: Vec<i64> = (0..i64::from(place_count)).map(|it| it % 3).collect();
    let sets = ClassSets::from_csr(place_count, &first_out, &values).unwrap();
    let all: Vec<PlaceIdx> = (0..place_count).map(PlaceIdx).collect();
    let selection =
        PairSelection::new(place_count, all.clone(), all, ClassRule::SharesOne(sets)).unwrap();

    let mut sum = Sum(0);
    let before = ALLOCATION_COUNT.get();
    let rows = 0..place_count as usize;
    let outcome = walk_matrix(&model.between(&places), &selection, rows, &mut sum, &mut || false);
    let allocated = ALLOCATION_COUNT.get() - before;

    assert_eq!(outcome, Ok(Outcome::Finished));
    assert!(sum.0 > 0);
    // 200 sources are 7 blocks. Only the numbers of a block and the list of kept pairs are allocated.
    assert_eq!(allocated, 2);
}
