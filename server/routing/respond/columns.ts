/** The part of the problem that an answer needs: a few columns with the same indexes. The search keeps the rest. */
import type { ProblemWithoutTravel } from '../compile/index.js';
import type { ProblemMessage } from '../problem.js';

type Row<List extends keyof ProblemMessage> = ProblemMessage[List] extends readonly (infer Each)[]
  ? Each
  : never;
type Columns<List extends keyof ProblemMessage, Column extends keyof Row<List>> = readonly Pick<
  Row<List>,
  Column
>[];

export type ProblemColumns = Pick<ProblemMessage, 'period' | 'clocks' | 'offered' | 'plan'> & {
  objective: Pick<ProblemMessage['objective'], 'change_cost' | 'delay_cost_per_hour'>;
  places: Columns<'places', 'clock'>;
  vehicles: Columns<'vehicles', 'travel'>;
  shifts: Columns<'shifts', 'vehicle' | 'clock'>;
  orders: Columns<
    'orders',
    'required_attributes' | 'any_of_attributes' | 'rules' | 'route_position'
  >;
  relations: Columns<'relations', 'visits'>;
  visits: Columns<'visits', 'order' | 'number' | 'stops'>;
  stops: Columns<'stops', 'visit' | 'options'>;
  options: Columns<'options', 'place'>;
};

export function columnsOf(problem: ProblemWithoutTravel): ProblemColumns {
  const { period, clocks, offered, plan, objective } = problem;
  return {
    ...{ period, clocks, offered },
    // Needed only if changes to the plan have a cost.
    plan: isStable(objective) ? plan : [],
    objective: changePrices(objective),
    places: problem.places.map(({ clock }) => ({ clock })),
    vehicles: problem.vehicles.map(({ travel }) => ({ travel })),
    shifts: problem.shifts.map(({ vehicle, clock }) => ({ vehicle, clock })),
    orders: problem.orders.map(
      ({ required_attributes, any_of_attributes, rules, route_position }) => {
        const position = route_position === undefined ? {} : { route_position };
        return { required_attributes, any_of_attributes, rules, ...position };
      },
    ),
    relations: problem.relations.map(({ visits }) => ({ visits })),
    visits: problem.visits.map(({ order, number, stops }) => ({ order, number, stops })),
    stops: problem.stops.map(({ visit, options }) => ({ visit, options })),
    options: problem.options.map(({ place }) => ({ place })),
  };
}

/** Whether changes to the given plan have a cost. */
const isStable = ({ change_cost, delay_cost_per_hour = 0 }: ProblemMessage['objective']): boolean =>
  change_cost !== 0 || delay_cost_per_hour !== 0;

const changePrices = ({ change_cost, delay_cost_per_hour }: ProblemMessage['objective']) => ({
  change_cost,
  ...(delay_cost_per_hour === undefined ? {} : { delay_cost_per_hour }),
});
