/** The account's balance and its usage: bars by day, tables by key and by endpoint. */
import { useEffect, useState } from 'preact/hooks';
import { call, messageOf } from './api.js';
import { formatDate, formatNumber } from './format.js';
import { Figure, Notice, TableHead } from './parts/parts.js';
import { TEXTS } from './texts.js';

type AccountBody = {
  name: string;
  credits: number;
  limits: { requests_per_minute: number; credits_per_day: number | null };
};
type Usage = { group: string; requests: number; credits: number }[];
type Key = {
  key_id: string;
  label: string;
  current: boolean;
  created_time: string;
  expires_time: string | null;
  revoked_time: string | null;
};
type Known = { account: AccountBody; days: Usage; keys: Key[]; byKey: Usage; endpoints: Usage };

export function Account() {
  const [known, setKnown] = useState<Known>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    load()
      .then(setKnown)
      .catch((failed: unknown) => {
        setError(messageOf(failed));
      });
  }, []);
  const { account: texts } = TEXTS;
  if (known === undefined) {
    return (
      <div class="stack">
        <h1>{texts.title}</h1>
        {error === undefined ? (
          <p>{TEXTS.common.loading}</p>
        ) : (
          <Notice kind="error">{error}</Notice>
        )}
      </div>
    );
  }
  const { account, days, keys, byKey, endpoints } = known;
  const { requests_per_minute: rate, credits_per_day: daily } = account.limits;
  return (
    <div class="stack">
      <h1>{account.name}</h1>
      <dl class="figures">
        <Figure name={texts.balance} value={formatNumber(account.credits)} />
        <Figure name={texts.limit} value={formatNumber(rate)} />
        <Figure name={texts.daily} value={daily === null ? texts.unlimited : formatNumber(daily)} />
      </dl>
      <h2>{texts.usage}</h2>
      {days.length === 0 ? <p>{texts.none}</p> : <Bars days={days} />}
      <Sums title={texts.endpoints} columns={texts.endpointColumns} usage={endpoints} />
      <Keys keys={keys} usage={byKey} />
      <p class="hint">{texts.keysHint}</p>
    </div>
  );
}

async function load(): Promise<Known> {
  const usage = async (group: string): Promise<Usage> =>
    (await call<{ usage: Usage }>('GET', `/engine/account/v1/usage?group_by=${group}`)).usage;
  const [account, list, days, byKey, endpoints] = await Promise.all([
    call<AccountBody>('GET', '/engine/account/v1'),
    call<{ keys: Key[] }>('GET', '/engine/account/v1/keys'),
    ...[usage('day'), usage('key'), usage('endpoint')],
  ] as const);
  return { account, days, keys: list.keys, byKey, endpoints };
}

/** All keys, with the recent usage of each. */
function Keys({ keys, usage }: { keys: readonly Key[]; usage: Usage }) {
  const { account: texts } = TEXTS;
  const used = new Map(usage.map((of) => [of.group, of]));
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={texts.keys}>
      <table class="plain wide">
        <caption>{texts.keys}</caption>
        <TableHead columns={texts.keyColumns} />
        <tbody>
          {keys.map((key) => (
            <tr key={key.key_id}>
              <th scope="row">
                {key.label} {key.current && <span class="hint">{texts.currentKey}</span>}
              </th>
              <td>{stateOf(key)}</td>
              <td>{formatDate(key.created_time)}</td>
              <td>{formatNumber(used.get(key.key_id)?.requests ?? 0)}</td>
              <td>{formatNumber(used.get(key.key_id)?.credits ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function stateOf({ revoked_time: revoked, expires_time: expires }: Key): string {
  const { keyStates } = TEXTS.account;
  if (revoked !== null) return keyStates.revoked(formatDate(revoked));
  if (expires === null) return keyStates.valid;
  const isOver = Date.parse(expires) <= Date.now();
  return isOver ? keyStates.expired(formatDate(expires)) : keyStates.until(formatDate(expires));
}

const DAY_MS = 86_400_000;
const DAYS = 30;

function Bars({ days }: { days: Usage }) {
  const byDay = new Map(days.map((day) => [day.group.slice(0, 10), day.credits]));
  const all = Array.from({ length: DAYS }, (_, idx) =>
    new Date(Date.now() - (DAYS - 1 - idx) * DAY_MS).toISOString().slice(0, 10),
  );
  const most = Math.max(1, ...byDay.values());
  return (
    <figure class="bars">
      <ol>
        {all.map((date) => {
          const used = byDay.get(date) ?? 0;
          const text = `${formatDate(date)}: ${TEXTS.app.credits(used)}`;
          return (
            <li key={date} title={text}>
              <span class="visually-hidden">{text}</span>
              <span class="used" style={{ height: `${(used / most) * 100}%` }} />
            </li>
          );
        })}
      </ol>
      <figcaption>
        <span>{formatDate(all[0] ?? '')}</span>
        <span>{TEXTS.account.usageCaption(formatNumber(most))}</span>
        <span>{formatDate(all.at(-1) ?? '')}</span>
      </figcaption>
    </figure>
  );
}

type SumsProps = { title: string; columns: readonly string[]; usage: Usage };

function Sums({ title, columns, usage }: SumsProps) {
  return (
    <table class="plain wide">
      <caption>{title}</caption>
      <TableHead columns={columns} />
      <tbody>
        {usage.map(({ group, requests, credits }) => (
          <tr key={group}>
            <th scope="row">{group}</th>
            <td>{formatNumber(requests)}</td>
            <td>{formatNumber(credits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
