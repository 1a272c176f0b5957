/** A new plan: the example day, orders from a table and from clicks, or a request as JSON. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { DEMO_DAY } from '../../demo-day.js';
import { messageOf } from '../api.js';
import { EMPTY_SCENE, scene } from '../map/scene.js';
import { Tabs } from '../parts/parts.js';
import type { PlanRequest } from '../plan/types.js';
import { TEXTS } from '../texts.js';
import { draft, requestOfDraft } from './draft.js';
import { draftScene } from './draft-scene.js';
import { Go } from './go.js';
import type { JsonEditor } from './json-editor.js';
import { OrdersForm } from './orders-form.js';
import { requestScene } from './request-scene.js';

type Way = keyof typeof TEXTS.new.ways;
const way = signal<Way>('example');
const jsonText = signal(JSON.stringify(DEMO_DAY, null, 2));

/** Opens a request in the editor. */
export function editRequest(request: PlanRequest): void {
  jsonText.value = JSON.stringify(request, null, 2);
  way.value = 'json';
}

const EXAMPLE: PlanRequest = DEMO_DAY;
/** The map is redrawn after this pause in typing. */
const TYPING_MS = 400;

export function NewPlan() {
  const chosen = way.value;
  const drawn = draft.value;
  const text = jsonText.value;
  useEffect(() => {
    if (chosen === 'orders') scene.value = draftScene(drawn);
    else if (chosen === 'example') scene.value = requestScene(EXAMPLE, 'example');
  }, [chosen, drawn]);
  useEffect(() => {
    if (chosen !== 'json') return undefined;
    drawJson();
    const typed = setTimeout(drawJson, TYPING_MS);
    return () => clearTimeout(typed);
  }, [chosen, text]);
  const { new: texts } = TEXTS;
  return (
    <div class="stack">
      <h1>{texts.title}</h1>
      <Tabs
        label={texts.waysLabel}
        names={texts.ways}
        chosen={chosen}
        onChoose={(name) => (way.value = name)}
      />
      {chosen === 'example' && <Example />}
      {chosen === 'orders' && (
        <>
          <OrdersForm />
          <AsJson request={() => requestOfDraft(draft.peek())} />
          <Go request={() => requestOfDraft(draft.peek())} isReady={drawn.orders.length > 0} />
        </>
      )}
      {chosen === 'json' && (
        <>
          <Editor />
          <Go request={() => requestOfText(jsonText.peek())} isReady />
        </>
      )}
    </div>
  );
}

function Example() {
  const { new: texts } = TEXTS;
  return (
    <>
      <section class="card">
        <h2>{texts.exampleTitle}</h2>
        <p>{texts.exampleText}</p>
        <p class="hint">{texts.summary(DEMO_DAY.orders.length, 5)}</p>
        <AsJson request={() => EXAMPLE} />
      </section>
      <Go request={() => EXAMPLE} isReady />
    </>
  );
}

function AsJson({ request }: { request: () => PlanRequest }) {
  return (
    <button type="button" class="link" onClick={() => editRequest(request())}>
      {TEXTS.new.editJson}
    </button>
  );
}

/** The JSON editor, loaded on demand because it is a third of the page's script. */
function Editor() {
  const [loaded, setLoaded] = useState<{ JsonEditor: typeof JsonEditor }>();
  useEffect(() => {
    void import('./json-editor.js').then(setLoaded);
  }, []);
  if (loaded === undefined) return <p>{TEXTS.common.loading}</p>;
  return <loaded.JsonEditor text={jsonText} />;
}

function requestOfText(text: string): PlanRequest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(TEXTS.new.noJson(messageOf(error)), { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(TEXTS.new.noRequest);
  }
  // The service reports any other error.
  return value as PlanRequest;
}

/** Draws the request if the text can be parsed, and nothing otherwise. */
function drawJson(): void {
  try {
    const request = JSON.parse(jsonText.peek()) as PlanRequest;
    scene.value = requestScene(request, `json ${request.orders.length}`);
  } catch {
    // The editor marks the error at its line.
    scene.value = EMPTY_SCENE;
  }
}
