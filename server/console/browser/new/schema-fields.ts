/** Which fields a schema allows at a path: for completion. */

export type Schema = {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  description?: string;
};
export type Field = { name: string; description: string };

/** `*` in the path is any place of a list. */
export function fieldsAt(schema: Schema, path: readonly string[]): Field[] {
  const [next, ...rest] = path;
  const choices = [schema, ...(schema.anyOf ?? [])];
  if (next === undefined) {
    return choices.flatMap(({ properties = {} }) =>
      Object.entries(properties).map(([name, { description = '' }]) => ({ name, description })),
    );
  }
  return choices.flatMap((choice) => {
    const inner = next === '*' ? choice.items : choice.properties?.[next];
    return inner === undefined ? [] : fieldsAt(inner, rest);
  });
}
