/** The actions on a stop, by mouse or keyboard: move it, lock it, or leave it out. */
import { useState } from 'preact/hooks';
import { formatDate } from '../format.js';
import { Icon } from '../parts/parts.js';
import { TEXTS } from '../texts.js';
import { dropStop, editRoutes, lockStop, moveStop, unused, type StopPlace } from './edit.js';
import type { Lock, Plan } from './types.js';

type Props = {
  plan: Plan;
  place: StopPlace;
  name: string;
  isOpen: boolean;
  onToggle: () => void;
};

export function StopMenu({ plan, place, name, isOpen, onToggle }: Props) {
  const lock = editRoutes.value[place.route]?.stops[place.stop]?.lock ?? 'none';
  return (
    <>
      <button
        type="button"
        class="quiet stop-more"
        aria-label={TEXTS.edit.change(name)}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <Icon name={lock === 'none' ? 'more' : 'lock'} />
      </button>
      {isOpen && (
        <div class="stop-menu">
          <PlaceChooser
            plan={plan}
            start={place}
            label={TEXTS.edit.move}
            onChoose={(to) => void moveStop(place, to)}
          />
          <label>
            {TEXTS.edit.lock}
            <select
              value={lock}
              onChange={(event) => void lockStop(place, event.currentTarget.value as Lock)}
            >
              {Object.entries(TEXTS.edit.locks).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
          <button type="button" onClick={() => void dropStop(place)}>
            {TEXTS.edit.drop}
          </button>
        </div>
      )}
    </>
  );
}

type ChooserProps = {
  plan: Plan;
  start: StopPlace;
  label: string;
  onChoose: (place: StopPlace) => void;
};

/** Selects a vehicle and a position in its route. */
export function PlaceChooser({ plan, start, label, onChoose }: ChooserProps) {
  const [route, setRoute] = useState(start.route);
  const [stop, setStop] = useState(start.stop);
  const stops = editRoutes.value[route]?.stops ?? [];
  const isOneDay = new Set(plan.routes.map(({ date }) => date)).size <= 1;
  return (
    <div class="chooser">
      <label>
        {TEXTS.edit.moveTo}
        <select
          value={route}
          onChange={(event) => {
            setRoute(Number(event.currentTarget.value));
            setStop(0);
          }}
        >
          {[...plan.routes, ...unused.value].map(
            ({ vehicle_id: vehicle, date, stops: used }, idx) => (
              <option key={idx} value={idx}>
                {[
                  vehicle,
                  isOneDay ? undefined : formatDate(date),
                  used.length === 0 ? TEXTS.edit.unused : undefined,
                ]
                  .filter((part) => part !== undefined)
                  .join(' · ')}
              </option>
            ),
          )}
        </select>
      </label>
      <label>
        {TEXTS.edit.position}
        <select value={stop} onChange={(event) => setStop(Number(event.currentTarget.value))}>
          {stops.map(({ order_id: order, stop_id: id }, idx) => (
            <option key={idx} value={idx}>
              {idx + 1}. {order ?? id}
            </option>
          ))}
          <option value={stops.length}>{TEXTS.edit.atEnd}</option>
        </select>
      </label>
      <button type="button" onClick={() => onChoose({ route, stop })}>
        {label}
      </button>
    </div>
  );
}
