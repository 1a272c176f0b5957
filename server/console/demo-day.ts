/**
 * A Tuesday in Porto, which `npm run demo` posts and the console offers as its example: 40 orders, five vehicles of
 * four kinds.
 *
 * Places and streets are real; the business is fictitious. A wholesaler with a depot in the industrial zone delivers in
 * the morning, technicians service machines, couriers carry goods between shops, and some orders cannot be served.
 */

const DAY = '2026-05-05';
const at = (clock: string): string => `${DAY}T${clock}`;
const minutes = (count: number): number => 60 * count;
const window = (start: string, end: string) => [{ start_time: at(start), end_time: at(end) }];

/** `[latitude, longitude]`. */
const PLACES = {
  'Depot, Zona Industrial': [41.1716, -8.652],
  'Torre dos Clérigos': [41.1458, -8.6139],
  'Livraria Lello': [41.1469, -8.6149],
  'São Bento': [41.1456, -8.6105],
  'Mercado do Bolhão': [41.1497, -8.607],
  'Casa da Música': [41.1589, -8.6307],
  Serralves: [41.1597, -8.6598],
  'Estádio do Dragão': [41.1617, -8.5839],
  Ribeira: [41.1407, -8.6131],
  Sé: [41.1428, -8.6111],
  'Palácio da Bolsa': [41.1413, -8.6157],
  'Hospital de Santo António': [41.1474, -8.6195],
  'Hospital de São João': [41.1816, -8.601],
  'Praça do Império': [41.1547, -8.6739],
  'Castelo do Queijo': [41.1686, -8.6899],
  NorteShopping: [41.1805, -8.6544],
  'Mercado de Matosinhos': [41.1858, -8.694],
  Campanhã: [41.1489, -8.5856],
  Marquês: [41.161, -8.6041],
  Trindade: [41.1522, -8.6094],
  Aliados: [41.1483, -8.611],
  'Rotunda da Boavista': [41.158, -8.6292],
  'Palácio de Cristal': [41.1483, -8.6257],
  Constituição: [41.1623, -8.6106],
  'Cais de Gaia': [41.1374, -8.613],
  'Jardim do Morro': [41.1377, -8.6089],
  'Avenida da República': [41.1268, -8.6063],
  Antas: [41.165, -8.5905],
  'Polo da Asprela': [41.178, -8.596],
  'Lordelo do Ouro': [41.151, -8.653],
  Massarelos: [41.1477, -8.6353],
  Cedofeita: [41.1527, -8.6195],
  Bonfim: [41.1505, -8.5975],
  Lapa: [41.157, -8.6145],
  Carvalhido: [41.165, -8.623],
  'Pinheiro Manso': [41.1617, -8.641],
  Aldoar: [41.17, -8.669],
  'Leça da Palmeira': [41.192, -8.7],
  'Senhora da Hora': [41.187, -8.653],
} as const;

type Place = keyof typeof PLACES;
const DEPOT: Place = 'Depot, Zona Industrial';

const locations = Object.entries(PLACES).map(([location_id, [latitude, longitude]]) => ({
  location_id,
  latitude,
  longitude,
}));

const fromDepot = (start: string, end: string) => ({
  shift_id: 'tuesday',
  start_location: DEPOT,
  end_location: DEPOT,
  start_time: at(start),
  end_time: at(end),
});
const lunch = {
  break_id: 'lunch',
  duration: minutes(45),
  time_windows: window('12:00', '13:30'),
};

const vehicles = [
  {
    vehicle_id: 'van',
    count: 2,
    type: 'van',
    capacity: { crates: 60, weight: 900 },
    costs: { fixed: 40, per_hour: 18, per_kilometer: 0.45 },
    shifts: [
      {
        ...fromDepot('07:30', '16:30'),
        breaks: [lunch],
        reloads: [
          { reload_id: 'second load', location: DEPOT, duration: minutes(10), max_count: 1 },
        ],
        max_overtime: minutes(30),
      },
    ],
  },
  {
    vehicle_id: 'truck',
    type: 'truck',
    capacity: { crates: 200, weight: 6000 },
    attributes: ['tail_lift'],
    costs: { fixed: 90, per_hour: 24, per_kilometer: 0.9 },
    driving_rules: {
      max_driving_duration: minutes(270),
      break_duration: minutes(45),
      break_parts: [minutes(15), minutes(30)],
    },
    shifts: [fromDepot('06:00', '14:00')],
  },
  {
    vehicle_id: 'bicycle',
    type: 'bicycle',
    capacity: { crates: 2, weight: 40 },
    costs: { per_hour: 14 },
    limits: { distance: 45_000 },
    shifts: [
      {
        shift_id: 'tuesday',
        start_location: 'Aliados',
        end_location: 'Aliados',
        start_time: at('09:00'),
        end_time: at('15:00'),
      },
    ],
  },
  {
    vehicle_id: 'technician',
    type: 'car',
    capacity: { crates: 0 },
    attributes: ['technician'],
    costs: { fixed: 20, per_hour: 32, per_kilometer: 0.3, per_overtime_hour: 16 },
    shifts: [
      {
        // Starts at home and ends at the last customer.
        shift_id: 'tuesday',
        start_location: 'Senhora da Hora',
        start_time: at('08:30'),
        end_time: at('17:00'),
        max_overtime: minutes(60),
        soft_breaks: [{ ...lunch, skip_cost: 40, cost_per_hour_late: 10 }],
      },
    ],
  },
];

/** Crates of 12 kilograms, delivered from the depot. */
const delivery = (location: Place, crates: number, start: string, end: string) => ({
  order_id: `deliver ${crates} to ${location}`,
  location,
  duration: minutes(4) + 20 * crates,
  load: { crates, weight: 12 * crates },
  time_windows: window(start, end),
});

const deliveries = [
  delivery('Mercado do Bolhão', 34, '07:00', '09:30'),
  delivery('Mercado de Matosinhos', 28, '07:00', '10:00'),
  delivery('NorteShopping', 22, '07:00', '10:00'),
  delivery('Torre dos Clérigos', 4, '09:00', '12:00'),
  delivery('São Bento', 6, '07:00', '10:00'),
  delivery('Casa da Música', 8, '08:00', '11:00'),
  delivery('Serralves', 7, '09:00', '12:00'),
  delivery('Estádio do Dragão', 16, '08:00', '13:00'),
  delivery('Ribeira', 5, '08:00', '11:00'),
  delivery('Palácio da Bolsa', 3, '09:00', '12:00'),
  delivery('Praça do Império', 5, '09:00', '13:00'),
  delivery('Castelo do Queijo', 4, '10:00', '14:00'),
  delivery('Campanhã', 9, '07:00', '12:00'),
  delivery('Trindade', 7, '07:00', '10:30'),
  delivery('Cais de Gaia', 6, '09:00', '13:00'),
  delivery('Avenida da República', 12, '08:00', '14:00'),
  delivery('Antas', 5, '13:30', '16:00'),
  delivery('Lordelo do Ouro', 4, '08:00', '16:00'),
  delivery('Cedofeita', 6, '08:00', '12:00'),
  delivery('Bonfim', 3, '14:00', '16:00'),
  delivery('Aldoar', 5, '08:00', '16:00'),
  delivery('Leça da Palmeira', 8, '10:00', '15:00'),
];

const heavy = [
  {
    ...delivery('Hospital de São João', 90, '06:00', '09:00'),
    required_attributes: ['tail_lift'],
  },
  {
    ...delivery('Hospital de Santo António', 60, '06:00', '10:00'),
    required_attributes: ['tail_lift'],
  },
];

/** Empty crates that return to the depot. */
const collection = (location: Place, crates: number, start: string, end: string) => ({
  order_id: `collect ${crates} from ${location}`,
  kind: 'pickup',
  location,
  duration: minutes(5),
  load: { crates, weight: 2 * crates },
  time_windows: window(start, end),
});
const collections = [
  collection('Casa da Música', 10, '09:00', '15:00'),
  collection('Estádio do Dragão', 18, '10:00', '15:00'),
  collection('Mercado de Matosinhos', 20, '10:00', '15:00'),
];

/** Machines that a technician services. */
const service = (location: Place, duration: number, start: string, end: string) => ({
  order_id: `service at ${location}`,
  kind: 'service',
  location,
  duration: minutes(duration),
  time_windows: window(start, end),
  required_attributes: ['technician'],
});
const services = [
  service('Polo da Asprela', 40, '08:00', '12:00'),
  service('Marquês', 30, '09:00', '17:00'),
  service('Constituição', 25, '10:00', '12:00'),
  service('Pinheiro Manso', 45, '13:00', '16:00'),
  service('Massarelos', 30, '14:00', '17:00'),
  service('Carvalhido', 35, '08:30', '17:00'),
];

/** From shop to shop on one vehicle, within an hour. */
const courier = (from: Place, to: Place, start: string, end: string) => ({
  order_id: `carry from ${from} to ${to}`,
  duration: minutes(3),
  load: { crates: 1, weight: 6 },
  pickups: [{ location: from, time_windows: window(start, end) }],
  dropoffs: [{ location: to, time_windows: window(start, end) }],
  max_ride_duration: minutes(60),
});
const couriers = [
  courier('Livraria Lello', 'Palácio de Cristal', '10:00', '12:00'),
  courier('Rotunda da Boavista', 'Lapa', '09:30', '12:30'),
  courier('Sé', 'Jardim do Morro', '11:00', '14:00'),
  courier('Aliados', 'Marquês', '10:00', '13:00'),
];

const doubtful = [
  // No vehicle has a crane.
  {
    ...delivery('Cais de Gaia', 2, '08:00', '12:00'),
    order_id: 'barrels to Cais de Gaia',
    required_attributes: ['crane'],
  },
  // No shift starts this early.
  {
    ...delivery('Leça da Palmeira', 4, '05:00', '05:45'),
    order_id: 'ice to Leça da Palmeira',
  },
  // Not worth a trip of its own, but it may be on the way of a vehicle.
  {
    ...delivery('Senhora da Hora', 1, '08:00', '16:00'),
    order_id: 'samples to Senhora da Hora',
    mandatory: false,
    unserved_cost: 2,
  },
];

export const DEMO_DAY = {
  locations,
  vehicles,
  orders: [...deliveries, ...heavy, ...collections, ...services, ...couriers, ...doubtful],
  objective: { minimize: ['unserved', 'cost'] },
  options: { time_limit: 5 },
};
