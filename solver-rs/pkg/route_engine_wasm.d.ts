/* tslint:disable */
/* eslint-disable */

/**
 * Great circle, detour, distance bands and traffic windows, checked.
 */
export class EstimateModel {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * `bandEndMeters` ascends and may end in `Infinity`; `laneFactors` is lane-major, lanes × bands.
     *
     * # Errors
     * A number is not positive, or the lists do not fit one another.
     */
    constructor(detourFactor: number, bandEndMeters: Float64Array | number[], bandMetersPerSecond: Float64Array | number[], laneFactors: Float64Array | number[]);
}

/**
 * A map in the making.
 */
export class MapBuilder {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Says that the extract has ended; true if it has to be pushed once more from its beginning.
     *
     * # Errors
     * The extract is cut off, or was another one in the first pass.
     */
    endPass(): boolean;
    /**
     * The bytes before all sections, once these are built.
     *
     * # Errors
     * The extract has not been read to its end.
     */
    header(): Uint8Array;
    /**
     * The names of roads: their bytes come before those of all profiles.
     *
     * # Errors
     * The extract has not been read to its end.
     */
    names(): Uint8Array;
    /**
     * Begins with the first bytes of an extract, by which its format is told; they are to be pushed
     * as well.
     *
     * # Errors
     * The bytes are of no format that is read.
     */
    constructor(firstBytes: Uint8Array | number[], leftHand: boolean | null | undefined, hasBasemap: boolean);
    /**
     * Takes the next bytes of the extract.
     *
     * # Errors
     * The file is unreadable, or all passes are over.
     */
    push(bytes: Uint8Array | number[]): void;
    /**
     * What was read and what was skipped, for people.
     *
     * # Errors
     * The extract has not been read to its end.
     */
    report(): string;
    /**
     * Builds one profile, a name or a vehicle as `semitrailer=truck:length=16.5:hazmat`: its bytes follow
     * those of the profiles before it.
     *
     * # Errors
     * The extract has not been read to its end, or there is no such profile.
     */
    section(roadUser: string): MapSection;
    /**
     * The bytes behind all sections: none where no basemap was asked for. Taking them frees them in the core.
     */
    takeBasemap(): Uint8Array;
}

/**
 * What a map file says of itself.
 */
export class MapFileHeader {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Whom the data is owed to.
     */
    attribution(): string;
    /**
     * South, west, north, east, in degrees.
     */
    bounds(): Float64Array;
    /**
     * Whether bytes behind all sections are those of a basemap.
     *
     * # Errors
     * They are not: the file is damaged.
     */
    checkBasemap(framed: Uint8Array | number[]): void;
    /**
     * Whether bytes are those of the names of roads.
     *
     * # Errors
     * They are not: the file is damaged.
     */
    checkNames(bytes: Uint8Array | number[]): void;
    /**
     * Whether bytes are those of a profile's section.
     *
     * # Errors
     * They are not: the file is damaged.
     */
    checkSection(profile: string, bytes: Uint8Array | number[]): void;
    /**
     * How many bytes the extract had.
     */
    extractBytes(): number;
    /**
     * How many bytes the names of roads have; they come right behind the header.
     */
    namesBytes(): number;
    /**
     * Reads prefix and header.
     *
     * # Errors
     * The bytes are not those of a map file, or damaged.
     */
    constructor(bytes: Uint8Array | number[]);
    /**
     * Names of the profiles that it was built for.
     */
    profiles(): string[];
    /**
     * The same, each with all that there is to say of it: `semitrailer=truck:length=16.5`.
     */
    roadUsers(): string[];
    /**
     * First byte of a profile's section, counted from the end of the header, and how many it has.
     *
     * # Errors
     * The map was not built for the profile.
     */
    section(profile: string): Float64Array;
    /**
     * Where all sections end, counted from the end of the header: a basemap follows, or nothing.
     */
    sectionsEnd(): number;
}

/**
 * One profile of a map in the making.
 */
export class MapSection {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Counts of the network, for people.
     */
    report(): string;
    /**
     * Its bytes; taking them frees them in the core.
     */
    takeBytes(): Uint8Array;
}

/**
 * The texts of some rows. Each can be taken once; taking it frees it in the core.
 */
export class MatrixJson {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * `"source":{"destination":[meters,seconds,…],…},…` in UTF-8, an entry for every source.
     */
    takeTravelCosts(): Uint8Array;
    /**
     * `{"source":…,"destination":…},…` in UTF-8: pairs with no road between their ends.
     */
    takeUnreachable(): Uint8Array;
}

/**
 * A matrix whose rows can be computed, some at a time.
 */
export class MatrixRows {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Some rows, by the positions of their sources. Gives nothing if `shouldStop`, asked every few
     * milliseconds, said so, or if the map was dropped or its costs replaced since.
     *
     * # Errors
     * There are fewer rows, the texts are larger than the memory that is left, or `shouldStop` threw.
     */
    json(first: number, count: number, shouldStop: () => boolean): MatrixJson | undefined;
    /**
     * The selected pairs between places given in degrees, all estimated. `keys` are the JSON strings of
     * all places one after the other, cut by `keyFirstOut`.
     *
     * # Errors
     * The arrays do not fit one another, or a coordinate is out of range.
     */
    constructor(model: EstimateModel, selection: MatrixSelection, latitudes: Float64Array | number[], longitudes: Float64Array | number[], keys: Uint8Array | number[], keyFirstOut: Uint32Array | number[]);
    /**
     * Has the pairs computed on roads, apart from those with a place off the map. `lanes` are the numbers
     * of the lanes of each travel time, as many as the model has; every travel time on roads is divided
     * by `speedFactor`.
     *
     * # Errors
     * The places are of another number, there is no such lane, or the speed factor is not positive.
     */
    putOnRoads(roads: RoadPlaces, lanes: Uint8Array | number[], speedFactor: number): void;
}

/**
 * Which pairs a matrix has, checked.
 */
export class MatrixSelection {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Place `i` has the classes `classValues[classFirstOut[i] .. classFirstOut[i + 1]]`; without any
     * `classFirstOut` every pair is kept. With `containment` the source must have all classes of
     * the destination, otherwise one in common is enough.
     *
     * # Errors
     * An index is out of range or twice in one list, a class is not an integer, or the class offsets
     * do not fit.
     */
    constructor(placeCount: number, sources: Uint32Array | number[], destinations: Uint32Array | number[], classFirstOut: Uint32Array | number[], classValues: Float64Array | number[], containment: boolean);
    /**
     * How many pairs are kept.
     */
    pairCount(): number;
}

/**
 * How far a search is, and how good its best plan. Free it.
 */
export class PlanStatus {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Money.
     */
    readonly cost: number;
    /**
     * Whether several planners may each change a part of the plan.
     */
    readonly divisible: boolean;
    /**
     * Positions that insertions have looked at, of this search alone.
     */
    readonly insertions: number;
    /**
     * Iterations so far, those of the searches that it goes on from included.
     */
    readonly iterations: number;
    /**
     * Visits that are not served.
     */
    readonly unserved: number;
    /**
     * Vehicles in use.
     */
    readonly vehicles: number;
    /**
     * What is minimized, the most important first: to compare plans of one problem by.
     */
    readonly score: Float64Array;
}

/**
 * A problem on its way to an answer. Free it afterwards: it has its travel tables in the instance's memory.
 */
export class Planner {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Adds the checkpoint of the search of a part: its changes go into the checkpoint that `start` is given, which is that of
     * `base`.
     */
    addChanged(checkpoint: Uint8Array | number[]): void;
    /**
     * Adds the next travel table: distances, row-major by place of departure, and seconds, the lanes of a pair side
     * by side. `rows` say which pairs it has, if not all: see `TravelTable` of `server/search`.
     */
    addTable(distanceMeters: Int32Array | number[], travelSeconds: Int32Array | number[], rows?: Uint32Array | number[] | null): void;
    /**
     * Of a search that is confined to a part: the plan that it began from, whole, as the searches of the other parts did.
     *
     * # Errors
     * The search was not started.
     */
    base(): Uint8Array | undefined;
    /**
     * The best plan so far as bytes for `start`, of this problem, at any later time. Does not disturb the search.
     *
     * # Errors
     * The search was not started.
     */
    checkpoint(): Uint8Array;
    /**
     * From its start on, the search changes one of `count` parts of the checkpoint, and nothing else. Only where
     * `PlanStatus.divisible` says so; the parts of equal checkpoints are equal.
     */
    confine(idx: number, count: number): void;
    /**
     * Takes the problem's JSON as `server/routing/problem.ts` has it. It is read by `start`.
     */
    constructor(problemJson: Uint8Array | number[]);
    /**
     * Routes of the best plan so far, without times: of each its shift, how many places it goes to, and these, each with
     * its stop or `u32::MAX` for a start, an end or a reload. Does not disturb the search.
     *
     * # Errors
     * The search was not started.
     */
    outline(): Uint32Array;
    /**
     * Searches for some iterations; `progress` is the share of the time that is used up, 0 to 1. True when more would
     * bring nothing.
     *
     * # Errors
     * The search was not started.
     */
    run(iterations: number, progress: number): boolean;
    /**
     * The best answer so far, as JSON.
     *
     * # Errors
     * The search was not started.
     */
    solution(): Uint8Array;
    /**
     * Reads the problem and prepares the search, from the checkpoint of an earlier one if there is one. With `maxIterations`,
     * equal problems, seeds and checkpoints give equal answers. `isOver` is asked in the middle of what takes long, whether the
     * host's time is over: first when the first plan begins, again when the answer is written.
     *
     * # Errors
     * The message, or a table beside it, does not hold a problem; the checkpoint is damaged or of another problem.
     */
    start(seed: bigint, maxIterations?: bigint | null, checkpoint?: Uint8Array | number[] | null, isOver?: () => boolean | null): void;
    /**
     * How far the search is.
     *
     * # Errors
     * The search was not started.
     */
    status(): PlanStatus;
}

/**
 * Places that have been moved to roads, with the costs that held when they were.
 */
export class RoadPlaces {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * What the live speeds are called that the costs are for (`SpeedRules.setLive`); nothing where none are
     * in force.
     */
    liveSpeeds(): string | undefined;
    /**
     * Moves places, given in degrees, to the roads of a profile that are at most `radiusMeters` away.
     *
     * # Errors
     * A coordinate is out of range.
     */
    constructor(profile: RoadProfile, latitudes: Float64Array | number[], longitudes: Float64Array | number[], radiusMeters: number);
    /**
     * Draws a route: leg after leg from place to place, each by the fastest way in its lane (weekday windows from 0,
     * then the weekend, then free flow), and straight where there is none or a place is off the map. `latitudes` and
     * `longitudes` are those of the places as they were given, at which the drawing of each leg starts and ends.
     *
     * # Errors
     * The lists do not fit one another, or there is no such place, lane or precision.
     */
    route(latitudes: Float64Array | number[], longitudes: Float64Array | number[], from: Uint32Array | number[], to: Uint32Array | number[], lanes: Uint8Array | number[], digits: number): RouteLine;
    /**
     * One per place: meters to the road, not a number where none is near.
     */
    snapMeters(): Float64Array;
    /**
     * Latitude and longitude of each place on its road, in turn, in degrees; not numbers where none is near.
     */
    snappedDegrees(): Float64Array;
    /**
     * Which speeds the costs are for: equal for equal speeds, in all instances of this module.
     */
    speedsVersion(): string;
}

/**
 * A profile of a map for as long as somebody uses it: costs and roads stay until it is freed.
 */
export class RoadProfile {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
}

/**
 * A tile in the making.
 */
export class RoadTile {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Adds what a map shows beside its roads; `readBasemap` is called if it is not loaded, for the bytes behind the
     * sections of its file.
     *
     * # Errors
     * The file is damaged, or `readBasemap` threw.
     */
    addBasemap(number: number, readBasemap: () => Uint8Array): void;
    /**
     * Adds the roads of a map; `readNames` is called if its names are not loaded.
     *
     * # Errors
     * There is no such map, its file is damaged, or `readNames` threw.
     */
    add(number: number, roads: RoadProfile, readNames: () => Uint8Array): void;
    /**
     * Its bytes: none where it shows nothing. It cannot be used afterwards.
     */
    finish(): Uint8Array;
    /**
     * Begins without any road.
     *
     * # Errors
     * There is no such tile.
     */
    constructor(zoom: number, x: number, y: number);
}

/**
 * The line of a route and what its legs cost. Free it.
 */
export class RouteLine {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The whole line: longitude and latitude in turn, in degrees, as GeoJSON has them.
     */
    degrees(): Float64Array;
    /**
     * One per leg: meters along the roads, not a number where it is straight.
     */
    legMeters(): Float64Array;
    /**
     * One per leg: seconds in its lane, not a number where it is straight.
     */
    legSeconds(): Float64Array;
    /**
     * Latitude and longitude, in degrees, of the point that lies a share of a leg's length along it.
     *
     * # Errors
     * There is no such leg.
     */
    pointOn(leg: number, share: number): Float64Array;
    /**
     * The whole line as an encoded polyline.
     */
    polyline(): string;
    /**
     * A route that goes straight from place to place: where no map is. `from` and `to` are the ends of its legs.
     *
     * # Errors
     * The lists do not fit one another, or there is no such place or precision.
     */
    static straight(latitudes: Float64Array | number[], longitudes: Float64Array | number[], from: Uint32Array | number[], to: Uint32Array | number[], digits: number): RouteLine;
}

/**
 * Speed rules in the order in which they are applied.
 */
export class SpeedRules {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Adds a rule: on one way (or any, if 0), inside an area (latitude and longitude of each corner in
     * degrees; anywhere, if empty), on one class (or all, if empty), in the lanes of a mask (bit `w` for
     * weekday window `w`, bit 8 the weekend, bit 9 free flow). `isFactor`: multiplies the speed by
     * `value`, otherwise sets it to so many kilometers per hour.
     *
     * # Errors
     * There is no such class, an area and a way are named at once, or a number is out of range.
     */
    add(wayId: number, area: Float64Array | number[], className: string, lanes: number, isFactor: boolean, value: number): void;
    /**
     * No rules.
     */
    constructor();
    /**
     * Says that there are live speeds among the rules, and what they are called: `RoadPlaces.liveSpeeds`
     * says so of costs that are computed with them.
     */
    setLive(name: string): void;
}

/**
 * Travel costs between all pairs of some places, written a few rows at a time into a travel table.
 */
export class TravelRows {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Estimates, of places given in degrees.
     *
     * # Errors
     * A coordinate is out of range.
     */
    static estimated(model: EstimateModel, latitudes: Float64Array | number[], longitudes: Float64Array | number[]): TravelRows;
    /**
     * Costs on roads, and estimates where a place is off the map. `lanes` are the numbers of the lanes of each
     * travel time, as many as the model has; every travel time on roads is divided by `speedFactor`.
     *
     * # Errors
     * The arrays do not fit one another, a coordinate is out of range, there is no such lane, or the
     * speed factor is not positive.
     */
    static onRoads(roads: RoadPlaces, lanes: Uint8Array | number[], speedFactor: number, model: EstimateModel, latitudes: Float64Array | number[], longitudes: Float64Array | number[]): TravelRows;
    /**
     * Writes what leads from each of some places to each of others, in the layout of `write`.
     *
     * # Errors
     * There is no such place, or the arrays have not as many numbers as there are pairs.
     */
    writeBetween(from: Uint32Array | number[], to: Uint32Array | number[], distanceMeters: Int32Array, travelSeconds: Int32Array): void;
    /**
     * Writes pairs by themselves, in the layout of `write`: from the first of some places to the first of others, from the
     * second to the second. For few pairs of many places: rows need labels of all of these, which take as long as some ten
     * pairs each.
     *
     * # Errors
     * There is no such place, or the arrays have not as many numbers as there are pairs.
     */
    writePairs(from: Uint32Array | number[], to: Uint32Array | number[], distanceMeters: Int32Array, travelSeconds: Int32Array): void;
    /**
     * Writes rows `first` to `first + count`: into `distanceMeters` one number for each pair, into `travelSeconds`
     * those of all lanes of a pair side by side; -1 where no road leads.
     *
     * # Errors
     * There are fewer rows, or the arrays have not as many numbers as those have.
     */
    write(first: number, count: number, distanceMeters: Int32Array, travelSeconds: Int32Array): void;
}

/**
 * How many bytes prefix and header of a map file have together, told from its first bytes.
 *
 * # Errors
 * The file is not a map of this version.
 */
export function mapHeaderBytes(prefix: Uint8Array | number[]): number;

/**
 * How many bytes of a map file have to be read before its header can be.
 */
export function mapPrefixBytes(): number;

/**
 * Bytes that the costs of all loaded profiles take: for figures.
 */
export function metricBytes(): number;

/**
 * Loads a profile of a map if there is room for it beside those that are loaded.
 *
 * # Errors
 * As `useProfile`.
 */
export function preloadProfile(number: number, profile: string, readSection: () => Uint8Array): void;

/**
 * How many bytes there have to be for a profile of a map, with the speeds that are set.
 *
 * # Errors
 * There is no such map or profile, or no speeds are set.
 */
export function profileBytes(number: number, profile: string): number;

/**
 * Makes a map known under the next number, unless it is known already.
 *
 * # Errors
 * The bytes are not those of a header, or a map before it is missing.
 */
export function registerMap(number: number, header: Uint8Array | number[]): void;

/**
 * Sets how many bytes all loaded profiles may take together; without it, there is no limit. Nothing that
 * is loaded is dropped for it.
 */
export function setMapsMemory(bytesMax: number): void;

/**
 * Sets how fast traffic is, and gives new costs to all profiles that are loaded; those for which there is
 * no room beside the costs of before are dropped, to be loaded again when they are needed. `windowFactors`
 * has four numbers a weekday window, `weekendFactors` four: motorway, primary, tertiary, residential.
 * `windowIntervals` has three an interval: the position of its window, its first and last seconds of the day,
 * both included.
 *
 * # Errors
 * A factor is not positive, there are more windows than lanes, an interval is of no window or day, or with
 * these speeds some profile takes more memory than maps may. Nothing has changed then.
 */
export function setSpeeds(windowFactors: Float64Array | number[], weekendFactors: Float64Array | number[], windowIntervals: Uint32Array | number[], rules: SpeedRules): void;

/**
 * A profile of a map with its costs; `readSection` is called if it is not loaded. Others may be dropped
 * to make room. Undefined when there is none yet, since others are being loaded or still in use: come
 * again soon, holding no `RoadProfile` nor `RoadPlaces` meanwhile.
 *
 * # Errors
 * The file is damaged, the map was not built for the profile, it takes more memory than maps may, no
 * speeds are set, or `readSection` threw.
 */
export function useProfile(number: number, profile: string, readSection: () => Uint8Array): RoadProfile | undefined;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly __wbg_estimatemodel_free: (a: number, b: number) => void;
    readonly __wbg_get_planstatus_cost: (a: number) => number;
    readonly __wbg_get_planstatus_divisible: (a: number) => number;
    readonly __wbg_get_planstatus_insertions: (a: number) => number;
    readonly __wbg_get_planstatus_iterations: (a: number) => number;
    readonly __wbg_get_planstatus_unserved: (a: number) => number;
    readonly __wbg_get_planstatus_vehicles: (a: number) => number;
    readonly __wbg_mapbuilder_free: (a: number, b: number) => void;
    readonly __wbg_mapfileheader_free: (a: number, b: number) => void;
    readonly __wbg_mapsection_free: (a: number, b: number) => void;
    readonly __wbg_matrixjson_free: (a: number, b: number) => void;
    readonly __wbg_matrixrows_free: (a: number, b: number) => void;
    readonly __wbg_matrixselection_free: (a: number, b: number) => void;
    readonly __wbg_planner_free: (a: number, b: number) => void;
    readonly __wbg_planstatus_free: (a: number, b: number) => void;
    readonly __wbg_roadplaces_free: (a: number, b: number) => void;
    readonly __wbg_roadprofile_free: (a: number, b: number) => void;
    readonly __wbg_roadtile_free: (a: number, b: number) => void;
    readonly __wbg_routeline_free: (a: number, b: number) => void;
    readonly __wbg_speedrules_free: (a: number, b: number) => void;
    readonly __wbg_travelrows_free: (a: number, b: number) => void;
    readonly estimatemodel_new: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number];
    readonly mapHeaderBytes: (a: number, b: number) => [number, number, number];
    readonly mapPrefixBytes: () => number;
    readonly mapbuilder_endPass: (a: number) => [number, number, number];
    readonly mapbuilder_header: (a: number) => [number, number, number, number];
    readonly mapbuilder_names: (a: number) => [number, number, number, number];
    readonly mapbuilder_new: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly mapbuilder_push: (a: number, b: number, c: number) => [number, number];
    readonly mapbuilder_report: (a: number) => [number, number, number, number];
    readonly mapbuilder_section: (a: number, b: number, c: number) => [number, number, number];
    readonly mapbuilder_takeBasemap: (a: number) => [number, number];
    readonly mapfileheader_attribution: (a: number) => [number, number];
    readonly mapfileheader_bounds: (a: number) => [number, number];
    readonly mapfileheader_checkBasemap: (a: number, b: number, c: number) => [number, number];
    readonly mapfileheader_checkNames: (a: number, b: number, c: number) => [number, number];
    readonly mapfileheader_checkSection: (a: number, b: number, c: number, d: number, e: number) => [number, number];
    readonly mapfileheader_extractBytes: (a: number) => number;
    readonly mapfileheader_namesBytes: (a: number) => number;
    readonly mapfileheader_new: (a: number, b: number) => [number, number, number];
    readonly mapfileheader_profiles: (a: number) => [number, number];
    readonly mapfileheader_roadUsers: (a: number) => [number, number];
    readonly mapfileheader_section: (a: number, b: number, c: number) => [number, number, number, number];
    readonly mapfileheader_sectionsEnd: (a: number) => number;
    readonly mapsection_report: (a: number) => [number, number];
    readonly mapsection_takeBytes: (a: number) => [number, number];
    readonly matrixjson_takeTravelCosts: (a: number) => [number, number];
    readonly matrixjson_takeUnreachable: (a: number) => [number, number];
    readonly matrixrows_json: (a: number, b: number, c: number, d: any) => [number, number, number];
    readonly matrixrows_new: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number, j: number) => [number, number, number];
    readonly matrixrows_putOnRoads: (a: number, b: number, c: number, d: number, e: number) => [number, number];
    readonly matrixselection_new: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number, j: number) => [number, number, number];
    readonly matrixselection_pairCount: (a: number) => number;
    readonly metricBytes: () => number;
    readonly planner_addChanged: (a: number, b: number, c: number) => void;
    readonly planner_addTable: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => void;
    readonly planner_base: (a: number) => [number, number, number, number];
    readonly planner_checkpoint: (a: number) => [number, number, number, number];
    readonly planner_confine: (a: number, b: number, c: number) => void;
    readonly planner_new: (a: number, b: number) => number;
    readonly planner_outline: (a: number) => [number, number, number, number];
    readonly planner_run: (a: number, b: number, c: number) => [number, number, number];
    readonly planner_solution: (a: number) => [number, number, number, number];
    readonly planner_start: (a: number, b: bigint, c: number, d: bigint, e: number, f: number, g: number) => [number, number];
    readonly planner_status: (a: number) => [number, number, number];
    readonly planstatus_score: (a: number) => [number, number];
    readonly preloadProfile: (a: number, b: number, c: number, d: any) => [number, number];
    readonly profileBytes: (a: number, b: number, c: number) => [number, number, number];
    readonly registerMap: (a: number, b: number, c: number) => [number, number];
    readonly roadplaces_liveSpeeds: (a: number) => [number, number];
    readonly roadplaces_new: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number, number];
    readonly roadplaces_route: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number, j: number, k: number, l: number) => [number, number, number];
    readonly roadplaces_snapMeters: (a: number) => [number, number];
    readonly roadplaces_snappedDegrees: (a: number) => [number, number];
    readonly roadplaces_speedsVersion: (a: number) => [number, number];
    readonly roadtile_add: (a: number, b: number, c: number, d: any) => [number, number];
    readonly roadtile_addBasemap: (a: number, b: number, c: any) => [number, number];
    readonly roadtile_finish: (a: number) => [number, number];
    readonly roadtile_new: (a: number, b: number, c: number) => [number, number, number];
    readonly routeline_degrees: (a: number) => [number, number];
    readonly routeline_legMeters: (a: number) => [number, number];
    readonly routeline_legSeconds: (a: number) => [number, number];
    readonly routeline_pointOn: (a: number, b: number, c: number) => [number, number, number, number];
    readonly routeline_polyline: (a: number) => [number, number];
    readonly routeline_straight: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number) => [number, number, number];
    readonly setMapsMemory: (a: number) => void;
    readonly setSpeeds: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number];
    readonly speedrules_add: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number) => [number, number];
    readonly speedrules_new: () => number;
    readonly speedrules_setLive: (a: number, b: number, c: number) => void;
    readonly travelrows_estimated: (a: number, b: number, c: number, d: number, e: number) => [number, number, number];
    readonly travelrows_onRoads: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number) => [number, number, number];
    readonly travelrows_write: (a: number, b: number, c: number, d: number, e: number, f: any, g: number, h: number, i: any) => [number, number];
    readonly travelrows_writeBetween: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: any, i: number, j: number, k: any) => [number, number];
    readonly travelrows_writePairs: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: any, i: number, j: number, k: any) => [number, number];
    readonly useProfile: (a: number, b: number, c: number, d: any) => [number, number, number];
    readonly memory: WebAssembly.Memory;
    readonly __wbindgen_exn_store: (a: number) => void;
    readonly __externref_table_alloc: () => number;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __externref_drop_slice: (a: number, b: number) => void;
    readonly __wbindgen_thread_destroy: (a?: number, b?: number, c?: number) => void;
    readonly __wbindgen_start: (a: number) => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput, memory?: WebAssembly.Memory, thread_stack_size?: number }} module - Passing `SyncInitInput` directly is deprecated.
 * @param {WebAssembly.Memory} memory - Deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput, memory?: WebAssembly.Memory, thread_stack_size?: number } | SyncInitInput, memory?: WebAssembly.Memory): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput>, memory?: WebAssembly.Memory, thread_stack_size?: number }} module_or_path - Passing `InitInput` directly is deprecated.
 * @param {WebAssembly.Memory} memory - Deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path?: { module_or_path: InitInput | Promise<InitInput>, memory?: WebAssembly.Memory, thread_stack_size?: number } | InitInput | Promise<InitInput>, memory?: WebAssembly.Memory): Promise<InitOutput>;
