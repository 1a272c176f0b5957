/* tslint:disable */
/* eslint-disable */
export const __wbg_estimatemodel_free: (a: number, b: number) => void;
export const __wbg_matrixjson_free: (a: number, b: number) => void;
export const __wbg_matrixselection_free: (a: number, b: number) => void;
export const estimatemodel_new: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number];
export const matrixjson_takeTravelCosts: (a: number) => [number, number];
export const matrixjson_takeUnreachable: (a: number) => [number, number];
export const matrixselection_new: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number, j: number) => [number, number, number];
export const matrixselection_pairCount: (a: number) => number;
export const travelCostsJson: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number, j: number, k: any) => [number, number, number];
export const memory: WebAssembly.Memory;
export const __wbindgen_exn_store: (a: number) => void;
export const __externref_table_alloc: () => number;
export const __wbindgen_externrefs: WebAssembly.Table;
export const __wbindgen_malloc: (a: number, b: number) => number;
export const __wbindgen_free: (a: number, b: number, c: number) => void;
export const __externref_table_dealloc: (a: number) => void;
export const __wbindgen_thread_destroy: (a?: number, b?: number, c?: number) => void;
export const __wbindgen_start: (a: number) => void;
