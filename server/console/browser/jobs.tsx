/** The account's jobs: their states and results, and a button to repeat each. */
import { useEffect, useState } from 'preact/hooks';
import { call, messageOf, resultOf } from './api.js';
import { formatInstant, formatPercent } from './format.js';
import { editRequest } from './new/new-plan.js';
import { Notice } from './parts/parts.js';
import { requestOf } from './plan/start-job.js';
import { downloadFile } from './parts/download.js';
import { linkOf, show, showJob } from './state.js';
import { TEXTS } from './texts.js';

type State = keyof typeof TEXTS.jobs.states;
type Job = {
  jobid: string;
  kind: 'routing' | 'matrix';
  status: State;
  progress: number;
  created_time: string;
  ended_time: string | null;
};
const PAGE = 50;
/** How often the list is read again while a job runs. */
const REFRESH_MS = 3_000;

type Page = { jobs: Job[]; next_cursor: string | null };

export function Jobs() {
  const [jobs, setJobs] = useState<Job[]>();
  const [next, setNext] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const attempt = (work: Promise<void>): void => {
    setError(undefined);
    work.catch((failed: unknown) => {
      setError(messageOf(failed));
    });
  };
  const load = async (before?: string): Promise<void> => {
    const cursor = before === undefined ? '' : `&cursor=${encodeURIComponent(before)}`;
    const page = await call<Page>('GET', `/engine/jobs/v1?limit=${PAGE}${cursor}`);
    setJobs((known) => (before === undefined ? page.jobs : [...(known ?? []), ...page.jobs]));
    setNext(page.next_cursor);
  };
  useEffect(() => {
    attempt(load());
  }, []);
  const isRunning = jobs?.some(({ status }) => status === 'Running') === true;
  useEffect(() => {
    // A list to which the user has added older pages is not refreshed.
    if (!isRunning || jobs.length > PAGE) return undefined;
    const again = setTimeout(() => attempt(load()), REFRESH_MS);
    return () => clearTimeout(again);
  }, [jobs]);
  const { jobs: texts } = TEXTS;
  return (
    <div class="stack">
      <div class="title-row">
        <h1>{texts.title}</h1>
        <button type="button" onClick={() => attempt(load())}>
          {texts.refresh}
        </button>
      </div>
      {error !== undefined && <Notice kind="error">{error}</Notice>}
      {jobs === undefined && error === undefined && <p>{TEXTS.common.loading}</p>}
      {jobs?.length === 0 && <p>{texts.none}</p>}
      {jobs !== undefined && jobs.length > 0 && (
        <div class="scroll" tabIndex={0} role="group" aria-label={texts.title}>
          <table class="plain wide jobs">
            <thead>
              <tr>
                {texts.columns.map((column) => (
                  <th key={column} scope="col">
                    {column === '' ? <span class="visually-hidden">{texts.open}</span> : column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {jobs.map((job) => (
                <Row key={job.jobid} job={job} attempt={attempt} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {next !== null && (
        <button type="button" onClick={() => attempt(load(next))}>
          {texts.more}
        </button>
      )}
    </div>
  );
}

function Row({ job, attempt }: { job: Job; attempt: (work: Promise<void>) => void }) {
  const { jobid: id, kind, status, progress, created_time: begun, ended_time: ended } = job;
  const { jobs: texts } = TEXTS;
  const request = requestOf(id);
  return (
    <tr>
      <th scope="row" class="id">
        {kind === 'routing' && (status === 'Completed' || status === 'Running') ? (
          <a href={linkOf(id)}>{shortened(id)}</a>
        ) : (
          shortened(id)
        )}
      </th>
      <td>{texts.kinds[kind]}</td>
      <td>
        <span class={`state ${status}`}>{texts.states[status]}</span>
      </td>
      <td>{formatPercent(progress)}</td>
      <td>{formatInstant(begun)}</td>
      <td>{ended === null ? '–' : formatInstant(ended)}</td>
      <td class="buttons">
        {status === 'Completed' && kind === 'routing' && (
          <button type="button" onClick={() => showJob(id)}>
            {texts.open}
          </button>
        )}
        {status === 'Running' && kind === 'routing' && (
          <button type="button" onClick={() => showJob(id)}>
            {texts.watch}
          </button>
        )}
        {status === 'Completed' && (
          <button type="button" onClick={() => attempt(downloadResult(job))}>
            {texts.result}
          </button>
        )}
        {request !== undefined && (
          <button
            type="button"
            onClick={() => {
              editRequest(request);
              show('new');
            }}
          >
            {texts.repeat}
          </button>
        )}
      </td>
    </tr>
  );
}

const shortened = (id: string): string => `${id.slice(0, 8)}…${id.slice(-4)}`;

async function downloadResult({ jobid: id, kind }: Job): Promise<void> {
  const path = `/engine/${kind}/v1?jobid=${encodeURIComponent(id)}`;
  const { url = '' } = await call<{ url?: string }>('GET', path);
  const result = await resultOf<unknown>(id, url);
  downloadFile(`${id}.json`, 'application/json', JSON.stringify(result, null, 2));
}
