/** Costs and sums as responses state them. */
import type {
  CostTermsMessage,
  SummaryMessage,
  SolutionMessage,
  TimedStopMessage,
} from '../problem.js';
import type { Solved } from './context.js';

/**
 * `changes`: the cost of changes to the given plan. The core includes changed vehicles in the cost of preferred
 * vehicles, and changed times in that of soft windows.
 */
export type CostTerms = CostTermsMessage & { changes: number };

/** Cost terms that apply only to a whole solution. */
export type SolutionCosts = { other_vehicles: number; unserved: number };

export type CostView = { total: number } & Partial<CostTerms & SolutionCosts>;

type RouteMessage = SolutionMessage['routes'][number];

/** Creates a function that returns the cost terms of a route. */
export function createCostOf({ problem }: Solved): (route: RouteMessage) => CostTerms {
  const { change_cost, delay_cost_per_hour = 0 } = problem.objective;
  const vehicleOf = (shift: number): number | undefined => problem.shifts[shift]?.vehicle;
  const visitOf = (stop: number): number | undefined => problem.stops[stop]?.visit;
  const planned = new Map(
    change_cost === 0
      ? []
      : problem.plan.flatMap(({ shift, stops }) =>
          stops.map(({ stop }) => [visitOf(stop), vehicleOf(shift)] as const),
        ),
  );
  const startOf = new Map(
    delay_cost_per_hour === 0
      ? []
      : problem.plan.flatMap((route) => route.stops.map((it) => [it.stop, it.starts_at] as const)),
  );
  const delayCost = ({ role, departure_at, service_seconds }: TimedStopMessage): number => {
    const plannedAt = role.type === 'order' ? startOf.get(role.stop) : undefined;
    if (plannedAt == null) return 0;
    return (Math.abs(departure_at - service_seconds - plannedAt) / 3600) * delay_cost_per_hour;
  };
  return ({ shift, stops, summary: { cost: all } }) => {
    const delays = stops.reduce((sum, stop) => sum + delayCost(stop), 0);
    const cost = { ...all, soft_windows: all.soft_windows - delays };
    if (planned.size === 0) return { ...cost, changes: delays };
    const visits = new Set(
      stops.flatMap(({ role }) => (role.type === 'order' ? [visitOf(role.stop)] : [])),
    );
    const vehicle = vehicleOf(shift);
    const isChanged = (visit: number | undefined): boolean =>
      planned.has(visit) && planned.get(visit) !== vehicle;
    const changes = [...visits].filter(isChanged).length * change_cost;
    const preferred_vehicles = cost.preferred_vehicles - changes;
    return { ...cost, preferred_vehicles, changes: changes + delays };
  };
}

const DECIMALS = 1e6;

/** Rounds to six decimals, to remove the rounding errors of floating-point sums. */
export const roundMoney = (amount: number): number => Math.round(amount * DECIMALS) / DECIMALS;

/** Terms that are 0 are omitted; `total` is always present. */
export function costView(terms: CostTerms, ofSolution?: SolutionCosts): CostView {
  const all = { ...terms, ...ofSolution };
  const entries = Object.entries(all).map(([name, amount]) => [name, roundMoney(amount)] as const);
  const total = Object.values(all).reduce((sum, amount) => sum + amount, 0);
  return {
    total: roundMoney(total),
    ...Object.fromEntries(entries.filter(([, amount]) => amount !== 0)),
  };
}

const NO_COST: CostTerms = {
  fixed: 0,
  time: 0,
  distance: 0,
  stops: 0,
  waiting: 0,
  overtime: 0,
  soft_limits: 0,
  soft_windows: 0,
  soft_breaks: 0,
  preferred_vehicles: 0,
  changes: 0,
};

export function sumCosts(costs: readonly CostTerms[]): CostTerms {
  const sum = { ...NO_COST };
  for (const terms of costs) {
    sum.fixed += terms.fixed;
    sum.time += terms.time;
    sum.distance += terms.distance;
    sum.stops += terms.stops;
    sum.waiting += terms.waiting;
    sum.overtime += terms.overtime;
    sum.soft_limits += terms.soft_limits;
    sum.soft_windows += terms.soft_windows;
    sum.soft_breaks += terms.soft_breaks;
    sum.preferred_vehicles += terms.preferred_vehicles;
    sum.changes += terms.changes;
    sum.nights = (sum.nights ?? 0) + (terms.nights ?? 0);
  }
  return sum;
}

/** The sums that both routes and whole solutions have. */
export type SummaryView = {
  distance: number;
  duration: number;
  driving_duration: number;
  service_duration: number;
  waiting_duration: number;
  break_duration: number;
  overtime: number;
  earliness: number;
  lateness: number;
  stops: number;
};

export function sumSummaries(summaries: readonly SummaryMessage[]): SummaryView {
  const sum = (read: (each: SummaryMessage) => number): number =>
    summaries.reduce((total, each) => total + read(each), 0);
  return {
    distance: sum((it) => it.distance_meters),
    duration: sum((it) => it.duration_seconds),
    driving_duration: sum((it) => it.driving_seconds),
    service_duration: sum((it) => it.service_seconds),
    waiting_duration: sum((it) => it.waiting_seconds),
    break_duration: sum((it) => it.break_seconds),
    overtime: sum((it) => it.overtime_seconds),
    earliness: sum((it) => it.earliness_seconds),
    lateness: sum((it) => it.lateness_seconds),
    stops: sum((it) => it.stop_count),
  };
}
