/**
 * Extracts the valid parts of a request, so that checks across parts can go on when some part does not fit the schema.
 *
 * A valid request is used as it is. In an invalid one, each location, vehicle, shift, order, relation and planned route
 * is validated separately: fields that do not fit are removed, and if the rest still does not fit, `undefined` replaces
 * the part. The ids of all parts are kept, so that a reference to a faulty part is not reported as unknown.
 */
import Type, { type Static, type TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import {
  locationSchema,
  objectiveSchema,
  optionsSchema,
  orderSchema,
  periodSchema,
  plannedRouteSchema,
  relationSchema,
  shiftSchema,
  slotsSchema,
  travelSchema,
  vehicleSchema,
  type LocationEntry,
  type OrderEntry,
  type PlannedRouteEntry,
  type RelationEntry,
  type RoutingRequest,
  type ShiftEntry,
  type SlotsEntry,
  type VehicleEntry,
} from '../schema/index.js';
import { isRecord } from '../../validation/index.js';

export type ValidVehicle = Omit<VehicleEntry, 'shifts'> & {
  shifts: readonly (ShiftEntry | undefined)[];
};

export type ValidParts = {
  period: Static<typeof periodSchema> | undefined;
  locations: readonly (LocationEntry | undefined)[];
  vehicles: readonly (ValidVehicle | undefined)[];
  orders: readonly (OrderEntry | undefined)[];
  relations: readonly (RelationEntry | undefined)[];
  routes: readonly (PlannedRouteEntry | undefined)[] | undefined;
  travel: Static<typeof travelSchema> | undefined;
  options: Static<typeof optionsSchema> | undefined;
  slots: SlotsEntry | undefined;
  /** All ids that the request states, including those of invalid parts. */
  locationIds: ReadonlySet<string>;
  vehicleIds: ReadonlySet<string>;
  orderIds: ReadonlySet<string>;
  /** Entries from which invalid fields were removed: a field that they lack may be in the request. */
  cut: ReadonlySet<object>;
  isWhole: boolean;
};

/** Finding the faults of a part is slow, so faulty parts beyond this number are dropped as a whole. */
const SEARCHED_PARTS_MAX = 400;

/** Compiles the schemas of the parts, so call it once per thread. */
export function createSalvage(): {
  ofWhole: (request: RoutingRequest & { slots?: SlotsEntry }) => ValidParts;
  ofFaulty: (value: unknown) => ValidParts | undefined;
} {
  const validators = {
    period: Compile(periodSchema),
    location: Compile(locationSchema),
    shift: Compile(shiftSchema),
    vehicle: Compile(
      Type.Object(
        { ...vehicleSchema.properties, shifts: Type.Optional(Type.Array(Type.Unknown())) },
        { additionalProperties: false },
      ),
    ),
    order: Compile(orderSchema),
    relation: Compile(relationSchema),
    route: Compile(plannedRouteSchema),
    travel: Compile(travelSchema),
    objective: Compile(objectiveSchema),
    options: Compile(optionsSchema),
    slots: Compile(slotsSchema),
  };

  return {
    ofWhole: (request) => ({
      period: request.planning_period,
      locations: request.locations ?? [],
      vehicles: request.vehicles,
      orders: request.orders,
      relations: request.relations ?? [],
      routes: request.plan?.routes,
      travel: request.travel,
      options: request.options,
      slots: request.slots,
      locationIds: new Set((request.locations ?? []).map((each) => each.location_id)),
      vehicleIds: new Set(request.vehicles.map((each) => each.vehicle_id)),
      orderIds: new Set(request.orders.map((each) => each.order_id)),
      cut: new Set(),
      isWhole: true,
    }),

    ofFaulty: (value) => {
      if (!isRecord(value)) return undefined;
      const cut = new Set<object>();
      let searched = 0;
      const sound = <Schema extends TSchema>(
        validator: Validator<Type.TProperties, Schema>,
        part: unknown,
      ): Static<Schema> | undefined => {
        if (validator.Check(part)) return part;
        if (!isRecord(part) || searched >= SEARCHED_PARTS_MAX) return undefined;
        searched += 1;
        const faulty = new Set(
          validator.Errors(part).map(({ instancePath }) => fieldOf(instancePath)),
        );
        const kept: unknown = Object.fromEntries(
          Object.entries(part).filter(([name]) => !faulty.has(name)),
        );
        if (!validator.Check(kept)) return undefined;
        if (typeof kept === 'object' && kept !== null) cut.add(kept);
        return kept;
      };
      const vehicle = (part: unknown): ValidVehicle | undefined => {
        const own = sound(validators.vehicle, part);
        if (own === undefined) return undefined;
        const shifts = listOf(part, 'shifts') ?? [];
        return { ...own, shifts: shifts.map((shift) => sound(validators.shift, shift)) };
      };
      const lists = {
        locations: listOf(value, 'locations') ?? [],
        vehicles: listOf(value, 'vehicles') ?? [],
        orders: listOf(value, 'orders') ?? [],
      };
      const { plan } = value;
      return {
        period: sound(validators.period, value['planning_period']),
        locations: lists.locations.map((part) => sound(validators.location, part)),
        vehicles: lists.vehicles.map(vehicle),
        orders: lists.orders.map((part) => sound(validators.order, part)),
        relations: (listOf(value, 'relations') ?? []).map((part) =>
          sound(validators.relation, part),
        ),
        routes: listOf(plan, 'routes')?.map((part) => sound(validators.route, part)),
        travel: sound(validators.travel, value['travel']),
        options: sound(validators.options, value['options']),
        slots: sound(validators.slots, value['slots']),
        locationIds: idsOf(lists.locations, 'location_id'),
        vehicleIds: idsOf(lists.vehicles, 'vehicle_id'),
        orderIds: idsOf(lists.orders, 'order_id'),
        cut,
        isWhole: false,
      };
    },
  };
}

/** Undefined also for a list longer than the schema ever allows: this is reported already, so it need not be read. */
function listOf(value: unknown, field: string): readonly unknown[] | undefined {
  const list = isRecord(value) ? value[field] : undefined;
  return Array.isArray(list) && list.length <= LISTED_MAX ? list : undefined;
}
const LISTED_MAX = 100_000;

function idsOf(list: readonly unknown[], field: string): Set<string> {
  const ids = new Set<string>();
  for (const part of list) {
    const id = isRecord(part) ? part[field] : undefined;
    if (typeof id === 'string') ids.add(id);
  }
  return ids;
}

const fieldOf = (pointer: string): string =>
  (pointer.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
