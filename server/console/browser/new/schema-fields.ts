/** Which fields and values a schema allows at a path: for completion. */

export type Schema = {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  /** Another schema of the document, by its name. */
  $ref?: string;
  enum?: unknown[];
  const?: unknown;
  description?: string;
  type?: string;
};
export type Field = { name: string; description: string };

/** The schemas of a document by name, and the one that all of the text is of. */
export type Schemas = { named: Readonly<Record<string, Schema>>; root: Schema };

/** Names with what they mean. */
export function fieldsAt(schemas: Schemas, path: readonly string[]): Field[] {
  return choicesAt(schemas, schemas.root, path).flatMap(({ properties = {} }) =>
    Object.entries(properties).map(([name, schema]) => ({
      name,
      description: schema.description ?? resolved(schemas, schema).description ?? '',
    })),
  );
}

/** The values that a field may have, where they are a list. */
export function valuesAt(schemas: Schemas, path: readonly string[], field: string): string[] {
  return choicesAt(schemas, schemas.root, path).flatMap(({ properties = {} }) =>
    choicesOf(schemas, properties[field]).flatMap(valuesOf),
  );
}

/** What may stand at a path: `*` in it is any place of a list. */
function choicesAt(schemas: Schemas, schema: Schema, path: readonly string[]): Schema[] {
  const [next, ...rest] = path;
  const choices = choicesOf(schemas, schema);
  if (next === undefined) return choices;
  return choices.flatMap((choice) => {
    const inner = next === '*' ? choice.items : choice.properties?.[next];
    return inner === undefined ? [] : choicesAt(schemas, inner, rest);
  });
}

/** All that a schema says may be there, itself with what it refers to. */
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
