/**
 * `node dist/scripts/write-reference.js`: writes `docs/reference.md`, one table per object of requests and answers,
 * from `sdk/openapi.json`. A part of `npm run build:sdk`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';

type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  minimum?: number;
  maximum?: number;
  'x-unit'?: string;
};

type Document = { components: { schemas: Record<string, Schema> } };

const HEAD = `# Reference

All objects of requests and answers, with their fields. \`npm run build:sdk\` generates this page from the OpenAPI document, which is [in the repository](../sdk/openapi.json) and at \`/engine/openapi.json\` of a service.
The guides explain the fields with examples: [routing](routing.md), [matrix](matrix.md) and [jobs](jobs.md).

Fields in bold are required.
`;

const anchorOf = (name: string): string => name.toLowerCase();

function typeOf(schema: Schema): string {
  const { $ref, type, items, anyOf, oneOf, additionalProperties, enum: words } = schema;
  if ($ref !== undefined) {
    const name = $ref.replace('#/components/schemas/', '');
    return `[${name}](#${anchorOf(name)})`;
  }
  const members = anyOf ?? oneOf;
  if (members !== undefined) return members.map(typeOf).join(' or ');
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(', ');
  if (items !== undefined) return `list of ${typeOf(items)}`;
  if (typeof additionalProperties === 'object') {
    return `object of name → ${typeOf(additionalProperties)}`;
  }
  return [type ?? 'anything'].flat().join(' or ');
}

function boundsOf({ minimum, maximum, 'x-unit': unit }: Schema): string {
  const parts = [
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? [] : [`to ${maximum}`]),
    ...(unit === undefined ? [] : [unit]),
  ];
  return parts.length === 0 ? '' : `, ${parts.join(' ')}`;
}

function sectionOf(name: string, schema: Schema): string {
  const { description = '', properties, required = [] } = schema;
  const head = `## ${name}\n\n${description}\n`;
  if (properties === undefined) return `${head}\nIt is ${typeOf(schema)}.\n`;
  const rows = Object.entries(properties).map(([field, of]) => {
    const shown = required.includes(field) ? `**\`${field}\`**` : `\`${field}\``;
    const meaning = (of.description ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ');
    return `| ${shown} | ${typeOf(of)}${boundsOf(of)} | ${meaning} |`;
  });
  return `${head}\n| Field | Type | Meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

const parse: (text: string) => Document = JSON.parse;
const document = parse(await readFile('sdk/openapi.json', 'utf8'));
const sections = Object.entries(document.components.schemas).map(([name, schema]) =>
  sectionOf(name, schema),
);
const text = [HEAD, ...sections].join('\n');
const options = await resolveConfig('docs/reference.md');
await writeFile('docs/reference.md', await format(text, { ...options, parser: 'markdown' }));
