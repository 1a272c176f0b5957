/** The vehicles that serve the orders: their hours, breaks and capacities. */
import { FieldInput, type FieldType } from '../parts/field-input.js';
import { TEXTS } from '../texts.js';
import { VEHICLE, change, draft, type DraftVehicle } from './draft.js';

const TYPES = ['car', 'van', 'truck', 'bicycle', 'foot'] as const;

export function VehiclesForm() {
  const { vehicles } = draft.value;
  const { new: texts } = TEXTS;
  const set = (idx: number, fields: Partial<DraftVehicle>): void => {
    change({ vehicles: vehicles.map((each, at) => (at === idx ? { ...each, ...fields } : each)) });
  };
  const input = (idx: number, field: keyof DraftVehicle, label: string, type: FieldType) => {
    const id = `vehicle-${idx}-${field}`;
    return (
      <div class="field" key={field}>
        <label for={id}>{label}</label>
        <FieldInput
          {...{ id, type }}
          placeholder={field === 'capacity' ? texts.capacityHint : ''}
          value={vehicles[idx]?.[field]}
          onValue={(value) => set(idx, { [field]: value })}
        />
      </div>
    );
  };
  return (
    <fieldset>
      <legend>{texts.vehicles}</legend>
      {vehicles.map((vehicle, idx) => (
        <div class="fields" key={idx}>
          {input(idx, 'name', texts.vehicle, 'text')}
          <div class="field">
            <label for={`vehicle-${idx}-type`}>{texts.vehicleType}</label>
            <select
              id={`vehicle-${idx}-type`}
              value={vehicle.type}
              onChange={(event) => set(idx, { type: event.currentTarget.value })}
            >
              {TYPES.map((type) => (
                <option key={type} value={type}>
                  {TEXTS.matrix.profiles[type]}
                </option>
              ))}
            </select>
          </div>
          {input(idx, 'count', texts.count, 'number')}
          {input(idx, 'from', texts.from, 'time')}
          {input(idx, 'to', texts.to, 'time')}
          {input(idx, 'capacity', texts.capacity, 'text')}
          {input(idx, 'breakMinutes', texts.breakMinutes, 'number')}
          {vehicle.breakMinutes > 0 && input(idx, 'breakFrom', texts.breakFrom, 'time')}
          {vehicle.breakMinutes > 0 && input(idx, 'breakTo', texts.breakTo, 'time')}
          {vehicles.length > 1 && (
            <button
              type="button"
              onClick={() => change({ vehicles: vehicles.filter((_, at) => at !== idx) })}
            >
              {texts.remove}
            </button>
          )}
        </div>
      ))}
      <button
        type="button"
        onClick={() => {
          const name = `vehicle ${vehicles.length + 1}`;
          change({ vehicles: [...vehicles, { ...VEHICLE, name, count: 1 }] });
        }}
      >
        {texts.addVehicle}
      </button>
    </fieldset>
  );
}
