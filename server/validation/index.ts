/** Validation of bodies: bytes → JSON → checked value, with a pointer to each fault. */
export { ADVICE } from './advice.js';
export { hashBody, moved, parseBody, type BodyBlocks, type BodyOutcome } from './body.js';
export { COORDINATES } from './coordinates.js';
export { editsBetween } from './edits.js';
export { HERE, here, unit } from './described.js';
export { isRecord } from './is-record.js';
export { countJson, jsonExcess, type JsonBounds } from './json-bounds.js';
export { ApiProblemList } from './problem-list.js';
export { pointerTo, schemaProblems } from './problems.js';
