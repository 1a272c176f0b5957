/** Resolves the names of vehicles: `v1` means all copies of a vehicle, `v1#2` one of them. */
import type { ReadVehicle } from './vehicles.js';
import { reportDuplicate } from './places.js';
import { shown, type Report } from './report.js';
import type { ValidParts } from './salvage.js';

export type NamedVehicle = {
  /** Position in the list of vehicles of the request. */
  vehicleIdx: number;
  /** From 0; undefined: all copies. */
  copyIdx: number | undefined;
};

export type VehicleNames = (name: string, pointer: string) => NamedVehicle | undefined;

const COPY_NAME = /^(.+)#([1-9]\d{0,5})$/s;

/** Returns the name of a copy as answers contain it. */
export const copyNameOf = (vehicleId: string, copyIdx: number, copyCount: number): string =>
  copyCount === 1 ? vehicleId : `${vehicleId}#${copyIdx + 1}`;

export function createVehicleNames(
  parts: ValidParts,
  vehicles: readonly ReadVehicle[],
  report: Report,
): VehicleNames {
  const byId = new Map<string, number>();
  vehicles.forEach(({ entry }, idx) => {
    if (!byId.has(entry.vehicle_id)) byId.set(entry.vehicle_id, idx);
  });

  const copyNamed = (name: string): NamedVehicle | undefined => {
    const match = COPY_NAME.exec(name);
    const vehicleIdx = match === null ? undefined : byId.get(match[1] ?? '');
    const number = Number(match?.[2]);
    if (vehicleIdx === undefined) return undefined;
    const copyCount = vehicles[vehicleIdx]?.copyCount ?? 1;
    return copyCount > 1 && number <= copyCount ? { vehicleIdx, copyIdx: number - 1 } : undefined;
  };

  for (const { entry, pointer } of vehicles) {
    const copy = copyNamed(entry.vehicle_id);
    const other = copy === undefined ? undefined : vehicles[copy.vehicleIdx];
    if (other !== undefined) reportDuplicate(`${pointer}/vehicle_id`, other.pointer, report);
  }

  return (name, pointer) => {
    const vehicleIdx = byId.get(name);
    if (vehicleIdx !== undefined) return { vehicleIdx, copyIdx: undefined };
    const copy = copyNamed(name);
    if (copy !== undefined) return copy;
    const isOfFaultyPart =
      parts.vehicleIds.has(name) || parts.vehicleIds.has(name.replace(/#\d+$/, ''));
    if (parts.isWhole || !isOfFaultyPart) {
      report.problem(pointer, 'unknown_vehicle', `There is no vehicle ${shown(name)}.`);
    }
    return undefined;
  };
}
