/** A new plan: the example day, orders from a table and from clicks, or a request as JSON. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { DEMO_DAY } from '../../demo-day.js';
import { call, messageOf } from '../api.js';
import { formatNumber } from '../format.js';
import { scene } from '../map/scene.js';
import { Notice, Tabs } from '../parts/parts.js';
import { startJob } from '../plan/start-job.js';
import type { PlanRequest } from '../plan/types.js';
import { TEXTS } from '../texts.js';
import { draft, requestOfDraft } from './draft.js';
import { JsonEditor } from './json-editor.js';
import { OrdersForm, draftScene } from './orders-form.js';
import { requestScene } from './request-scene.js';

type Way = keyof typeof TEXTS.new.ways;
const way = signal<Way>('example');
export const jsonText = signal(JSON.stringify(DEMO_DAY, null, 2));

/** Opens a request in the editor. */
export function editRequest(request: PlanRequest): void {
  jsonText.value = JSON.stringify(request, null, 2);
  way.value = 'json';
}

const EXAMPLE: PlanRequest = DEMO_DAY;

export function NewPlan() {
  const chosen = way.value;
  const drawn = draft.value;
  useEffect(() => {
    if (chosen === 'orders') scene.value = draftScene(drawn);
    else if (chosen === 'example') scene.value = requestScene(EXAMPLE, 'example');
  }, [chosen, drawn]);
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
          <Go request={() => requestOfDraft(draft.value)} isReady={drawn.orders.length > 0} />
        </>
      )}
      {chosen === 'json' && (
        <>
          <JsonEditor text={jsonText} />
          <Go request={() => JSON.parse(jsonText.value) as PlanRequest} isReady />
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
        <button type="button" class="link" onClick={() => editRequest(EXAMPLE)}>
          {texts.editJson}
        </button>
      </section>
      <Go request={() => EXAMPLE} isReady />
    </>
  );
}

const SECONDS = [2, 5, 10, 30, 60, 300];

/** How long to search, what it costs, and the button. */
function Go({ request, isReady }: { request: () => PlanRequest; isReady: boolean }) {
  const [seconds, setSeconds] = useState(5);
  const [error, setError] = useState<string>();
  const [price, setPrice] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const whole = (): PlanRequest => {
    const asked = request();
    return { ...asked, options: { ...asked.options, time_limit: seconds } };
  };
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    await work().catch((failed: unknown) => {
      setError(messageOf(failed));
    });
    setBusy(false);
  };
  const askPrice = async (): Promise<void> => {
    const path = '/engine/routing/v1/async?dry_run=true';
    const answer = await call<{ credits: number }>('POST', path, { body: whole() });
    setPrice(answer.credits);
  };
  const { new: texts } = TEXTS;
  return (
    <section class="go">
      <label for="seconds">{texts.seconds}</label>
      <select
        id="seconds"
        value={seconds}
        onChange={(event) => setSeconds(Number(event.currentTarget.value))}
      >
        {SECONDS.map((each) => (
          <option key={each} value={each}>
            {formatNumber(each)}
          </option>
        ))}
      </select>
      <button type="button" disabled={!isReady || isBusy} onClick={() => void run(askPrice)}>
        {texts.check}
      </button>
      <button
        type="button"
        class="primary"
        disabled={!isReady || isBusy}
        onClick={() => void run(() => startJob(whole()))}
      >
        {texts.plan}
      </button>
      {price !== undefined && error === undefined && (
        <Notice kind="info">
          {texts.checked} {texts.price(price)}.
        </Notice>
      )}
      {error !== undefined && <Notice kind="error">{error}</Notice>}
    </section>
  );
}
