/* tslint:disable */
/* eslint-disable */

/**
 * The great circle, detour, distance bands and traffic windows of estimates, checked.
 */
export class EstimateModel {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Creates a model. `bandEndMeters` ascends and may end in `Infinity`; `laneFactors` is lane-major, lanes × bands.
     *
     * # Errors
     * A number is not positive, or the lists do not match in length.
     */
    constructor(detourFactor: number, bandEndMeters: Float64Array | number[], bandMetersPerSecond: Float64Array | number[], laneFactors: Float64Array | number[]);
}

/**
 * A map that is being built.
 */
export class MapBuilder {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Declares that the extract has ended. Returns true if it has to be pushed once more from its beginning.
     *
     * # Errors
     * The extract is truncated, or differs from the one in the first pass.
     */
    endPass(): boolean;
    /**
     * Returns the bytes before all sections, once the sections are built.
     *
     * # Errors
     * The extract has not been read to its end.
     */
    header(): Uint8Array;
    /**
     * Returns the names of roads. Their bytes come before those of all profiles.
     *
     * # Errors
     * The extract has not been read to its end.
     */
    names(): Uint8Array;
    /**
     * Detects the format of an extract from its first bytes. These bytes have to be pushed as well.
     *
     * # Errors
     * The bytes are not in a supported format.
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
     * Returns a readable report of what was read and what was skipped.
     *
     * # Errors
     * The extract has not been read to its end.
     */
    report(): string;
    /**
     * Builds one profile, given as a name or as a vehicle such as `semitrailer=truck:length=16.5:hazmat`. Its bytes
     * follow those of the profiles before it.
     *
     * # Errors
     * The extract has not been read to its end, or there is no such profile.
     */
    section(roadUser: string): MapSection;
    /**
     * Returns the bytes after all sections, empty without a basemap. Taking them frees them in the core.
     */
    takeBasemap(): Uint8Array;
}

/**
 * The metadata of a map file.
 */
export class MapFileHeader {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Returns the attribution that the license of the data requires.
     */
    attribution(): string;
    /**
     * Returns south, west, north and east, in degrees.
     */
    bounds(): Float64Array;
    /**
     * Checks that bytes after all sections are those of a basemap.
     *
     * # Errors
     * The bytes are damaged.
     */
    checkBasemap(framed: Uint8Array | number[]): void;
    /**
     * Checks that bytes are those of the names of roads.
     *
     * # Errors
     * The bytes are damaged.
     */
    checkNames(bytes: Uint8Array | number[]): void;
    /**
     * Checks that bytes are those of a profile's section.
     *
     * # Errors
     * The bytes are damaged, or the map was not built for the profile.
     */
    checkSection(profile: string, bytes: Uint8Array | number[]): void;
    /**
     * Returns the size of the extract in bytes.
     */
    extractBytes(): number;
    /**
     * Returns how many bytes the names of roads have. They directly follow the header.
     */
    namesBytes(): number;
    /**
     * Reads prefix and header.
     *
     * # Errors
     * The bytes are not those of a map file, or they are damaged.
     */
    constructor(bytes: Uint8Array | number[]);
    /**
     * Returns the names of the profiles that the map was built for.
     */
    profiles(): string[];
    /**
     * Returns the same profiles with their full definitions, such as `semitrailer=truck:length=16.5`.
     */
    roadUsers(): string[];
    /**
     * Returns the first byte of a profile's section, counted from the end of the header, and its number of bytes.
     *
     * # Errors
     * The map was not built for the profile.
     */
    section(profile: string): Float64Array;
    /**
     * Returns where all sections end, counted from the end of the header. A basemap may follow.
     */
    sectionsEnd(): number;
}

/**
 * One profile of a map that is being built.
 */
export class MapSection {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Returns a readable report with counts of the network.
     */
    report(): string;
    /**
     * Returns the bytes of the section. Taking them frees them in the core.
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
     * `"source":{"destination":[meters,seconds,…],…},…` in UTF-8, with an entry for every source.
     */
    takeTravelCosts(): Uint8Array;
    /**
     * `{"source":…,"destination":…},…` in UTF-8: the pairs without a road between them.
     */
    takeUnreachable(): Uint8Array;
}

/**
 * A matrix whose rows can be computed a few at a time.
 */
export class MatrixRows {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Returns some rows, given by the positions of their sources. `shouldStop` is called every few milliseconds.
     * Returns undefined if it returned true, or if the map was dropped or its costs were replaced meanwhile.
     *
     * # Errors
     * There are fewer rows, the texts are larger than the memory that is left, or `shouldStop` threw.
     */
    json(first: number, count: number, shouldStop: () => boolean): MatrixJson | undefined;
    /**
     * Creates a matrix of the selected pairs between places given in degrees, with all costs estimated. `keys` are the
     * JSON strings of all places, one after the other, split at `keyFirstOut`.
     *
     * # Errors
     * The arrays do not match in length, or a coordinate is out of range.
     */
    constructor(model: EstimateModel, selection: MatrixSelection, latitudes: Float64Array | number[], longitudes: Float64Array | number[], keys: Uint8Array | number[], keyFirstOut: Uint32Array | number[]);
    /**
     * Switches to costs on roads for all pairs, except those with a place off the map. `lanes` are the numbers of the
     * lanes of the travel times, as many as the model has. Every travel time on roads is divided by `speedFactor`.
     *
     * # Errors
     * The number of places differs, there is no such lane, or the speed factor is not positive.
     */
    putOnRoads(roads: RoadPlaces, lanes: Uint8Array | number[], speedFactor: number): void;
}

/**
 * The pairs of a matrix, checked.
 */
export class MatrixSelection {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Creates a selection. Place `i` has the classes `classValues[classFirstOut[i] .. classFirstOut[i + 1]]`; if
     * `classFirstOut` is empty, every pair is selected. With `containment`, the source must have all classes of the
     * destination; otherwise one class in common is enough.
     *
     * # Errors
     * An index is out of range or occurs twice in one list, a class is not an integer, or the class offsets are
     * invalid.
     */
    constructor(placeCount: number, sources: Uint32Array | number[], destinations: Uint32Array | number[], classFirstOut: Uint32Array | number[], classValues: Float64Array | number[], containment: boolean);
    /**
     * Returns the number of selected pairs.
     */
    pairCount(): number;
}

/**
 * A problem and the search for its answer. It holds the travel tables in the memory of the instance, and has to be
 * freed afterwards.
 */
export class PlanSearch {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Adds the checkpoint of the search of one part. Its changes are merged into the checkpoint that is passed to
     * `start`, which has to be the one that `base` returns.
     */
    addChanged(checkpoint: Uint8Array | number[]): void;
    /**
     * Adds the next travel table: distances, row-major by place of departure, and seconds, with the lanes of a pair
     * side by side. `rows` says which pairs the table has if it does not have all: see `TravelTable` of
     * `server/search`.
     */
    addTable(distanceMeters: Int32Array | number[], travelSeconds: Int32Array | number[], rows?: Uint32Array | number[] | null): void;
    /**
     * Returns the best answer so far, as JSON. `finish` has to be called before it.
     *
     * # Errors
     * The search was not started.
     */
    answer(): Uint8Array;
    /**
     * Returns the whole plan that a search of one part started from; the searches of the other parts started from the
     * same plan.
     *
     * # Errors
     * The search was not started.
     */
    base(): Uint8Array | undefined;
    /**
     * Returns the best plan so far as bytes. `start` can continue from them at any later time, for this problem. Does
     * not affect the search.
     *
     * # Errors
     * The search was not started.
     */
    checkpoint(): Uint8Array;
    /**
     * Limits the search to one of `count` parts of the checkpoint: it changes nothing else. This is only allowed if
     * `SearchStatus.divisible` is true. Equal checkpoints are divided into equal parts.
     */
    confine(idx: number, count: number): void;
    /**
     * Makes the last attempts to improve the best plan, before `answer`.
     *
     * # Errors
     * The search was not started.
     */
    finish(): void;
    /**
     * Returns whether the search gains from going on for long, because it combines routes that it has made at
     * different times.
     *
     * # Errors
     * The search was not started.
     */
    hasPool(): boolean;
    /**
     * Takes the problem as JSON, in the form of `server/routing/problem.ts`. `start` parses it.
     */
    constructor(problemJson: Uint8Array | number[]);
    /**
     * Returns the routes of the best plan so far, without times. Each route consists of its shift, the number of its
     * places, and for each place its stop and the place; the stop is `u32::MAX` for a start, an end or a reload. Does
     * not affect the search.
     *
     * # Errors
     * The search was not started.
     */
    outline(): Uint32Array;
    /**
     * Searches for some iterations. `progress` is the share of the time that is used up, from 0 to 1. Returns true
     * when more iterations would change nothing.
     *
     * # Errors
     * The search was not started.
     */
    run(iterations: number, progress: number): boolean;
    /**
     * Does both, for hosts that wait as long as it takes.
     *
     * # Errors
     * The search was not started.
     */
    solution(): Uint8Array;
    /**
     * Reads the problem and prepares the search, continuing from the checkpoint of an earlier search if one is given.
     * With `maxIterations`, equal problems, seeds and checkpoints give equal answers. `isOver` is called during long
     * steps to check whether the time of the host is over: first when the construction of the first plan begins, and
     * again when the answer is written.
     *
     * # Errors
     * The message or a table is not a valid problem, or the checkpoint is damaged or belongs to another problem.
     */
    start(seed: bigint, maxIterations?: bigint | null, checkpoint?: Uint8Array | number[] | null, isOver?: () => boolean | null): void;
    /**
     * Returns the progress of the search.
     *
     * # Errors
     * The search was not started.
     */
    status(): SearchStatus;
}

/**
 * Places that have been snapped to roads, with the costs that were current at that time.
 */
export class RoadPlaces {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Returns the name of the live speeds that the costs are for (`SpeedRules.setLive`), or undefined if no live
     * speeds are in force.
     */
    liveSpeeds(): string | undefined;
    /**
     * Snaps places, given in degrees, to the roads of a profile that are at most `radiusMeters` away.
     *
     * # Errors
     * A coordinate is out of range.
     */
    constructor(profile: RoadProfile, latitudes: Float64Array | number[], longitudes: Float64Array | number[], radiusMeters: number);
    /**
     * Draws a route from place to place. Each leg takes the fastest path in its lane (weekday windows from 0, then the
     * weekend, then free flow), and is straight if there is no path or a place is off the map. `latitudes` and
     * `longitudes` are those of the places before snapping; the drawing of each leg starts and ends there.
     *
     * # Errors
     * The lists do not match in length, or there is no such place, lane or precision.
     */
    route(latitudes: Float64Array | number[], longitudes: Float64Array | number[], from: Uint32Array | number[], to: Uint32Array | number[], lanes: Uint8Array | number[], digits: number): RouteLine;
    /**
     * Returns the meters from each place to its road; NaN where no road is near.
     */
    snapMeters(): Float64Array;
    /**
     * Returns the snapped latitude and longitude of each place, alternating, in degrees; NaN where no road is near.
     */
    snappedDegrees(): Float64Array;
    /**
     * Returns the version of the speeds that the costs are for: equal for equal speeds, in all instances of this
     * module.
     */
    speedsVersion(): string;
}

/**
 * A profile of a map. Its costs and roads stay in memory until it is freed.
 */
export class RoadProfile {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
}

/**
 * A tile that is being composed.
 */
export class RoadTile {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Adds the basemap of a map. If it is not loaded, `readBasemap` is called for the bytes after the sections of the
     * map file.
     *
     * # Errors
     * The file is damaged, or `readBasemap` threw.
     */
    addBasemap(number: number, readBasemap: () => Uint8Array): void;
    /**
     * Adds the roads of a map. `readNames` is called if the names of the map are not loaded.
     *
     * # Errors
     * There is no such map, its file is damaged, or `readNames` threw.
     */
    add(number: number, roads: RoadProfile, readNames: () => Uint8Array): void;
    /**
     * Returns the bytes of the tile, which are empty if it shows nothing. The tile cannot be used afterwards.
     */
    finish(): Uint8Array;
    /**
     * Creates a tile without roads.
     *
     * # Errors
     * There is no such tile.
     */
    constructor(zoom: number, x: number, y: number);
}

/**
 * The line of a route, and the distance and time of each leg. It has to be freed.
 */
export class RouteLine {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Returns the points of the whole line as alternating longitudes and latitudes in degrees, the order of GeoJSON.
     */
    degrees(): Float64Array;
    /**
     * Returns the meters of each leg along the roads; NaN for a straight leg.
     */
    legMeters(): Float64Array;
    /**
     * Returns the seconds of each leg in its lane; NaN for a straight leg.
     */
    legSeconds(): Float64Array;
    /**
     * Returns the latitude and longitude, in degrees, of the point at `share` of the length of a leg.
     *
     * # Errors
     * There is no such leg.
     */
    pointOn(leg: number, share: number): Float64Array;
    /**
     * Returns the whole line as an encoded polyline.
     */
    polyline(): string;
    /**
     * Creates a route that goes straight from place to place, for places without a map. `from` and `to` are the ends
     * of its legs.
     *
     * # Errors
     * The lists do not match in length, or there is no such place or precision.
     */
    static straight(latitudes: Float64Array | number[], longitudes: Float64Array | number[], from: Uint32Array | number[], to: Uint32Array | number[], digits: number): RouteLine;
}

/**
 * The progress of a search and the quality of its best plan. It has to be freed.
 */
export class SearchStatus {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The cost in money.
     */
    readonly cost: number;
    /**
     * Whether several searches may each work on one part of the plan.
     */
    readonly divisible: boolean;
    /**
     * Positions that insertions have examined, in this search only.
     */
    readonly insertions: number;
    /**
     * Iterations so far, including those of the earlier searches that it continues.
     */
    readonly iterations: number;
    /**
     * The number of visits that are not served.
     */
    readonly unserved: number;
    /**
     * The number of vehicles in use.
     */
    readonly vehicles: number;
    /**
     * Returns the minimized terms, the most important one first, to compare plans of one problem.
     */
    readonly score: Float64Array;
}

/**
 * Speed rules in the order in which they are applied.
 */
export class SpeedRules {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Adds a rule that applies to one way (any way if 0), inside an area (latitude and longitude of each corner in
     * degrees; anywhere if empty), to one road class (all if empty), in the lanes of a mask (bit `w` for weekday
     * window `w`, bit 8 for the weekend, bit 9 for free flow). If `isFactor`, the rule multiplies the speed by
     * `value`; otherwise it sets the speed to `value` kilometers per hour.
     *
     * # Errors
     * There is no such class, both an area and a way are given, or a number is out of range.
     */
    add(wayId: number, area: Float64Array | number[], className: string, lanes: number, isFactor: boolean, value: number): void;
    /**
     * Creates an empty list of rules.
     */
    constructor();
    /**
     * Declares that there are live speeds among the rules, and sets their name, which `RoadPlaces.liveSpeeds` returns
     * for costs that were computed with them.
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
     * Creates a table of estimates for places given in degrees.
     *
     * # Errors
     * A coordinate is out of range.
     */
    static estimated(model: EstimateModel, latitudes: Float64Array | number[], longitudes: Float64Array | number[]): TravelRows;
    /**
     * Creates a table of costs on roads, with estimates where a place is off the map. `lanes` are the numbers of the
     * lanes of the travel times, as many as the model has. Every travel time on roads is divided by `speedFactor`.
     *
     * # Errors
     * The arrays do not match in length, a coordinate is out of range, there is no such lane, or the speed factor is
     * not positive.
     */
    static onRoads(roads: RoadPlaces, lanes: Uint8Array | number[], speedFactor: number, model: EstimateModel, latitudes: Float64Array | number[], longitudes: Float64Array | number[]): TravelRows;
    /**
     * Writes the costs from each place of `from` to each place of `to`, in the layout of `write`.
     *
     * # Errors
     * There is no such place, or the arrays do not have exactly as many numbers as the pairs.
     */
    writeBetween(from: Uint32Array | number[], to: Uint32Array | number[], distanceMeters: Int32Array, travelSeconds: Int32Array): void;
    /**
     * Writes single pairs, in the layout of `write`: from the first place of `from` to the first of `to`, from the
     * second to the second, and so on. Use it for few pairs of many places: rows need labels of all these places, and
     * a label takes as long to compute as some ten pairs.
     *
     * # Errors
     * There is no such place, or the arrays do not have exactly as many numbers as the pairs.
     */
    writePairs(from: Uint32Array | number[], to: Uint32Array | number[], distanceMeters: Int32Array, travelSeconds: Int32Array): void;
    /**
     * Writes rows `first` to `first + count`: one number per pair into `distanceMeters`, and the times of all lanes of
     * a pair side by side into `travelSeconds`; -1 where no road leads.
     *
     * # Errors
     * There are fewer rows, or the arrays do not have exactly as many numbers as the rows.
     */
    write(first: number, count: number, distanceMeters: Int32Array, travelSeconds: Int32Array): void;
}

/**
 * Returns the length of prefix and header of a map file together, given its first bytes.
 *
 * # Errors
 * The file is not a map of this version.
 */
export function mapHeaderBytes(prefix: Uint8Array | number[]): number;

/**
 * Returns how many bytes of a map file are needed to determine the length of its header.
 */
export function mapPrefixBytes(): number;

/**
 * Returns the number of bytes that the costs of all loaded profiles use, for metrics.
 */
export function metricBytes(): number;

/**
 * Loads a profile of a map if it fits beside the profiles that are already loaded.
 *
 * # Errors
 * The same as for `useProfile`.
 */
export function preloadProfile(number: number, profile: string, readSection: () => Uint8Array): void;

/**
 * Returns how many bytes a profile of a map needs at the current speeds.
 *
 * # Errors
 * There is no such map or profile, or no speeds are set.
 */
export function profileBytes(number: number, profile: string): number;

/**
 * Registers a map under the next number, unless the number is already registered.
 *
 * # Errors
 * The bytes are not a map header, or a map with a lower number is missing.
 */
export function registerMap(number: number, header: Uint8Array | number[]): void;

/**
 * Sets how many bytes all loaded profiles may use together; by default there is no limit. Profiles that are already
 * loaded are not dropped.
 */
export function setMapsMemory(bytesMax: number): void;

/**
 * Sets the traffic speeds and replaces the costs of all loaded profiles. A profile whose new costs do not fit beside
 * the old ones is dropped, and loaded again when it is needed. `windowFactors` has four numbers per weekday window and
 * `weekendFactors` has four: motorway, primary, tertiary, residential. `windowIntervals` has three numbers per
 * interval: the index of its window, and the first and last second of the day, both inclusive.
 *
 * # Errors
 * A factor is not positive, there are more windows than lanes, an interval has no valid window or times, or some
 * profile would need more memory at these speeds than maps may use. Nothing has changed then.
 */
export function setSpeeds(windowFactors: Float64Array | number[], weekendFactors: Float64Array | number[], windowIntervals: Uint32Array | number[], rules: SpeedRules): void;

/**
 * Returns a profile of a map with its costs. If it is not loaded, `readSection` is called, and other profiles may be
 * dropped to make room. Returns undefined if there is no room yet because other profiles are being loaded or still in
 * use; the caller should retry soon, and hold no `RoadProfile` and no `RoadPlaces` meanwhile.
 *
 * # Errors
 * The file is damaged, the map was not built for the profile, the profile needs more memory than maps may use, no
 * speeds are set, or `readSection` threw.
 */
export function useProfile(number: number, profile: string, readSection: () => Uint8Array): RoadProfile | undefined;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly __wbg_estimatemodel_free: (a: number, b: number) => void;
    readonly __wbg_get_searchstatus_cost: (a: number) => number;
    readonly __wbg_get_searchstatus_divisible: (a: number) => number;
    readonly __wbg_get_searchstatus_insertions: (a: number) => number;
    readonly __wbg_get_searchstatus_iterations: (a: number) => number;
    readonly __wbg_get_searchstatus_unserved: (a: number) => number;
    readonly __wbg_get_searchstatus_vehicles: (a: number) => number;
    readonly __wbg_mapbuilder_free: (a: number, b: number) => void;
    readonly __wbg_mapfileheader_free: (a: number, b: number) => void;
    readonly __wbg_mapsection_free: (a: number, b: number) => void;
    readonly __wbg_matrixjson_free: (a: number, b: number) => void;
    readonly __wbg_matrixrows_free: (a: number, b: number) => void;
    readonly __wbg_matrixselection_free: (a: number, b: number) => void;
    readonly __wbg_plansearch_free: (a: number, b: number) => void;
    readonly __wbg_roadplaces_free: (a: number, b: number) => void;
    readonly __wbg_roadprofile_free: (a: number, b: number) => void;
    readonly __wbg_roadtile_free: (a: number, b: number) => void;
    readonly __wbg_routeline_free: (a: number, b: number) => void;
    readonly __wbg_searchstatus_free: (a: number, b: number) => void;
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
    readonly plansearch_addChanged: (a: number, b: number, c: number) => void;
    readonly plansearch_addTable: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => void;
    readonly plansearch_answer: (a: number) => [number, number, number, number];
    readonly plansearch_base: (a: number) => [number, number, number, number];
    readonly plansearch_checkpoint: (a: number) => [number, number, number, number];
    readonly plansearch_confine: (a: number, b: number, c: number) => void;
    readonly plansearch_finish: (a: number) => [number, number];
    readonly plansearch_hasPool: (a: number) => [number, number, number];
    readonly plansearch_new: (a: number, b: number) => number;
    readonly plansearch_outline: (a: number) => [number, number, number, number];
    readonly plansearch_run: (a: number, b: number, c: number) => [number, number, number];
    readonly plansearch_solution: (a: number) => [number, number, number, number];
    readonly plansearch_start: (a: number, b: bigint, c: number, d: bigint, e: number, f: number, g: number) => [number, number];
    readonly plansearch_status: (a: number) => [number, number, number];
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
    readonly searchstatus_score: (a: number) => [number, number];
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
