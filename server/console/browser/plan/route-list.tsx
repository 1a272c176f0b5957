/** Routes with their stops: searched, shown and hidden, by day; what is pointed at is so in the map and the timeline as well. */
import { signal, useComputed } from '@preact/signals';
import { colorOf } from '../colors.js';
import { clockOf, formatDate, formatDistance, formatDuration, formatMoney } from '../format.js';
import { hidden, pointed } from '../state.js';
import { TEXTS } from '../texts.js';
import { allow, carry, editIndexes, put } from './drag.js';
import { isEditable } from './edit.js';
import { nameOf } from './plan-scene.js';
import { StopMenu } from './stop-menu.js';
import type { Plan, PlanRequest, Route, Stop } from './types.js';

const searched = signal('');
const day = signal('');
const open = signal<ReadonlySet<number>>(new Set());
const menu = signal<string | undefined>(undefined);

export function RouteList({ plan, request }: { plan: Plan; request: PlanRequest }) {
  const dates = [...new Set(plan.routes.map(({ date }) => date))].toSorted();
  const wanted = searched.value.trim().toLowerCase();
  const isWanted = (route: Route): boolean =>
    (day.value === '' || route.date === day.value) &&
    (wanted === '' || route.stops.some((stop) => isFound(stop, route, wanted)));
  const canEdit = request.vehicles.length > 0;
  return (
    <>
      <div class="filters">
        <input
          type="search"
          aria-label={TEXTS.plan.search}
          placeholder={TEXTS.plan.search}
          value={searched.value}
          onInput={(event) => (searched.value = event.currentTarget.value)}
        />
        {dates.length > 1 && (
          <select
            aria-label={TEXTS.plan.day}
            value={day.value}
            onChange={(event) => chooseDay(event.currentTarget.value, plan)}
          >
            <option value="">{TEXTS.plan.allDays}</option>
            {dates.map((date) => (
              <option key={date} value={date}>
                {formatDate(date)}
              </option>
            ))}
          </select>
        )}
      </div>
      <ul class="routes">
        {plan.routes.map(
          (route, routeIdx) =>
            isWanted(route) && (
              <RouteItem
                key={`${route.vehicle_id} ${route.shift_id} ${route.date}`}
                {...{ plan, route, routeIdx, wanted, canEdit }}
              />
            ),
        )}
      </ul>
    </>
  );
}

/** What is not of the day is off the map as well. */
function chooseDay(date: string, plan: Plan): void {
  day.value = date;
  const off = plan.routes.flatMap((route, idx) =>
    date === '' || route.date === date ? [] : [idx],
  );
  hidden.value = new Set(off);
}

function isFound(stop: Stop, { vehicle_id: vehicle }: Route, wanted: string): boolean {
  const texts = [stop.order_id, stop.location_id, vehicle];
  return texts.some((text) => text?.toLowerCase().includes(wanted) === true);
}

type ItemProps = { plan: Plan; route: Route; routeIdx: number; wanted: string; canEdit: boolean };

function RouteItem({ plan, route, routeIdx, wanted, canEdit }: ItemProps) {
  const isOpen = open.value.has(routeIdx) || wanted !== '';
  const isHidden = hidden.value.has(routeIdx);
  const { statistics: sums, vehicle_id: vehicle } = route;
  const isPointed = useComputed(() => pointed.value?.route === routeIdx).value;
  return (
    <li
      class={`route ${isPointed ? 'pointed' : ''}`}
      onMouseEnter={() => (pointed.value = { route: routeIdx })}
      onMouseLeave={() => (pointed.value = undefined)}
    >
      <div class="route-head">
        <input
          type="checkbox"
          aria-label={TEXTS.plan.showRoute(vehicle)}
          checked={!isHidden}
          onChange={() => (hidden.value = toggled(hidden.value, routeIdx))}
        />
        <span class="swatch" style={{ background: colorOf(routeIdx) }} />
        <button
          type="button"
          class="route-name"
          aria-expanded={isOpen}
          onClick={() => (open.value = toggled(open.value, routeIdx))}
        >
          <strong>{vehicle}</strong>
          <span class="route-times">
            {clockOf(route.start_time)}–{clockOf(route.end_time)}
          </span>
          <span class="hint">
            {TEXTS.plan.stops(sums.stops)} · {formatDistance(sums.distance)} ·{' '}
            {formatMoney(sums.cost.total)}
          </span>
        </button>
      </div>
      {route.violations.length > 0 && (
        <ul class="violations">
          {route.violations.map(({ code, amount, stop }) => (
            <li key={`${code} ${stop}`}>
              {code.replaceAll('_', ' ')}
              {amount === undefined ? '' : ` (${amount})`}
              {stop === undefined ? '' : `, stop ${stop}`}
            </li>
          ))}
        </ul>
      )}
      {isOpen && <Stops {...{ plan, route, routeIdx, wanted, canEdit }} />}
    </li>
  );
}

function Stops({ plan, route, routeIdx, wanted, canEdit }: ItemProps) {
  const indexes = editIndexes(route);
  return (
    <ol class="stops">
      {route.stops.map((stop, stopIdx) => {
        if (wanted !== '' && !isFound(stop, route, wanted)) return null;
        const place = { route: routeIdx, stop: indexes[stopIdx] ?? 0 };
        const isPointed = pointed.value?.route === routeIdx && pointed.value.stop === stopIdx;
        const id = `${routeIdx}/${stopIdx}`;
        const canMove = canEdit && isEditable(stop);
        return (
          <li
            key={stopIdx}
            class={`stop ${stop.type} ${isPointed ? 'pointed' : ''}`}
            draggable={canMove}
            onDragStart={(event) => carry(event, place)}
            onDragOver={allow}
            onDrop={(event) => put(event, place)}
            onMouseEnter={() => (pointed.value = { route: routeIdx, stop: stopIdx })}
          >
            <span class="stop-number">{stop.type === 'order' ? stopIdx : ''}</span>
            <span class="stop-what">
              <span>{nameOf(stop)}</span>
              <span class="hint">
                {[
                  stop.location_id === stop.order_id ? undefined : stop.location_id,
                  stop.travel_distance > 0 ? formatDistance(stop.travel_distance) : undefined,
                  stop.waiting_duration > 0
                    ? TEXTS.plan.waits(formatDuration(stop.waiting_duration))
                    : undefined,
                ]
                  .filter((part) => part !== undefined)
                  .join(' · ')}
                {stop.lateness > 0 && (
                  <em class="bad"> {TEXTS.plan.late(formatDuration(stop.lateness))}</em>
                )}
              </span>
            </span>
            <span class="stop-time">{clockOf(stop.arrival_time)}</span>
            {canMove && (
              <StopMenu
                plan={plan}
                place={place}
                name={nameOf(stop)}
                isOpen={menu.value === id}
                onToggle={() => (menu.value = menu.value === id ? undefined : id)}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}

function toggled(set: ReadonlySet<number>, entry: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(entry)) next.add(entry);
  return next;
}
