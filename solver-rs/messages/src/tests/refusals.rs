//! Messages that are refused, and tables that come beside them.

use routing::problem::{PlaceIdx, ProblemError};
use serde_json::{Value, json};

use super::example::{example, read};
use crate::{MessageError, TableNumbers, read_problem};

#[test]
fn invalid_problems_are_refused_with_a_sentence() {
    let refusal = |message: &Value| read(message).unwrap_err().to_string();
    let mut unknown = example();
    unknown["shifts"][0]["color"] = json!("red");
    assert!(refusal(&unknown).contains("unknown field `color`"), "{}", refusal(&unknown));
    let mut missing = example();
    missing["orders"][0].as_object_mut().unwrap().remove("priority");
    assert!(refusal(&missing).contains("missing field `priority`"), "{}", refusal(&missing));
    let mut fraction = example();
    fraction["shifts"][0]["start_at"] = json!(0.5);
    assert!(refusal(&fraction).contains("floating point"), "{}", refusal(&fraction));
    let mut dangling = example();
    dangling["options"][0]["place"] = json!(2);
    assert!(matches!(
        read(&dangling),
        Err(MessageError::Problem(ProblemError::Dangling { what: "option", position: 0 }))
    ));
    let without_tables = read_problem(example().to_string().as_bytes(), Vec::<TableNumbers>::new());
    assert!(matches!(without_tables, Err(MessageError::TableCount { expected: 1, actual: 0 })));
}

#[test]
fn a_table_of_some_pairs_says_which_and_ends_with_no_road() {
    // From place 0 to both places, from place 1 only to itself; the last pair stands for all others.
    let read = |rows: [u32; 9], last_meters| {
        let table = TableNumbers {
            distance_meters: vec![0, 10, 0, last_meters],
            travel_seconds: vec![0, 0, 1, 2, 0, 0, -1, -1],
            rows: Some(rows.to_vec()),
        };
        read_problem(example().to_string().as_bytes(), vec![table])
    };
    let rows = [0, 0, 2, 2, 2, 1, 0, 1, 1];
    let problem = read(rows, -1).unwrap();
    let travel = routing::evaluate::Travel::new(&problem);
    let meters =
        |from, to| travel.meters(routing::problem::TravelIdx(0), PlaceIdx(from), PlaceIdx(to));
    assert_eq!([meters(0, 1), meters(1, 0), meters(1, 1)], [Some(10), None, Some(0)]);
    assert!(matches!(
        read([0, 0, 2, 2, 0, 1, 0, 1, 1], -1),
        Err(MessageError::TableRows { position: 0 })
    ));
    assert!(matches!(
        read(rows, 5),
        Err(MessageError::Problem(ProblemError::Length { what: "travel table", position: 0 }))
    ));
}
