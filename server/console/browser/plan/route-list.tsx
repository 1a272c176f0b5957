/** The list of routes and stops: filtered by text and day, shown or hidden, linked with the map and the timeline. */
import { batch, signal, useComputed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { colorOf } from '../colors.js';
import { formatDate, formatDistance, formatDuration, formatMoney } from '../format.js';
import { chosen, hidden, pointed, shown, type Pointed } from '../state.js';
import { TEXTS } from '../texts.js';
import { allow, carry, editIndexes, over, put } from './drag.js';
import { isEditable } from './edit.js';
import { nameOf } from './plan-scene.js';
import { StopMenu } from './stop-menu.js';
import { clockIn } from './times.js';
import type { Plan, PlanRequest, Route, Stop } from './types.js';
import { violationWords } from './violation-words.js';

const searched = signal('');
const day = signal('');
const open = signal<ReadonlySet<number>>(new Set());
/** The stop whose menu is open. */
const menu = signal<string | undefined>(undefined);

/** The filter and the open routes belong to the previous plan. */
shown.subscribe(() =>
  batch(() => {
    searched.value = '';
    day.value = '';
    open.value = new Set();
    menu.value = undefined;
  }),
);

export function RouteList({ plan, request }: { plan: Plan; request: PlanRequest }) {
  const dates = [...new Set(plan.routes.map(({ date }) => date))].toSorted();
  const wanted = searched.value.trim().toLowerCase();
  const isWanted = (route: Route): boolean =>
    (day.value === '' || route.date === day.value) &&
    (wanted === '' || route.stops.some((stop) => isFound(stop, route, wanted)));
  const canEdit = request.vehicles.length > 0;
  useEffect(() => {
    if (chosen.value !== undefined) openAt(chosen.value);
  }, [chosen.value]);
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
      <label class="inline all-routes">
        <input
          type="checkbox"
          checked={hidden.value.size === 0}
          onChange={() => {
            const all = plan.routes.map((_, idx) => idx);
            hidden.value = new Set(hidden.peek().size === 0 ? all : []);
          }}
        />
        {TEXTS.plan.allRoutes}
      </label>
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

/** Opens the route that was clicked elsewhere, and scrolls to it. */
function openAt({ route, stop }: Pointed): void {
  searched.value = '';
  open.value = new Set([...open.peek(), route]);
  // Wait until the row is rendered.
  requestAnimationFrame(() => {
    const row = document.getElementById(stop === undefined ? routeId(route) : stopId(route, stop));
    row?.scrollIntoView({ block: 'center' });
  });
}

const routeId = (route: number): string => `route-${route}`;
const stopId = (route: number, stop: number): string => `stop-${route}-${stop}`;

/** Selects a day, and hides all other routes on the map as well. */
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
  const isOneDay = plan.routes.every(({ date }) => date === route.date);
  return (
    <li
      id={routeId(routeIdx)}
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
        <span class="swatch" style={{ background: colorOf(route) }} />
        <button
          type="button"
          class="route-name"
          aria-expanded={isOpen}
          onClick={() => (open.value = toggled(open.value, routeIdx))}
        >
          <strong>{vehicle}</strong>
          <span class="route-times">
            {clockIn(route, route.start_time)}–{clockIn(route, route.end_time)}
          </span>
          <span class="hint">
            {isOneDay ? '' : `${formatDate(route.date)} · `}
            {TEXTS.plan.stops(sums.stops)} · {formatDistance(sums.distance)} ·{' '}
            {formatMoney(sums.cost.total)}
          </span>
        </button>
      </div>
      {route.violations.length > 0 && (
        <ul class="violations">
          {route.violations.map((violation) => {
            const words = violationWords(violation, route);
            return <li key={words}>{words}</li>;
          })}
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
        const name = keyOf(stop, stopIdx);
        return (
          <li
            key={name}
            id={stopId(routeIdx, stopIdx)}
            class={`stop ${stop.type} ${isPointed ? 'pointed' : ''} ${over.value === id ? 'drop' : ''}`}
            draggable={canMove}
            onDragStart={(event) => carry(event, place)}
            onDragOver={(event) => allow(event, id)}
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
            <span class="stop-time">{clockIn(route, stop.arrival_time)}</span>
            {canMove && (
              <StopMenu
                plan={plan}
                place={place}
                name={nameOf(stop)}
                isOpen={menu.value === name}
                onToggle={() => (menu.value = menu.value === name ? undefined : name)}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** A visit keeps its row and its open menu when it moves; any other stop is identified by its position. */
const keyOf = ({ order_id: order, stop_id: stop, visit }: Stop, stopIdx: number): string =>
  JSON.stringify(order === undefined ? stopIdx : [order, stop, visit]);

function toggled(set: ReadonlySet<number>, entry: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(entry)) next.add(entry);
  return next;
}
