/** Roads in the WASM module, in the memory shared by all threads of a group. */
import {
  EstimateModel,
  MatrixRows as ModuleMatrixRows,
  RoadPlaces as ModulePlaces,
  RoadTile,
  SpeedRules,
  TravelRows as ModuleTravelRows,
  preloadProfile,
  registerMap,
  setMapsMemory,
  setSpeeds,
  useProfile,
} from '#wasm';
import {
  windowIntervals,
  type EstimateParameters,
  type SpeedRule,
  type TravelSpeeds,
} from '../travel/index.js';
import type {
  MatrixQuestion,
  MatrixRows,
  Points,
  RoadCore,
  RoadPlaces,
  RoadTrip,
  TravelRows,
} from './road-core.js';

/** The roads of this thread's instance of the core, which must exist before the first call. */
export const moduleRoads: RoadCore = {
  setMemory: setMapsMemory,
  register: ({ number, file }) => {
    registerMap(number, file.headerBytes);
  },
  preload: ({ number, file }, profile) => {
    preloadProfile(number, profile, () => file.readSection(profile));
  },
  setSpeeds: ({ traffic, rules, live }) => {
    const coreRules = new SpeedRules();
    try {
      for (const rule of rules) addRule(coreRules, rule);
      for (const rule of live?.rules ?? []) addRule(coreRules, rule);
      if (live !== undefined) coreRules.setLive(live.version);
      setTrafficSpeeds(traffic, coreRules);
    } finally {
      coreRules.free();
    }
  },
  snap: ({ number, file }, profile, { latitudes, longitudes }, radiusMeters) => {
    const roads = useProfile(number, profile, () => file.readSection(profile));
    if (roads === undefined) return undefined;
    try {
      return placesOf(new ModulePlaces(roads, latitudes, longitudes, radiusMeters));
    } finally {
      roads.free();
    }
  },
  beginTile: ({ zoom, x, y }) => {
    const cut = new RoadTile(zoom, x, y);
    return {
      add: ({ number, file }, profile) => {
        const roads = useProfile(number, profile, () => file.readSection(profile));
        if (roads === undefined) return false;
        try {
          cut.add(number, roads, () => file.readNames());
          if (file.hasBasemap) cut.addBasemap(number, () => file.readBasemap());
          return true;
        } finally {
          roads.free();
        }
      },
      finish: () => cut.finish(),
      free: () => {
        cut.free();
      },
    };
  },
};

function placesOf(places: ModulePlaces): RoadPlaces {
  return {
    snapMeters: () => places.snapMeters(),
    snappedDegrees: () => places.snappedDegrees(),
    speedsVersion: () => places.speedsVersion(),
    liveSpeeds: () => places.liveSpeeds(),
    travelRows: ({ lanes, speedFactor }, parameters, { latitudes, longitudes }) =>
      withModel(parameters, (model) =>
        ModuleTravelRows.onRoads(places, lanes, speedFactor, model, latitudes, longitudes),
      ),
    matrixRows: (trip, question) => matrixRowsOf(question, { places, trip }),
    route: (...question) => places.route(...question),
    free: () => {
      places.free();
    },
  };
}

/** Returns rows for locations without a map. The caller must free them. */
export function estimatedTravelRows(
  parameters: EstimateParameters,
  { latitudes, longitudes }: Points,
): TravelRows {
  return withModel(parameters, (model) => ModuleTravelRows.estimated(model, latitudes, longitudes));
}

/** Returns rows for locations without a map. The caller must free them. */
export function estimatedMatrixRows(question: MatrixQuestion): MatrixRows {
  return matrixRowsOf(question, undefined);
}

function matrixRowsOf(
  { model: parameters, selection, latitudes, longitudes, keys, keyFirstOut }: MatrixQuestion,
  onRoads: { places: ModulePlaces; trip: RoadTrip } | undefined,
): MatrixRows {
  return withModel(parameters, (model) => {
    const rows = new ModuleMatrixRows(model, selection, latitudes, longitudes, keys, keyFirstOut);
    if (onRoads !== undefined) {
      const { places, trip } = onRoads;
      rows.putOnRoads(places, trip.lanes, trip.speedFactor);
    }
    return rows;
  });
}

function withModel<Made>(
  parameters: EstimateParameters,
  make: (model: EstimateModel) => Made,
): Made {
  const model = new EstimateModel(
    parameters.detourFactor,
    parameters.bandEndMeters,
    parameters.bandMetersPerSecond,
    parameters.laneFactors,
  );
  try {
    return make(model);
  } finally {
    model.free();
  }
}

function addRule(coreRules: SpeedRules, rule: SpeedRule): void {
  const { wayId, cornerDegrees, roadClass, laneMask, isFactor, value } = coreRuleOf(rule);
  coreRules.add(wayId, cornerDegrees, roadClass, laneMask, isFactor, value);
}

/** Returns a rule as the core takes it: 0 stands for no way; an empty array and string for no area and no class. */
export function coreRuleOf({ place, roadClass, laneMask, change }: SpeedRule) {
  const isFactor = change.kind === 'factor';
  return {
    wayId: place.kind === 'way' ? place.wayId : 0,
    cornerDegrees: Float64Array.from(place.kind === 'area' ? place.cornerDegrees : []),
    roadClass: roadClass ?? '',
    laneMask,
    isFactor,
    value: isFactor ? change.factor : change.kilometersPerHour,
  };
}

/** Passes the speeds of a traffic file and the rules to the core, which recomputes the costs of loaded profiles. */
export function setTrafficSpeeds(traffic: TravelSpeeds['traffic'], coreRules: SpeedRules): void {
  const { windows, weekend, intervals } = trafficFactors(traffic);
  setSpeeds(windows, weekend, intervals, coreRules);
}

/** Returns four factors per window, in the core's order of road classes, and the intervals of the windows. */
export function trafficFactors(traffic: TravelSpeeds['traffic']): {
  windows: Float64Array;
  weekend: Float64Array;
  intervals: Uint32Array;
} {
  const factors = (of: typeof traffic.weekend_speed_factors): number[] => [
    of.motorway,
    of.primary,
    of.tertiary,
    of.residential,
  ];
  return {
    windows: Float64Array.from(
      traffic.weekday_windows.flatMap((window) => factors(window.speed_factors)),
    ),
    weekend: Float64Array.from(factors(traffic.weekend_speed_factors)),
    intervals: Uint32Array.from(windowIntervals(traffic)),
  };
}
