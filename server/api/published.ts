/**
 * Schemas as the OpenAPI document has them: the very ones that validate, in the words that generators of clients understand.
 *
 *   title on a schema          → a component of that name, referred to wherever it stands
 *   enum of texts              → with `type: string`
 *   const                      → an enum of one; of `true` a boolean
 *   patternProperties of all   → additionalProperties
 *   anyOf a plain type, null   → a list of types
 *   anyOf with an object       → oneOf: no value has two of the types, and typescript-fetch merges the members of anyOf;
 *                                where all are plain it loses those of oneOf
 *   uniqueItems                → left out: some make sets of it that cannot be written as JSON
 *   "Default: 0." in a text    → `default: 0`, so that it is said once
 *
 * The schemas that validate stay as they are: a list of types, for one, would change what a caller is told.
 */
import type { TSchema } from 'typebox';
import { ADVICE, HERE } from '../validation/index.js';

type Json = Readonly<Record<string, unknown>>;
/** As typebox has them: nothing is known of their keywords. */
type Schema = TSchema | Json;

/** Examples for fields, by their names; of several, the first that has the type of the field is shown. */
export type FieldExamples = Readonly<Record<string, readonly unknown[]>>;

export type Publisher = {
  /** Of a schema, or of a parameter of that name. */
  publish: (schema: Schema, name?: string) => unknown;
  /** All components so far. */
  schemas: Record<string, unknown>;
};

export function createPublisher(examples: FieldExamples): Publisher {
  const schemas: Record<string, unknown> = {};

  function publish(schema: Schema, name?: string): unknown {
    const { title, [HERE]: description, ...own }: Json = { ...schema };
    if (typeof title !== 'string') return written(own, name);
    const component = written(own);
    const known = schemas[title];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(component)) {
      throw new TypeError(`Two schemas are called ${title}.`);
    }
    schemas[title] = component;
    const $ref = `#/components/schemas/${title}`;
    if (typeof description !== 'string') return { $ref };
    return { $ref, description, ...defaultIn(description) };
  }

  function written(schema: Json, name?: string): unknown {
    const { const: only, patternProperties, ...rest } = schema;
    const { anyOf, items, properties, contentSchema } = rest;
    return {
      ...rest,
      uniqueItems: undefined,
      [ADVICE]: undefined,
      ...plainTypes(anyOf),
      ...(Array.isArray(anyOf) && plainTypes(anyOf) === undefined
        ? unionOf(anyOf.filter(isJson))
        : {}),
      ...(isTexts(schema['enum']) ? { type: 'string' } : {}),
      ...(typeof only === 'string' ? { type: 'string', enum: [only] } : {}),
      ...(isJson(items) ? { items: publish(items) } : {}),
      ...(isJson(patternProperties) ? additional(patternProperties) : {}),
      ...(isJson(contentSchema) ? { contentSchema: publish(contentSchema) } : {}),
      ...(isJson(properties) ? { properties: publishedFields(properties) } : {}),
      ...defaultIn(rest['description']),
      ...exampleOf(rest, name),
    };
  }

  function unionOf(members: readonly Json[]): Json {
    const published = members.map((each) => publish(each));
    const hasObject = members.some(({ type }) => type === 'object');
    return hasObject ? { anyOf: undefined, oneOf: published } : { anyOf: published };
  }

  function publishedFields(properties: Json): Json {
    return Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [
        name,
        isJson(field) ? publish(field, name) : field,
      ]),
    );
  }

  function additional(patternProperties: Json): Json {
    const [value] = Object.values(patternProperties);
    return isJson(value) ? { additionalProperties: publish(value) } : {};
  }

  function exampleOf(schema: Json, name: string | undefined): Json {
    if (name === undefined || schema['examples'] !== undefined || schema['enum'] !== undefined) {
      return {};
    }
    // What is made of components has their examples.
    const { items } = schema;
    if (isJson(items) && typeof items['title'] === 'string' && items['enum'] === undefined)
      return {};
    const { type } = { ...schema, ...plainTypes(schema['anyOf']) };
    const example = examples[name]?.find((each) => isOfType(each, type));
    return example === undefined ? {} : { examples: [example] };
  }

  return { publish, schemas };
}

/** `number or null` as a list of types; undefined where a member is more than its type. */
function plainTypes(anyOf: unknown): { type: unknown[]; anyOf: undefined } | undefined {
  if (!Array.isArray(anyOf)) return undefined;
  const members = anyOf.filter(isJson);
  const isNullable = members.some(({ type }) => type === 'null');
  const [member, ...others] = members.filter(({ type }) => type !== 'null');
  if (!isNullable || member === undefined || others.length > 0) return undefined;
  if (member['title'] !== undefined || typeof member['type'] !== 'string') return undefined;
  return { ...member, type: [member['type'], 'null'], anyOf: undefined };
}

const DEFAULT = /Default: (?:`([^`]+)`|(true|false|-?\d+(?:\.\d+)?)|(\d\d:\d\d:\d\d))\.(?!\d)/;

function defaultIn(description: unknown): { default?: unknown } {
  if (typeof description !== 'string') return {};
  const [, word, literal, time] = DEFAULT.exec(description) ?? [];
  if (literal !== undefined) {
    const value: unknown = JSON.parse(literal);
    return { default: value };
  }
  const text = word ?? time;
  return text === undefined ? {} : { default: text };
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function isOfType(value: unknown, type: unknown): boolean {
  if (Array.isArray(type)) return type.some((each) => isOfType(value, each));
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJson(value);
    default:
      return typeof value === type;
  }
}
