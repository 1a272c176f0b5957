/** The fields and values that a schema allows at a path, for completion. */

export type Schema = {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  /** A reference to another schema of the document. */
  $ref?: string;
  enum?: unknown[];
  const?: unknown;
  description?: string;
  type?: string;
};
export type Field = { name: string; description: string };

/** The schemas of a document by name, and the schema of the whole text. */
export type Schemas = { named: Readonly<Record<string, Schema>>; root: Schema };

/** Returns the fields that an object at the path can have, with their descriptions. */
export function fieldsAt(schemas: Schemas, path: readonly string[]): Field[] {
  return choicesAt(schemas, schemas.root, path).flatMap(({ properties = {} }) =>
    Object.entries(properties).map(([name, schema]) => ({
      name,
      description: schema.description ?? resolved(schemas, schema).description ?? '',
    })),
  );
}

/** Returns the values of a field, if the schema lists them. */
export function valuesAt(schemas: Schemas, path: readonly string[], field: string): string[] {
  return choicesAt(schemas, schemas.root, path).flatMap(({ properties = {} }) =>
    choicesOf(schemas, properties[field]).flatMap(valuesOf),
  );
}

/** Returns the schemas that apply at a path, in which `*` stands for any list index. */
function choicesAt(schemas: Schemas, schema: Schema, path: readonly string[]): Schema[] {
  const [next, ...rest] = path;
  const choices = choicesOf(schemas, schema);
  if (next === undefined) return choices;
  return choices.flatMap((choice) => {
    const inner = next === '*' ? choice.items : choice.properties?.[next];
    return inner === undefined ? [] : choicesAt(schemas, inner, rest);
  });
}

/** Returns a schema with its references resolved, and all schemas that it combines. */
function choicesOf(schemas: Schemas, schema: Schema | undefined): Schema[] {
  if (schema === undefined) return [];
  const known = resolved(schemas, schema);
  const others = [...(known.anyOf ?? []), ...(known.oneOf ?? []), ...(known.allOf ?? [])];
  return [known, ...others.flatMap((each) => choicesOf(schemas, each))];
}

function resolved({ named }: Schemas, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (named[name] ?? {});
}

function valuesOf(schema: Schema): string[] {
  const own = [...(schema.enum ?? []), ...('const' in schema ? [schema.const] : [])];
  const isFlag = schema.type === 'boolean';
  const items = schema.items?.enum ?? [];
  return [...own, ...(isFlag ? [true, false] : []), ...items].map((value) => JSON.stringify(value));
}
