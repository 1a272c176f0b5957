/** The routing request used in the documentation: two deliveries and one collection in Porto, by one vehicle. */

export const ROUTING_EXAMPLE = {
  locations: [
    { location_id: 'depot', latitude: 41.1716, longitude: -8.652 },
    { location_id: 'shop', latitude: 41.1458, longitude: -8.6139, setup_duration: 120 },
  ],
  vehicles: [
    {
      vehicle_id: 'v1',
      capacity: { weight: 900 },
      costs: { fixed: 50, per_hour: 30, per_kilometer: 0.6 },
      shifts: [
        {
          shift_id: 'mon',
          start_location: 'depot',
          end_location: 'depot',
          start_time: '2026-03-02T08:00:00',
          end_time: '2026-03-02T17:00:00',
        },
      ],
    },
  ],
  orders: [
    {
      order_id: 'o1',
      location: 'shop',
      duration: 600,
      load: { weight: 120 },
      time_windows: [{ start_time: '2026-03-02T09:00:00', end_time: '2026-03-02T12:00:00' }],
    },
    {
      order_id: 'o2',
      location: { latitude: 41.1547, longitude: -8.6739 },
      duration: 300,
      load: { weight: 40.5 },
    },
    { order_id: 'o3', kind: 'pickup', location: 'shop', duration: 300, load: { weight: 15 } },
  ],
  options: { time_limit: 2 },
};

/** The slots request used in the documentation: the plan of the same day, and one more order. */
export const SLOTS_EXAMPLE = {
  ...ROUTING_EXAMPLE,
  orders: [
    ...ROUTING_EXAMPLE.orders,
    { order_id: 'o4', location: { latitude: 41.1617, longitude: -8.5839 }, duration: 600 },
  ],
  plan: {
    routes: [
      {
        vehicle_id: 'v1',
        shift_id: 'mon',
        stops: [{ order_id: 'o2' }, { order_id: 'o1' }, { order_id: 'o3' }],
      },
    ],
  },
  slots: {
    order_id: 'o4',
    windows: [
      { start_time: '08:00', end_time: '10:00' },
      { start_time: '10:00', end_time: '12:00' },
      { start_time: '14:00', end_time: '16:00' },
    ],
  },
};
