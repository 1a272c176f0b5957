/**
 * The request as JSON. Completion uses the schema that the service publishes; the service itself checks the request,
 * and faults are marked at their lines.
 */
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { linter, lintGutter, type Diagnostic } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import type { Signal } from '@preact/signals';
import { basicSetup } from 'codemirror';
import { useEffect, useRef } from 'preact/hooks';
import { Refusal, call, send } from '../api.js';
import { TEXTS } from '../texts.js';
import { EDITOR_LOOK } from './editor-look.js';
import { fieldAt, pathAt, positionOf } from './json-places.js';
import { fieldsAt, valuesAt, type Schema, type Schemas } from './schema-fields.js';

export function JsonEditor({ text }: { text: Signal<string> }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current === null) return undefined;
    // In a shadow root the editor's styles need no `<style>` element, which the page's content security policy forbids.
    const root = box.current.shadowRoot ?? box.current.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      doc: text.peek(),
      ...{ parent: root, root },
      extensions: [
        ...EDITOR_LOOK,
        ...[basicSetup, json(), lintGutter(), EditorView.lineWrapping],
        ...[linter(jsonParseLinter()), linter(checkByService, { delay: 800 })],
        autocompletion({ override: [complete] }),
        EditorView.contentAttributes.of({ 'aria-label': TEXTS.new.json }),
        EditorView.updateListener.of(({ state, docChanged }) => {
          if (docChanged) text.value = state.doc.toString();
        }),
      ],
    });
    return () => editor.destroy();
  }, []);
  return (
    <section>
      <h2 class="label">{TEXTS.new.json}</h2>
      <div class="editor" ref={box} />
      <p class="hint">{TEXTS.new.jsonHint}</p>
    </section>
  );
}

/** Sends a dry run and returns each problem at its place. */
async function checkByService({ state }: EditorView): Promise<Diagnostic[]> {
  const body = state.doc.toString();
  try {
    JSON.parse(body);
  } catch {
    return [];
  }
  try {
    await send('POST', '/engine/routing/v1/async?dry_run=true', { body });
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.problems.map(({ pointer, comment }) => ({
      ...positionOf(state, pointer),
      ...{ severity: 'error' as const, message: comment },
    }));
  }
}

type Document = {
  components: { schemas: Record<string, Schema> };
};
let schemas: Promise<Schemas> | undefined;

function requestSchemas(): Promise<Schemas> {
  schemas ??= call<Document>('GET', '/engine/openapi.json', { key: '' }).then(
    ({ components: { schemas: named } }) => ({ named, root: named['RoutingRequest'] ?? {} }),
  );
  return schemas;
}

/** Offers the fields that the object at the cursor can have and does not have yet, or the values of the field. */
async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context;
  const word = context.matchBefore(/"?[\w.-]*/);
  if (word === null || (word.from === word.to && !explicit)) return null;
  // Overwrite the closing quotation mark that the editor added with the opening one.
  const to = word.text.startsWith('"') && state.sliceDoc(pos, pos + 1) === '"' ? pos + 1 : pos;
  const { path, present } = pathAt(state, pos);
  const known = await requestSchemas();
  const field = fieldAt(state, pos);
  if (field !== undefined) {
    const values = [...new Set(valuesAt(known, path, field))];
    const options = values.map((value) => ({ label: value, type: 'constant' }));
    return options.length === 0 ? null : { from: word.from, to, options };
  }
  return {
    ...{ from: word.from, to },
    options: fieldsAt(known, path)
      .filter(({ name }) => !present.has(name))
      .map(({ name, description }) => ({
        ...{ label: `"${name}"`, apply: `"${name}": `, info: description, type: 'property' },
      })),
  };
}
