//! A benchmark instance, independent of the format of its file.
//!
//! Places are numbered with the depots first, then the orders in the order of the file. So an order's place, and its
//! number in published solutions, both follow from its index. Lengths, times and costs are integers in one unit
//! (`Convention`), loads are plain integers. A time without a limit is `TIME_MAX`.

use anyhow::{Result, ensure};

use super::convention::Convention;
pub(crate) use super::idx::{PlaceIdx, index};
use super::travel::Travel;

/// Later than any time in an instance, yet small enough to be added without overflow.
pub(crate) const TIME_MAX: i64 = i64::MAX / 4;

/// Far above the largest benchmark. Limited because solutions may list vehicles one by one.
const VEHICLE_COUNT_MAX: u32 = 1_000_000;

/// The number of days that a `DaySet` can hold.
pub(crate) const DAY_COUNT_MAX: u32 = u32::BITS;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct DepotIdx(pub(crate) u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct OrderIdx(pub(crate) u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct VehicleTypeIdx(pub(crate) u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct DayIdx(pub(crate) u32);

impl OrderIdx {
    /// Returns the number in files and published solutions: 1 for the first order.
    pub(crate) fn number(self) -> u32 {
        self.0 + 1
    }
}

/// When service may begin, both ends inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) opens_at: i64,
    pub(crate) closes_at: i64,
}

impl Window {
    pub(crate) const ALWAYS: Self = Self { opens_at: 0, closes_at: TIME_MAX };
}

/// A set of days of the period; bit 0 is the first day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DaySet(pub(crate) u32);

impl DaySet {
    pub(crate) fn contains(self, day: DayIdx) -> bool {
        self.0 >> day.0 & 1 == 1
    }

    pub(crate) fn with(self, day: DayIdx) -> Self {
        Self(self.0 | 1 << day.0)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// How an order changes the load of the vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OrderKind {
    /// Brings the load from the depot.
    Delivery,
    /// Takes the load on board, for the dropoff of its pair.
    Pickup,
    /// Hands over the load of the pickup of its pair.
    Dropoff,
}

/// Where routes begin and end, and the times when they may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Depot {
    pub(crate) window: Window,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    pub(crate) kind: OrderKind,
    /// At least 0; `kind` determines its direction.
    pub(crate) load: i64,
    pub(crate) window: Window,
    pub(crate) service_time: i64,
    /// The earliest time at which a trip with this order may leave the depot.
    pub(crate) released_at: i64,
    /// The cost of not serving the order. An order without a prize must be served.
    pub(crate) prize: Option<i64>,
    /// Sets of days, one of which is chosen. If empty, the order is served once, on the only day.
    pub(crate) patterns: Vec<DaySet>,
}

impl Order {
    /// Returns a plain delivery, which all other orders are variations of.
    pub(crate) fn delivery(load: i64, window: Window, service_time: i64) -> Self {
        Self {
            kind: OrderKind::Delivery,
            load,
            window,
            service_time,
            released_at: 0,
            prize: None,
            patterns: Vec::new(),
        }
    }
}

/// Two orders that one vehicle serves on one trip, the pickup first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) pickup: OrderIdx,
    pub(crate) dropoff: OrderIdx,
}

/// A number of identical vehicles. On each day, each of them may leave once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VehicleType {
    pub(crate) count: u32,
    pub(crate) depot: DepotIdx,
    pub(crate) capacity: i64,
    pub(crate) duration_max: Option<i64>,
    pub(crate) distance_max: Option<i64>,
    /// The cost of one route, regardless of its length.
    pub(crate) fixed_cost: i64,
    /// The cost of one unit of distance, times a million.
    pub(crate) unit_cost_millionths: i64,
    /// In ascending order. `None` allows every order.
    pub(crate) allowed_orders: Option<Vec<OrderIdx>>,
    /// Whether a vehicle may return to its depot and load again.
    pub(crate) may_reload: bool,
}

/// The unit cost in formats that do not define one: cost equals distance.
pub(crate) const UNIT_COST_ONE: i64 = 1_000_000;

impl VehicleType {
    /// Returns vehicles whose only property is a capacity.
    pub(crate) fn plain(count: u32, depot: DepotIdx, capacity: i64) -> Self {
        Self {
            count,
            depot,
            capacity,
            duration_max: None,
            distance_max: None,
            fixed_cost: 0,
            unit_cost_millionths: UNIT_COST_ONE,
            allowed_orders: None,
            may_reload: false,
        }
    }

    pub(crate) fn allows(&self, order: OrderIdx) -> bool {
        self.allowed_orders.as_ref().is_none_or(|allowed| allowed.binary_search(&order).is_ok())
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) name: String,
    pub(crate) convention: Convention,
    /// The travel between `depots.len() + orders.len()` places.
    pub(crate) travel: Travel,
    pub(crate) depots: Vec<Depot>,
    pub(crate) orders: Vec<Order>,
    pub(crate) pairs: Vec<Pair>,
    pub(crate) vehicle_types: Vec<VehicleType>,
    /// The number of days in the period; 1 unless visits repeat.
    pub(crate) day_count: u32,
}

impl Instance {
    pub(crate) fn depot_place(&self, depot: DepotIdx) -> PlaceIdx {
        PlaceIdx(depot.0)
    }

    pub(crate) fn order_place(&self, order: OrderIdx) -> PlaceIdx {
        PlaceIdx(index(self.depots.len()) + order.0)
    }

    pub(crate) fn depot(&self, depot: DepotIdx) -> &Depot {
        &self.depots[depot.0 as usize]
    }

    pub(crate) fn order(&self, order: OrderIdx) -> &Order {
        &self.orders[order.0 as usize]
    }

    pub(crate) fn vehicle_type(&self, vehicle_type: VehicleTypeIdx) -> &VehicleType {
        &self.vehicle_types[vehicle_type.0 as usize]
    }

    pub(crate) fn order_indexes(&self) -> impl Iterator<Item = OrderIdx> + use<> {
        (0..index(self.orders.len())).map(OrderIdx)
    }

    /// Returns the distance in units. If travel depends on the time of day, returns the shortest travel time of the
    /// day.
    pub(crate) fn distance(&self, from: PlaceIdx, to: PlaceIdx) -> i64 {
        self.travel.distance(from, to)
    }

    pub(crate) fn vehicle_count(&self) -> u32 {
        let counts = self.vehicle_types.iter().map(|vehicle_type| vehicle_type.count);
        counts.fold(0, u32::saturating_add)
    }

    /// Returns when the last depot closes, if any depot closes.
    pub(crate) fn horizon(&self) -> Option<i64> {
        let closes_at = self.depots.iter().map(|depot| depot.window.closes_at).max()?;
        (closes_at < TIME_MAX).then_some(closes_at)
    }

    /// Checks the invariants of all formats.
    ///
    /// # Errors
    /// The error names the first contradiction.
    pub(crate) fn checked(self) -> Result<Self> {
        let place_count = self.depots.len() + self.orders.len();
        ensure!(!self.depots.is_empty(), "there is no depot");
        ensure!(!self.orders.is_empty(), "there is no order");
        ensure!(self.vehicle_count() > 0, "there is no vehicle");
        ensure!(
            self.vehicle_count() <= VEHICLE_COUNT_MAX,
            "there are more than {VEHICLE_COUNT_MAX} vehicles"
        );
        ensure!(
            self.travel.place_count() == place_count,
            "{} places have coordinates or costs, depots and orders are {place_count}",
            self.travel.place_count()
        );
        ensure!(
            (1..=DAY_COUNT_MAX).contains(&self.day_count),
            "{} days are not 1 to {DAY_COUNT_MAX}",
            self.day_count
        );
        for (number, depot) in (1..).zip(&self.depots) {
            ensure!(is_window(depot.window), "depot {number} closes before it opens");
        }
        for order in self.order_indexes() {
            self.check_order(order)?;
        }
        for (number, vehicle_type) in (1..).zip(&self.vehicle_types) {
            ensure!(
                (vehicle_type.depot.0 as usize) < self.depots.len(),
                "vehicle type {number} starts at depot {}, which does not exist",
                vehicle_type.depot.0 + 1
            );
            ensure!(vehicle_type.capacity >= 0, "vehicle type {number} has a negative capacity");
            let last = vehicle_type.allowed_orders.iter().flatten().max();
            ensure!(
                last.is_none_or(|order| (order.0 as usize) < self.orders.len()),
                "vehicle type {number} is allowed an order that does not exist"
            );
        }
        Ok(self)
    }

    fn check_order(&self, idx: OrderIdx) -> Result<()> {
        let (order, number) = (self.order(idx), idx.number());
        ensure!(is_window(order.window), "the window of order {number} closes before it opens");
        ensure!(order.load >= 0, "order {number} has a negative load");
        ensure!(order.service_time >= 0, "order {number} has a negative service time");
        ensure!(order.released_at >= 0, "order {number} is released before time 0");
        ensure!(order.prize.is_none_or(|prize| prize >= 0), "order {number} has a negative prize");
        let days = u32::MAX >> (DAY_COUNT_MAX - self.day_count);
        for pattern in &order.patterns {
            ensure!(
                pattern.0 != 0 && pattern.0 & !days == 0,
                "order {number} has a pattern of days outside 1 to {}",
                self.day_count
            );
        }
        ensure!(
            self.day_count == 1 || !order.patterns.is_empty(),
            "order {number} has no pattern of days"
        );
        Ok(())
    }
}

fn is_window(window: Window) -> bool {
    window.opens_at <= window.closes_at
}
