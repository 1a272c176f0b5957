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
 * The texts of a finished matrix. Each can be taken once; taking it frees it in the core.
 */
export class MatrixJson {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * `{"source":{"destination":[meters,seconds,…],…},…}` in UTF-8, an entry for every source.
     */
    takeTravelCosts(): Uint8Array;
    /**
     * `[{"source":…,"destination":…},…]` in UTF-8: pairs with no road between their ends.
     */
    takeUnreachable(): Uint8Array;
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
 * Computes the selected pairs between places given in degrees. `keys` are the JSON strings of all
 * places one after the other, cut by `keyFirstOut`. Gives nothing if `shouldStop`, asked every few
 * milliseconds, said so.
 *
 * # Errors
 * The arrays do not fit one another, a coordinate is out of range, the answer is larger than the
 * memory that is left, or `shouldStop` threw.
 */
export function travelCostsJson(model: EstimateModel, selection: MatrixSelection, latitudes: Float64Array | number[], longitudes: Float64Array | number[], keys: Uint8Array | number[], keyFirstOut: Uint32Array | number[], shouldStop: () => boolean): MatrixJson | undefined;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly __wbg_estimatemodel_free: (a: number, b: number) => void;
    readonly __wbg_matrixjson_free: (a: number, b: number) => void;
    readonly __wbg_matrixselection_free: (a: number, b: number) => void;
    readonly estimatemodel_new: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number];
    readonly matrixjson_takeTravelCosts: (a: number) => [number, number];
    readonly matrixjson_takeUnreachable: (a: number) => [number, number];
    readonly matrixselection_new: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number, j: number) => [number, number, number];
    readonly matrixselection_pairCount: (a: number) => number;
    readonly travelCostsJson: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number, j: number, k: any) => [number, number, number];
    readonly memory: WebAssembly.Memory;
    readonly __wbindgen_exn_store: (a: number) => void;
    readonly __externref_table_alloc: () => number;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __externref_table_dealloc: (a: number) => void;
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
