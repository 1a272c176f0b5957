/** Downloads of the plan, requests to copy, and sheets for drivers. */
import { useState } from 'preact/hooks';
import { messageOf } from '../api.js';
import { copyText } from '../parts/copy.js';
import { downloadFile } from '../parts/download.js';
import type { Shown } from '../state.js';
import { TEXTS } from '../texts.js';
import { toCsv, toCurl, toGeoJson, toGpx, toPython, toTypeScript } from './take-away.js';
import type { Plan } from './types.js';

export function TakeAway({ shown: { request }, plan }: { shown: Shown; plan: Plan }) {
  const [told, setTold] = useState('');
  const texts = TEXTS.plan;
  const copy = (text: string): void => {
    copyText(text)
      .then(() => setTold(texts.copied))
      .catch((failed: unknown) => {
        setTold(messageOf(failed));
      });
  };
  const file = (label: string, name: string, type: string, content: () => string) => (
    <button type="button" onClick={() => downloadFile(name, type, content())}>
      {label}
    </button>
  );
  return (
    <details class="take-away">
      <summary>{texts.takeAway}</summary>
      <div class="buttons">
        <button type="button" onClick={() => print()}>
          {texts.print}
        </button>
        {file(texts.geojson, 'plan.geojson', 'application/geo+json', () => toGeoJson(plan))}
        {file(texts.csv, 'plan.csv', 'text/csv', () => toCsv(plan))}
        {file(texts.gpx, 'plan.gpx', 'application/gpx+xml', () => toGpx(plan))}
        {file(texts.json, 'plan.json', 'application/json', () => JSON.stringify(plan, null, 2))}
        {request.vehicles.length > 0 && (
          <>
            <button type="button" onClick={() => copy(toCurl(request, location.origin))}>
              {texts.curl}
            </button>
            <button type="button" onClick={() => copy(toTypeScript(request, location.origin))}>
              {texts.typescript}
            </button>
            <button type="button" onClick={() => copy(toPython(request, location.origin))}>
              {texts.python}
            </button>
          </>
        )}
      </div>
      <p role="status" class="hint">
        {told}
      </p>
    </details>
  );
}
