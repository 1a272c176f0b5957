/**
 * Converts the faults of a value against a TypeBox schema to problems that a caller can act on: a JSON pointer, a code
 * from a short list, and a sentence with the expected and the actual value.
 */
import { Settings } from 'typebox/system';
import type { Validator } from 'typebox/compile';
import { adviceOf, didYouMean, schemaAt } from './advice.js';
import { PROBLEM_COUNT_MAX, type ApiProblem, type ApiProblemCode } from '../errors.js';

/** How many characters of a wrong value a comment quotes. */
const SHOWN_CHARACTERS_MAX = 60;

/** The validator reports some faults twice (a field and its parent), so it may find more than are listed. */
const FAULT_COUNT_MAX = 4 * PROBLEM_COUNT_MAX;

type Fault = ReturnType<Validator['Errors']>[number];

/**
 * Returns every fault of `value`, at most about 400, in document order. The list is empty if the value is valid, but
 * `Check` finds that out many times faster. `patternNames` has descriptions of the patterns of the schema.
 */
export function schemaProblems(
  validator: Validator,
  value: unknown,
  patternNames: Readonly<Record<string, string>> = {},
): ApiProblem[] {
  Settings.Set({ maxErrors: FAULT_COUNT_MAX });
  const faults = validator.Errors(value);
  const union = unionFaults(faults);
  return faults.flatMap((fault) => {
    const kinds = union.get(fault);
    const advice = adviceOf(validator.Type(), fault.schemaPath, fault.keyword);
    if (kinds === undefined) {
      return problemsOf(fault, { value, schema: validator.Type(), patternNames }).map(
        (problem) => ({
          ...problem,
          comment: problem.comment + advice,
        }),
      );
    }
    if (kinds.length === 0) return [];
    const pointer = fault.instancePath;
    const comment = `Expected ${kinds.map(withArticle).join(' or ')}, got ${show(valueAt(value, pointer))}.${advice}`;
    return [{ pointer, code: 'invalid_type', comment }];
  });
}

/**
 * Returns the faults of unions to merge, each with the types to name. A value is taken as the member with its JSON
 * type: the faults of that member are reported as they are. If no member has its type, the fault of the union names the
 * types of all members. An empty list means that the fault is not reported.
 */
function unionFaults(faults: readonly Fault[]): Map<Fault, readonly string[]> {
  const union = new Map<Fault, readonly string[]>();
  for (const unionFault of faults) {
    if (unionFault.keyword !== 'anyOf') continue;
    const member = `${unionFault.schemaPath}/anyOf/`;
    const members = faults.filter(
      (fault) =>
        fault.schemaPath.startsWith(member) &&
        fault.instancePath.startsWith(unionFault.instancePath),
    );
    const ofOtherType = members.filter(
      (fault) =>
        fault.keyword === 'type' &&
        fault.instancePath === unionFault.instancePath &&
        /^\d+$/.test(fault.schemaPath.slice(member.length)),
    );
    const isOfNoType = ofOtherType.length === members.length;
    for (const fault of ofOtherType) union.set(fault, []);
    union.set(unionFault, isOfNoType ? ofOtherType.flatMap(typesOf) : []);
  }
  return union;
}

function typesOf(fault: Fault): string[] {
  return fault.keyword === 'type' ? [fault.params.type].flat() : [];
}

const withArticle = (type: string): string =>
  type === 'null' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;

/** Returns the JSON pointer of a field below another pointer (RFC 6901). */
export function pointerTo(parent: string, token: string | number): string {
  return `${parent}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

type Subject = {
  value: unknown;
  schema: unknown;
  patternNames: Readonly<Record<string, string>>;
};

function problemsOf(fault: Fault, { value, schema, patternNames }: Subject): ApiProblem[] {
  const pointer = fault.instancePath;
  const got = `got ${show(valueAt(value, pointer))}`;
  const one = (code: ApiProblemCode, comment: string): ApiProblem[] => [{ pointer, code, comment }];
  switch (fault.keyword) {
    case 'required':
      return fault.params.requiredProperties.map((name) => ({
        pointer: pointerTo(pointer, name),
        code: 'missing_field',
        comment: `The field ${show(name)} is required.`,
      }));
    case 'boolean':
      return one('unknown_field', unknownField(fault, schema));
    case 'additionalProperties':
      return [];
    case 'type': {
      const expected = typesOf(fault).map(withArticle).join(' or ');
      return one('invalid_type', `Expected ${expected}, ${got}.`);
    }
    case 'enum':
      return one(
        'not_allowed',
        `Expected one of ${fault.params.allowedValues.map(show).join(', ')}, ${got}.`,
      );
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return one('out_of_range', `The number ${fault.message}, ${got}.`);
    case 'minItems':
    case 'minProperties':
    case 'minLength':
      return one(
        'out_of_range',
        wrongCount('at least', fault.params.limit, valueAt(value, pointer)),
      );
    case 'maxItems':
    case 'maxProperties':
    case 'maxLength':
      return one(
        'out_of_range',
        wrongCount('at most', fault.params.limit, valueAt(value, pointer)),
      );
    case 'pattern': {
      const name = patternNames[String(fault.params.pattern)];
      const expected = name === undefined ? `The value ${fault.message}` : `Expected ${name}`;
      return one('invalid_format', `${expected}, ${got}.`);
    }
    default:
      return one('invalid_format', `The value ${fault.message}, ${got}.`);
  }
}

function unknownField({ instancePath, schemaPath }: Fault, schema: unknown): string {
  const parent = schemaAt(schema, schemaPath.replace(/\/additionalProperties$/, ''));
  const known = Object.keys(parent?.['properties'] ?? {});
  const name = instancePath.slice(instancePath.lastIndexOf('/') + 1);
  const meant = didYouMean(name, known);
  return meant === ''
    ? 'This field is unknown; remove it or correct its name.'
    : `This field is unknown${meant}`;
}

function wrongCount(bound: 'at least' | 'at most', limit: number | bigint, value: unknown): string {
  const [what, count] = countOf(value);
  return `Expected ${bound} ${limit} ${what}${Number(limit) === 1 ? '' : 's'}, got ${count}.`;
}

function countOf(value: unknown): [what: string, count: number] {
  if (typeof value === 'string') return ['character', value.length];
  if (Array.isArray(value)) return ['item', value.length];
  return ['field', typeof value === 'object' && value !== null ? Object.keys(value).length : 0];
}

/** Returns the value at a JSON pointer, or undefined. */
function valueAt(value: unknown, pointer: string): unknown {
  let current = value;
  for (const token of pointer.split('/').slice(1)) {
    if (typeof current !== 'object' || current === null) return undefined;
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    current = Object.getOwnPropertyDescriptor(current, name)?.value;
  }
  return current;
}

function show(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (value === undefined) return 'nothing';
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value);
  return text.length <= SHOWN_CHARACTERS_MAX ? text : `${text.slice(0, SHOWN_CHARACTERS_MAX)}…`;
}
