//! One tiny file per problem type, and the faults that a file can have.

use super::*;
use crate::instances::instance::PlaceIdx;

const CVRP: &str = "NAME : \tt\t\r\nTYPE : \tCVRP\t\r\nDIMENSION : \t3\t\r\nEDGE_WEIGHT_TYPE : \tEUC_2D\r\nCAPACITY : \t9\r\nNODE_COORD_SECTION\t\r\n1\t0\t0\r\n2\t1\t1\r\n3\t3\t4\r\nDEMAND_SECTION\r\n1\t0\r\n2\t5\r\n3\t6\r\nDEPOT_SECTION\r\n\t1\t\r\n\t-1\t\r\nEOF\t\r\n";

fn instance(text: &str) -> Instance {
    parse("t", text).unwrap().checked().unwrap()
}

#[test]
fn cvrp_has_nearest_distances_and_a_vehicle_for_each_order() {
    let instance = instance(CVRP);
    assert_eq!(instance.convention.rounding, Rounding::Nearest);
    assert_eq!(instance.vehicle_types, [VehicleType::plain(2, DepotIdx(0), 9)]);
    assert_eq!(instance.orders[1], Order::delivery(6, Window::ALWAYS, 0));
    // √2 = 1.41…, √(2² + 3²) = 3.61…
    assert_eq!(instance.distance(PlaceIdx(0), PlaceIdx(1)), 1);
    assert_eq!(instance.distance(PlaceIdx(1), PlaceIdx(2)), 4);
}

#[test]
fn an_explicit_matrix_may_be_asymmetric() {
    let text = "TYPE : VRPTW\nDIMENSION : 2\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\n\
        VEHICLES : 1\nCAPACITY : 9\nEDGE_WEIGHT_SECTION\n0 7\n8 0\nDEMAND_SECTION\n1 0\n2 5\nDEPOT_SECTION\n1\n-1\n\
        SERVICE_TIME_SECTION\n1 0\n2 540\nTIME_WINDOW_SECTION\n1 0 45000\n2 5400 12300\nEOF\n";
    let read = instance(text);
    assert_eq!(read.distance(PlaceIdx(0), PlaceIdx(1)), 7);
    assert_eq!(read.distance(PlaceIdx(1), PlaceIdx(0)), 8);
    let window = Window { opens_at: 5_400, closes_at: 12_300 };
    assert_eq!(read.orders, [Order::delivery(5, window, 540)]);
    let short = parse("t", &text.replace("8 0\n", "8\n")).unwrap_err();
    assert_eq!(short.to_string(), "3 distances are given, 4 are due");
}

#[test]
fn mdvrptw_has_vehicles_at_depots() {
    let instance = instance(
        "TYPE: MDVRPTW\nEDGE_WEIGHT_TYPE: EUC_2D\nDIMENSION: 5\nVEHICLES: 3\nCAPACITY: 200\n\
        VEHICLES_MAX_DURATION: 450\nNODE_COORD_SECTION\n1 0 0\n2 1.5 0\n3 0 1\n4 1 1\n5 2 2\n\
        VEHICLES_DEPOT_SECTION\n1 1\n2 2\n3 2\nDEPOT_SECTION\n1\n2\nEOF\n",
    );
    let at = |count, depot| VehicleType {
        duration_max: Some(450_000),
        ..VehicleType::plain(count, DepotIdx(depot), 200)
    };
    assert_eq!(instance.vehicle_types, [at(1, 0), at(2, 1)]);
    assert_eq!(instance.distance(PlaceIdx(1), instance.order_place(OrderIdx(1))), 1_118);
}

#[test]
fn sdvrptw_has_capacities_and_orders_by_vehicle() {
    let instance = instance(
        "TYPE: SDVRPTW\nEDGE_WEIGHT_TYPE: EUC_2D\nDIMENSION: 3\nVEHICLES: 2\nNODE_COORD_SECTION\n1 0 0\n2 1 0\n3 0 1\n\
        CAPACITY_SECTION\n1 100\n2 150\nVEHICLES_ALLOWED_CLIENTS_SECTION\n2 3\n1 3 2\nEOF\n",
    );
    let [first, second] = &instance.vehicle_types[..] else { panic!("two vehicles differ") };
    assert_eq!((first.capacity, second.capacity), (100, 150));
    assert!(first.allows(OrderIdx(0)) && first.allows(OrderIdx(1)));
    assert!(!second.allows(OrderIdx(0)) && second.allows(OrderIdx(1)));
}

#[test]
fn mtvrptwr_has_reloads_and_release_times() {
    let instance = instance(
        "TYPE: MTVRPTWR\nEDGE_WEIGHT_TYPE: EUC_2D\nDIMENSION: 3\nVEHICLES: 2\nCAPACITY: 9\nSERVICE_TIME: 90\n\
        NODE_COORD_SECTION\n1 0 0\n2 1 0\n3 0 1\nRELEASE_TIME_SECTION\n1 0\n2 0\n3 12.5\n\
        VEHICLES_RELOAD_DEPOT_SECTION\n1 1\n2 1\nDEPOT_SECTION\n1\nEOF\n",
    );
    let [vehicles] = &instance.vehicle_types[..] else { panic!("all vehicles are alike") };
    assert!(vehicles.may_reload && vehicles.count == 2);
    let late = Order { released_at: 125, ..Order::delivery(0, Window::ALWAYS, 900) };
    assert_eq!(instance.orders[1], late);
}

#[test]
fn pcvrptw_has_prizes_in_tenths_as_its_distances() {
    let instance = instance(
        "TYPE : PCVRPTW\nEDGE_WEIGHT_TYPE : EUC_2D\nDIMENSION : 2\nCAPACITY : 9\nNODE_COORD_SECTION\n1 0 0\n2 1 0\n\
        PRIZE_SECTION\n1 0\n2 18\nDEPOT_SECTION\n1\n-1\nEOF\n",
    );
    assert_eq!(instance.orders[0].prize, Some(180));
}

#[test]
fn errors_name_the_line() {
    for (from, to, fault) in [
        ("CAPACITY : \t9", "CAPACITY : \tx", "line 5: CAPACITY: \"x\" is no number"),
        ("CAPACITY : \t9", "CAPACITY 9", "line 5: CAPACITY has no value"),
        ("CAPACITY : \t9", "BACKHAULS : 9", "line 5: BACKHAULS is not known"),
        ("CAPACITY : \t9", "CAPACITY : 9.5", "9.5 is no whole number"),
        ("CAPACITY : \t9", "VEHICLES : 3", "VEHICLES is 3, and not 1 to the 2 orders"),
        ("\t3\t\r\nEDGE", "\t4\t\r\nEDGE", "DIMENSION is 4, but 3 places follow"),
        ("\t3\t\r\nEDGE", "\tx\r\nEDGE", "line 3: DIMENSION: \"x\" is no count"),
        ("EUC_2D", "GEO", "TYPE CVRP with EDGE_WEIGHT_TYPE GEO is not known"),
        ("NODE_COORD_SECTION\t\r\n", "", "line 6: \"1\" is in no section"),
        ("3\t3\t4", "3\t3", "line 9: y is missing"),
        ("3\t3\t4", "2\t3\t4", "line 9: 2 comes twice in NODE_COORD_SECTION"),
        ("3\t3\t4", "7\t3\t4", "line 9: 7 is not 1 to 3"),
        ("\r\n3\t6", "", "line 10: DEMAND_SECTION lacks 3"),
        ("EOF", "", "line 16 is the last one, where EOF should follow"),
        ("DEMAND_S", "NODE_COORD_S", "line 10: NODE_COORD_SECTION comes twice"),
        (
            "\t1\t\r\n\t-1",
            "2\r\n\t-1",
            "depots are not the first nodes: line 15: number 2 where 1 is due",
        ),
    ] {
        let text = CVRP.replacen(from, to, 1);
        assert_ne!(text, CVRP, "{from:?} is not in the file");
        let error = parse("t", &text).unwrap_err();
        assert_eq!(format!("{error:#}"), fault, "{from:?} as {to:?}");
    }
}
