/** The time to search, the price, and the button that starts the job. */
import { useState } from 'preact/hooks';
import { Refusal, call, messageOf, type Problem } from '../api.js';
import { formatNumber } from '../format.js';
import { Notice } from '../parts/parts.js';
import { startJob } from '../plan/start-job.js';
import type { PlanRequest } from '../plan/types.js';
import { TEXTS } from '../texts.js';

const SECONDS = [2, 5, 10, 30, 60, 300];
const PROBLEMS_SHOWN = 20;

export function Go({ request, isReady }: { request: () => PlanRequest; isReady: boolean }) {
  const [seconds, setSeconds] = useState(5);
  const [error, setError] = useState<unknown>();
  const [price, setPrice] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const completeRequest = (): PlanRequest => {
    const asked = request();
    return { ...asked, options: { ...asked.options, time_limit: seconds } };
  };
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (failed) {
      setError(failed);
    }
    setBusy(false);
  };
  const askPrice = async (): Promise<void> => {
    const path = '/engine/routing/v1/async?dry_run=true';
    const answer = await call<{ credits: number }>('POST', path, { body: completeRequest() });
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
        onClick={() => void run(() => startJob(completeRequest()))}
      >
        {texts.plan}
      </button>
      {price !== undefined && error === undefined && (
        <Notice kind="info">
          {texts.checked} {texts.price(price)}.
        </Notice>
      )}
      {error !== undefined && (
        <Notice kind="error">
          {messageOf(error)}
          {error instanceof Refusal && error.problems.length > 1 && (
            <Problems problems={error.problems} />
          )}
        </Notice>
      )}
    </section>
  );
}

/** All problems, each with its place in the request. The error message contains only the first. */
function Problems({ problems }: { problems: readonly Problem[] }) {
  const more = problems.length - PROBLEMS_SHOWN;
  return (
    <ul>
      {problems.slice(0, PROBLEMS_SHOWN).map(({ pointer, comment }, idx) => (
        <li key={idx}>{TEXTS.new.problem(pointer, comment)}</li>
      ))}
      {more > 0 && <li>{TEXTS.new.moreProblems(more)}</li>}
    </ul>
  );
}
