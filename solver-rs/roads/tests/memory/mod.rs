//! Measures the memory that a test holds, with an allocator that applies to the whole program. Each test
//! program that uses it is therefore a file of its own.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    /// The bytes held by this thread only: the test harness has threads of its own, which allocate at any
    /// time.
    pub(crate) static HELD_BYTES: Cell<usize> = const { Cell::new(0) };
    /// The maximum number of bytes held since this was last set.
    pub(crate) static PEAK_BYTES: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator unchanged; `realloc`, by default, comes here too.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held_bytes = HELD_BYTES.get().wrapping_add(layout.size());
        HELD_BYTES.set(held_bytes);
        PEAK_BYTES.set(PEAK_BYTES.get().max(held_bytes));
        // SAFETY: the caller's promises about the layout are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD_BYTES.set(HELD_BYTES.get().wrapping_sub(layout.size()));
        // SAFETY: the pointer came from `System`, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;
