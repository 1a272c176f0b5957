/**
 * The request as JSON: completed by the very schema that the service publishes, checked by the service itself, faults
 * marked at their lines.
 */
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { syntaxTree } from '@codemirror/language';
import { linter, lintGutter, type Diagnostic } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { Signal } from '@preact/signals';
import { basicSetup } from 'codemirror';
import { useEffect, useRef } from 'preact/hooks';
import { Refusal, call, send } from '../api.js';
import { TEXTS } from '../texts.js';
import { EDITOR_LOOK } from './editor-look.js';
import { positionOf, pathAt } from './json-places.js';
import { fieldsAt, type Schema } from './schema-fields.js';

export function JsonEditor({ text }: { text: Signal<string> }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current === null) return undefined;
    // In a shadow, since only there its styles come without a `<style>` in the page, which the page's policy refuses.
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

/** Asks without planning: what is wrong, each at its place. */
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
let document_: Promise<Schema> | undefined;

function requestSchema(): Promise<Schema> {
  document_ ??= call<Document>('GET', '/engine/openapi.json', { key: '' }).then(
    ({ components }) => components.schemas['RoutingRequest'] ?? {},
  );
  return document_;
}

/** Names of fields that the object at the cursor may have and does not have yet. */
async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/"?[\w]*/);
  if (word === null || (word.from === word.to && !context.explicit)) return null;
  if (isValue(context.state, context.pos)) return null;
  const { path, present } = pathAt(context.state, context.pos);
  const fields = fieldsAt(await requestSchema(), path);
  return {
    from: word.from,
    options: fields
      .filter(({ name }) => !present.has(name))
      .map(({ name, description }) => ({
        ...{ label: `"${name}"`, apply: `"${name}": `, info: description, type: 'property' },
      })),
  };
}

function isValue(state: EditorState, at: number): boolean {
  const node = syntaxTree(state).resolveInner(at, -1);
  return node.name === 'String' && node.parent?.name !== 'Object';
}
