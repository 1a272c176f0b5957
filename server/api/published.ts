/**
 * Converts the schemas that validate requests to those of the OpenAPI document, in forms that client generators
 * understand.
 *
 *   title on a schema          → a component of that name, referenced wherever the schema is used
 *   enum of texts              → with `type: string`
 *   const                      → an enum with one value; `true` becomes a boolean
 *   patternProperties          → additionalProperties
 *   anyOf a plain type, null   → a list of types
 *   anyOf with an object       → oneOf: no value matches two members, and typescript-fetch merges the members of anyOf,
 *                                but it loses the members of oneOf if all are plain types
 *   uniqueItems                → omitted: some generators use sets, which cannot be serialized as JSON
 *   "Default: 0." in a text    → `default: 0`, so that each default is written once
 *
 * The validating schemas are not changed: a list of types, for example, would change the error messages.
 */
import type { TSchema } from 'typebox';
import { ADVICE, HERE } from '../validation/index.js';

type Json = Readonly<Record<string, unknown>>;
/** A schema of typebox, or a part of one, whose keywords are unknown here. */
type Schema = TSchema | Json;

/** Examples of fields by name. The first one that has the type of the field is published. */
export type FieldExamples = Readonly<Record<string, readonly unknown[]>>;

export type Publisher = {
  /** Returns the published form of a schema, or a reference to it. `name` selects the example of a field. */
  publish: (schema: Schema, name?: string) => unknown;
  /** The components published so far. */
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
    // A list of components has the examples of the components.
    const { items } = schema;
    if (isJson(items) && typeof items['title'] === 'string' && items['enum'] === undefined)
      return {};
    const { type } = { ...schema, ...plainTypes(schema['anyOf']) };
    const example = examples[name]?.find((each) => isOfType(each, type));
    return example === undefined ? {} : { examples: [example] };
  }

  return { publish, schemas };
}

/** Returns a union of one plain type and null as a list of types; undefined for other unions. */
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
