/** The OpenAPI document with all references resolved. */

type Json = Record<string, any>;

/** Returns a schema of the document with all its references resolved. Components have no circular references. */
export function whole(document: Json, schema: unknown): any {
  if (Array.isArray(schema)) return schema.map((each) => whole(document, each));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...rest } = schema as Json;
  const own = Object.fromEntries(
    Object.entries(rest).map(([name, each]) => [name, whole(document, each)]),
  );
  if (typeof $ref !== 'string') return own;
  const name = $ref.replace('#/components/schemas/', '');
  return { ...whole(document, document['components'].schemas[name]), ...own };
}

export const component = (document: Json, name: string): any =>
  whole(document, document['components'].schemas[name]);
