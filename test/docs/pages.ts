/**
 * The documentation as data: its pages, their headings and links, and the examples that can be run.
 *
 * An example is a fenced block directly below one of these comments, which are invisible to readers:
 *
 *     <!-- example: request -->           JSON, sent to the matrix endpoint (or: request /path)
 *     <!-- example: change /path -->      JSON pointers with new values, for the first request of the page
 *     <!-- example: curl -->              a curl command with URL, headers and optionally -d
 *     <!-- example: response 200 -->      the answer to the example above
 *     <!-- example: lines 200 -->         the same, as JSON pointers with values; `*` is each element that has the rest
 *     <!-- example: events -->            the same for a stream of events: how it begins and ends
 *     <!-- example: message -->           the message that a webhook receives
 *     <!-- example: run -->               JavaScript; a line that ends in `// → text` is an expression with that value
 *     <!-- example: traffic file -->      valid content of TRAFFIC_FILE
 *     <!-- example: speeds file -->       valid content of SPEEDS_FILE
 *     <!-- example: profiles file -->     valid content of PROFILES_FILE
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';

export type Page = { path: string; text: string };

export type Example = {
  /** The position in the page, for messages. */
  at: string;
  /** The words before the argument in one of the comments above. */
  kind: string;
  /** The rest of the comment after the kind: a path, a status. */
  argument: string;
  code: string;
};

export const PAGES: readonly Page[] = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].map((path) => ({ path, text: readFileSync(path, 'utf8') }));

export function pageOf(path: string): string {
  const page = PAGES.find((each) => each.path === path);
  if (page === undefined) throw new Error(`there is no ${path}`);
  return page.text;
}

const EXAMPLE =
  /<!-- example: (request|change|curl|response|lines|events|message|run|traffic file|speeds file|profiles file) ?(.*?) ?-->\n+```\w+\n(.*?)\n```/gs;

/** The body of a request, or of a change of a request. */
export function bodyOf(example: Example, page: readonly Example[]): string {
  if (example.kind !== 'change') return example.code;
  const base = page.find(({ kind }) => kind === 'request');
  if (base === undefined) throw new Error(`${example.at} changes nothing: there is no request`);
  const body: unknown = JSON.parse(base.code);
  const changes: object = JSON.parse(example.code);
  for (const [pointer, value] of Object.entries(changes)) setAt(body, pointer, value);
  return JSON.stringify(body);
}

/** The last member of the pointer may be new, but its parent must exist. */
function setAt(body: unknown, pointer: string, value: unknown): void {
  const names = pointer.split('/').slice(1);
  const last = names.pop() ?? '';
  let parent: unknown = body;
  for (const name of names) parent = Object(parent)[name];
  if (typeof parent !== 'object' || parent === null) throw new Error(`nothing is at ${pointer}`);
  if (Array.isArray(parent) && Number(last) > parent.length) throw new Error(`a gap at ${pointer}`);
  Object.assign(parent, { [last]: value });
}

export function examplesOf({ path, text }: Page): Example[] {
  return [...text.matchAll(EXAMPLE)].map((match) => {
    const [, kind = '', argument = '', code = ''] = match;
    return { at: `${path}:${lineAt(text, match.index)}`, kind, argument, code };
  });
}

/** Counts the comments that say `example`, whether or not they were recognized: none may be skipped. */
export function exampleCommentCount({ text }: Page): number {
  return text.split('<!-- example').length - 1;
}

/** Links to files of the repository that are broken: the file, or the heading in it, is missing. */
export function brokenLinks({ path, text }: Page): string[] {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [file = '', anchor] = target.split('#');
    const linked = new URL(file === '' ? path : folder + file, 'file:///').pathname.slice(1);
    if (!existsSync(linked)) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(linked, 'utf8')).includes(anchor);
  });
}

/** Headings in the form that links use. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
