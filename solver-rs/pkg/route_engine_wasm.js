/* @ts-self-types="./route_engine_wasm.d.ts" */

/**
 * The great circle, detour, distance bands and traffic windows of estimates, checked.
 */
export class EstimateModel {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        EstimateModelFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_estimatemodel_free(ptr, 0);
    }
    /**
     * Creates a model. `bandEndMeters` ascends and may end in `Infinity`; `laneFactors` is lane-major, lanes × bands.
     *
     * # Errors
     * A number is not positive, or the lists do not match in length.
     * @param {number} detourFactor
     * @param {Float64Array | number[]} bandEndMeters
     * @param {Float64Array | number[]} bandMetersPerSecond
     * @param {Float64Array | number[]} laneFactors
     */
    constructor(detourFactor, bandEndMeters, bandMetersPerSecond, laneFactors) {
        const val4 = +detourFactor;
        let ptr0, len0, ptr1, len1, ptr2, len2;
        try {
            ptr0 = passArrayF64ToWasm0(bandEndMeters, wasm.__wbindgen_malloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArrayF64ToWasm0(bandMetersPerSecond, wasm.__wbindgen_malloc);
            len1 = WASM_VECTOR_LEN;
            ptr2 = passArrayF64ToWasm0(laneFactors, wasm.__wbindgen_malloc);
            len2 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 8, 8); }
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 8, 8); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 8, 8); }
            throw e;
        }
        const ret = wasm.estimatemodel_new(val4, ptr0, len0, ptr1, len1, ptr2, len2);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        EstimateModelFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
}
if (Symbol.dispose) EstimateModel.prototype[Symbol.dispose] = EstimateModel.prototype.free;

/**
 * A map that is being built.
 */
export class MapBuilder {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        MapBuilderFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_mapbuilder_free(ptr, 0);
    }
    /**
     * Declares that the extract has ended. Returns true if it has to be pushed once more from its beginning.
     *
     * # Errors
     * The extract is truncated, or differs from the one in the first pass.
     * @returns {boolean}
     */
    endPass() {
        const ret = wasm.mapbuilder_endPass(this.__wbg_ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return ret[0] !== 0;
    }
    /**
     * Returns the bytes before all sections, once the sections are built.
     *
     * # Errors
     * The extract has not been read to its end.
     * @returns {Uint8Array}
     */
    header() {
        const ret = wasm.mapbuilder_header(this.__wbg_ptr);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        return v1;
    }
    /**
     * Returns the names of roads. Their bytes come before those of all profiles.
     *
     * # Errors
     * The extract has not been read to its end.
     * @returns {Uint8Array}
     */
    names() {
        const ret = wasm.mapbuilder_names(this.__wbg_ptr);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        return v1;
    }
    /**
     * Detects the format of an extract from its first bytes. These bytes have to be pushed as well.
     *
     * # Errors
     * The bytes are not in a supported format.
     * @param {Uint8Array | number[]} firstBytes
     * @param {boolean | null | undefined} leftHand
     * @param {boolean} hasBasemap
     */
    constructor(firstBytes, leftHand, hasBasemap) {
        const val2 = +hasBasemap;
        const ptr0 = passArray8ToWasm0(firstBytes, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.mapbuilder_new(ptr0, len0, isLikeNone(leftHand) ? 0xFFFFFF : leftHand ? 1 : 0, val2);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        MapBuilderFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Takes the next bytes of the extract.
     *
     * # Errors
     * The file is unreadable, or all passes are over.
     * @param {Uint8Array | number[]} bytes
     */
    push(bytes) {
        const ptr0 = passArray8ToWasm0(bytes, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.mapbuilder_push(this.__wbg_ptr, ptr0, len0);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Returns a readable report of what was read and what was skipped.
     *
     * # Errors
     * The extract has not been read to its end.
     * @returns {string}
     */
    report() {
        let deferred2_0;
        let deferred2_1;
        try {
            const ret = wasm.mapbuilder_report(this.__wbg_ptr);
            var ptr1 = ret[0];
            var len1 = ret[1];
            if (ret[3]) {
                ptr1 = 0; len1 = 0;
                throw takeFromExternrefTable0(ret[2]);
            }
            deferred2_0 = ptr1;
            deferred2_1 = len1;
            return getStringFromWasm0(ptr1, len1);
        } finally {
            wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
        }
    }
    /**
     * Builds one profile, given as a name or as a vehicle such as `semitrailer=truck:length=16.5:hazmat`. Its bytes
     * follow those of the profiles before it.
     *
     * # Errors
     * The extract has not been read to its end, or there is no such profile.
     * @param {string} roadUser
     * @returns {MapSection}
     */
    section(roadUser) {
        const ptr0 = passStringToWasm0(roadUser, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.mapbuilder_section(this.__wbg_ptr, ptr0, len0);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return MapSection.__wrap(ret[0]);
    }
    /**
     * Returns the bytes after all sections, empty without a basemap. Taking them frees them in the core.
     * @returns {Uint8Array}
     */
    takeBasemap() {
        const ret = wasm.mapbuilder_takeBasemap(this.__wbg_ptr);
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        return v1;
    }
}
if (Symbol.dispose) MapBuilder.prototype[Symbol.dispose] = MapBuilder.prototype.free;

/**
 * The metadata of a map file.
 */
export class MapFileHeader {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        MapFileHeaderFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_mapfileheader_free(ptr, 0);
    }
    /**
     * Returns the attribution that the license of the data requires.
     * @returns {string}
     */
    attribution() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.mapfileheader_attribution(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Returns south, west, north and east, in degrees.
     * @returns {Float64Array}
     */
    bounds() {
        const ret = wasm.mapfileheader_bounds(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Checks that bytes after all sections are those of a basemap.
     *
     * # Errors
     * The bytes are damaged.
     * @param {Uint8Array | number[]} framed
     */
    checkBasemap(framed) {
        const ptr0 = passArray8ToWasm0(framed, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.mapfileheader_checkBasemap(this.__wbg_ptr, ptr0, len0);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Checks that bytes are those of the names of roads.
     *
     * # Errors
     * The bytes are damaged.
     * @param {Uint8Array | number[]} bytes
     */
    checkNames(bytes) {
        const ptr0 = passArray8ToWasm0(bytes, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.mapfileheader_checkNames(this.__wbg_ptr, ptr0, len0);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Checks that bytes are those of a profile's section.
     *
     * # Errors
     * The bytes are damaged, or the map was not built for the profile.
     * @param {string} profile
     * @param {Uint8Array | number[]} bytes
     */
    checkSection(profile, bytes) {
        let ptr0, len0, ptr1, len1;
        try {
            ptr0 = passStringToWasm0(profile, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArray8ToWasm0(bytes, wasm.__wbindgen_malloc);
            len1 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
            throw e;
        }
        const ret = wasm.mapfileheader_checkSection(this.__wbg_ptr, ptr0, len0, ptr1, len1);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Returns the size of the extract in bytes.
     * @returns {number}
     */
    extractBytes() {
        const ret = wasm.mapfileheader_extractBytes(this.__wbg_ptr);
        return ret;
    }
    /**
     * Returns how many bytes the names of roads have. They directly follow the header.
     * @returns {number}
     */
    namesBytes() {
        const ret = wasm.mapfileheader_namesBytes(this.__wbg_ptr);
        return ret;
    }
    /**
     * Reads prefix and header.
     *
     * # Errors
     * The bytes are not those of a map file, or they are damaged.
     * @param {Uint8Array | number[]} bytes
     */
    constructor(bytes) {
        const ptr0 = passArray8ToWasm0(bytes, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.mapfileheader_new(ptr0, len0);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        MapFileHeaderFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Returns the names of the profiles that the map was built for.
     * @returns {string[]}
     */
    profiles() {
        const ret = wasm.mapfileheader_profiles(this.__wbg_ptr);
        var v1 = getArrayJsValueFromWasm0(ret[0], ret[1]);
        wasm.__wbindgen_free(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * Returns the same profiles with their full definitions, such as `semitrailer=truck:length=16.5`.
     * @returns {string[]}
     */
    roadUsers() {
        const ret = wasm.mapfileheader_roadUsers(this.__wbg_ptr);
        var v1 = getArrayJsValueFromWasm0(ret[0], ret[1]);
        wasm.__wbindgen_free(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * Returns the first byte of a profile's section, counted from the end of the header, and its number of bytes.
     *
     * # Errors
     * The map was not built for the profile.
     * @param {string} profile
     * @returns {Float64Array}
     */
    section(profile) {
        const ptr0 = passStringToWasm0(profile, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.mapfileheader_section(this.__wbg_ptr, ptr0, len0);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v2 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v2;
    }
    /**
     * Returns where all sections end, counted from the end of the header. A basemap may follow.
     * @returns {number}
     */
    sectionsEnd() {
        const ret = wasm.mapfileheader_sectionsEnd(this.__wbg_ptr);
        return ret;
    }
}
if (Symbol.dispose) MapFileHeader.prototype[Symbol.dispose] = MapFileHeader.prototype.free;

/**
 * One profile of a map that is being built.
 */
export class MapSection {
    static __wrap(ptr) {
        const obj = Object.create(MapSection.prototype);
        obj.__wbg_ptr = ptr;
        MapSectionFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        MapSectionFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_mapsection_free(ptr, 0);
    }
    /**
     * Returns a readable report with counts of the network.
     * @returns {string}
     */
    report() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.mapsection_report(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Returns the bytes of the section. Taking them frees them in the core.
     * @returns {Uint8Array}
     */
    takeBytes() {
        const ret = wasm.mapsection_takeBytes(this.__wbg_ptr);
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        return v1;
    }
}
if (Symbol.dispose) MapSection.prototype[Symbol.dispose] = MapSection.prototype.free;

/**
 * The texts of some rows. Each can be taken once; taking it frees it in the core.
 */
export class MatrixJson {
    static __wrap(ptr) {
        const obj = Object.create(MatrixJson.prototype);
        obj.__wbg_ptr = ptr;
        MatrixJsonFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        MatrixJsonFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_matrixjson_free(ptr, 0);
    }
    /**
     * `"source":{"destination":[meters,seconds,…],…},…` in UTF-8, with an entry for every source.
     * @returns {Uint8Array}
     */
    takeTravelCosts() {
        const ret = wasm.matrixjson_takeTravelCosts(this.__wbg_ptr);
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        return v1;
    }
    /**
     * `{"source":…,"destination":…},…` in UTF-8: the pairs without a road between them.
     * @returns {Uint8Array}
     */
    takeUnreachable() {
        const ret = wasm.matrixjson_takeUnreachable(this.__wbg_ptr);
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        return v1;
    }
}
if (Symbol.dispose) MatrixJson.prototype[Symbol.dispose] = MatrixJson.prototype.free;

/**
 * A matrix whose rows can be computed a few at a time.
 */
export class MatrixRows {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        MatrixRowsFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_matrixrows_free(ptr, 0);
    }
    /**
     * Returns some rows, given by the positions of their sources. `shouldStop` is called every few milliseconds.
     * Returns undefined if it returned true, or if the map was dropped or its costs were replaced meanwhile.
     *
     * # Errors
     * There are fewer rows, the texts are larger than the memory that is left, or `shouldStop` threw.
     * @param {number} first
     * @param {number} count
     * @param {() => boolean} shouldStop
     * @returns {MatrixJson | undefined}
     */
    json(first, count, shouldStop) {
        const ret = wasm.matrixrows_json(this.__wbg_ptr, first, count, shouldStop);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return ret[0] === 0 ? undefined : MatrixJson.__wrap(ret[0]);
    }
    /**
     * Creates a matrix of the selected pairs between places given in degrees, with all costs estimated. `keys` are the
     * JSON strings of all places, one after the other, split at `keyFirstOut`.
     *
     * # Errors
     * The arrays do not match in length, or a coordinate is out of range.
     * @param {EstimateModel} model
     * @param {MatrixSelection} selection
     * @param {Float64Array | number[]} latitudes
     * @param {Float64Array | number[]} longitudes
     * @param {Uint8Array | number[]} keys
     * @param {Uint32Array | number[]} keyFirstOut
     */
    constructor(model, selection, latitudes, longitudes, keys, keyFirstOut) {
        _assertClass(model, EstimateModel);
        _assertClass(selection, MatrixSelection);
        let ptr0, len0, ptr1, len1, ptr2, len2, ptr3, len3;
        try {
            ptr0 = passArrayF64ToWasm0(latitudes, wasm.__wbindgen_malloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArrayF64ToWasm0(longitudes, wasm.__wbindgen_malloc);
            len1 = WASM_VECTOR_LEN;
            ptr2 = passArray8ToWasm0(keys, wasm.__wbindgen_malloc);
            len2 = WASM_VECTOR_LEN;
            ptr3 = passArray32ToWasm0(keyFirstOut, wasm.__wbindgen_malloc);
            len3 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr3) { wasm.__wbindgen_free(ptr3, len3 * 4, 4); }
            if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 1, 1); }
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 8, 8); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 8, 8); }
            throw e;
        }
        const ret = wasm.matrixrows_new(model.__wbg_ptr, selection.__wbg_ptr, ptr0, len0, ptr1, len1, ptr2, len2, ptr3, len3);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        MatrixRowsFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Switches to costs on roads for all pairs, except those with a place off the map. `lanes` are the numbers of the
     * lanes of the travel times, as many as the model has. Every travel time on roads is divided by `speedFactor`.
     *
     * # Errors
     * The number of places differs, there is no such lane, or the speed factor is not positive.
     * @param {RoadPlaces} roads
     * @param {Uint8Array | number[]} lanes
     * @param {number} speedFactor
     */
    putOnRoads(roads, lanes, speedFactor) {
        _assertClass(roads, RoadPlaces);
        const val2 = +speedFactor;
        const ptr0 = passArray8ToWasm0(lanes, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.matrixrows_putOnRoads(this.__wbg_ptr, roads.__wbg_ptr, ptr0, len0, val2);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
}
if (Symbol.dispose) MatrixRows.prototype[Symbol.dispose] = MatrixRows.prototype.free;

/**
 * The pairs of a matrix, checked.
 */
export class MatrixSelection {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        MatrixSelectionFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_matrixselection_free(ptr, 0);
    }
    /**
     * Creates a selection. Place `i` has the classes `classValues[classFirstOut[i] .. classFirstOut[i + 1]]`; if
     * `classFirstOut` is empty, every pair is selected. With `containment`, the source must have all classes of the
     * destination; otherwise one class in common is enough.
     *
     * # Errors
     * An index is out of range or occurs twice in one list, a class is not an integer, or the class offsets are
     * invalid.
     * @param {number} placeCount
     * @param {Uint32Array | number[]} sources
     * @param {Uint32Array | number[]} destinations
     * @param {Uint32Array | number[]} classFirstOut
     * @param {Float64Array | number[]} classValues
     * @param {boolean} containment
     */
    constructor(placeCount, sources, destinations, classFirstOut, classValues, containment) {
        const val5 = +placeCount;
        const val6 = +containment;
        let ptr0, len0, ptr1, len1, ptr2, len2, ptr3, len3;
        try {
            ptr0 = passArray32ToWasm0(sources, wasm.__wbindgen_malloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArray32ToWasm0(destinations, wasm.__wbindgen_malloc);
            len1 = WASM_VECTOR_LEN;
            ptr2 = passArray32ToWasm0(classFirstOut, wasm.__wbindgen_malloc);
            len2 = WASM_VECTOR_LEN;
            ptr3 = passArrayF64ToWasm0(classValues, wasm.__wbindgen_malloc);
            len3 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr3) { wasm.__wbindgen_free(ptr3, len3 * 8, 8); }
            if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 4, 4); }
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 4, 4); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 4, 4); }
            throw e;
        }
        const ret = wasm.matrixselection_new(val5, ptr0, len0, ptr1, len1, ptr2, len2, ptr3, len3, val6);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        MatrixSelectionFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Returns the number of selected pairs.
     * @returns {number}
     */
    pairCount() {
        const ret = wasm.matrixselection_pairCount(this.__wbg_ptr);
        return ret;
    }
}
if (Symbol.dispose) MatrixSelection.prototype[Symbol.dispose] = MatrixSelection.prototype.free;

/**
 * A problem and the search for its answer. It holds the travel tables in the memory of the instance, and has to be
 * freed afterwards.
 */
export class PlanSearch {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        PlanSearchFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_plansearch_free(ptr, 0);
    }
    /**
     * Adds the checkpoint of the search of one part. Its changes are merged into the checkpoint that is passed to
     * `start`, which has to be the one that `base` returns.
     * @param {Uint8Array | number[]} checkpoint
     */
    addChanged(checkpoint) {
        const ptr0 = passArray8ToWasm0(checkpoint, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        wasm.plansearch_addChanged(this.__wbg_ptr, ptr0, len0);
    }
    /**
     * Adds the next travel table: distances, row-major by place of departure, and seconds, with the lanes of a pair
     * side by side. `rows` says which pairs the table has if it does not have all: see `TravelTable` of
     * `server/search`.
     * @param {Int32Array | number[]} distanceMeters
     * @param {Int32Array | number[]} travelSeconds
     * @param {Uint32Array | number[] | null} [rows]
     */
    addTable(distanceMeters, travelSeconds, rows) {
        let ptr0, len0, ptr1, len1, ptr2, len2;
        try {
            ptr0 = passArray32ToWasm0(distanceMeters, wasm.__wbindgen_malloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArray32ToWasm0(travelSeconds, wasm.__wbindgen_malloc);
            len1 = WASM_VECTOR_LEN;
            ptr2 = isLikeNone(rows) ? 0 : passArray32ToWasm0(rows, wasm.__wbindgen_malloc);
            len2 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 4, 4); }
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 4, 4); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 4, 4); }
            throw e;
        }
        wasm.plansearch_addTable(this.__wbg_ptr, ptr0, len0, ptr1, len1, ptr2, len2);
    }
    /**
     * Returns the best answer so far, as JSON. `finish` has to be called before it.
     *
     * # Errors
     * The search was not started.
     * @returns {Uint8Array}
     */
    answer() {
        const ret = wasm.plansearch_answer(this.__wbg_ptr);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        return v1;
    }
    /**
     * Returns the whole plan that a search of one part started from; the searches of the other parts started from the
     * same plan.
     *
     * # Errors
     * The search was not started.
     * @returns {Uint8Array | undefined}
     */
    base() {
        const ret = wasm.plansearch_base(this.__wbg_ptr);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        let v1;
        if (ret[0] !== 0) {
            v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
            wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        }
        return v1;
    }
    /**
     * Returns the best plan so far as bytes. `start` can continue from them at any later time, for this problem. Does
     * not affect the search.
     *
     * # Errors
     * The search was not started.
     * @returns {Uint8Array}
     */
    checkpoint() {
        const ret = wasm.plansearch_checkpoint(this.__wbg_ptr);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        return v1;
    }
    /**
     * Limits the search to one of `count` parts of the checkpoint: it changes nothing else. This is only allowed if
     * `SearchStatus.divisible` is true. Equal checkpoints are divided into equal parts.
     * @param {number} idx
     * @param {number} count
     */
    confine(idx, count) {
        wasm.plansearch_confine(this.__wbg_ptr, idx, count);
    }
    /**
     * Makes the last attempts to improve the best plan, before `answer`.
     *
     * # Errors
     * The search was not started.
     */
    finish() {
        const ret = wasm.plansearch_finish(this.__wbg_ptr);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Returns whether the search gains from going on for long, because it combines routes that it has made at
     * different times.
     *
     * # Errors
     * The search was not started.
     * @returns {boolean}
     */
    hasPool() {
        const ret = wasm.plansearch_hasPool(this.__wbg_ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return ret[0] !== 0;
    }
    /**
     * Takes the problem as JSON, in the form of `server/routing/problem.ts`. `start` parses it.
     * @param {Uint8Array | number[]} problemJson
     */
    constructor(problemJson) {
        const ptr0 = passArray8ToWasm0(problemJson, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.plansearch_new(ptr0, len0);
        this.__wbg_ptr = ret;
        PlanSearchFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Returns the routes of the best plan so far, without times. Each route consists of its shift, the number of its
     * places, and for each place its stop and the place; the stop is `u32::MAX` for a start, an end or a reload. Does
     * not affect the search.
     *
     * # Errors
     * The search was not started.
     * @returns {Uint32Array}
     */
    outline() {
        const ret = wasm.plansearch_outline(this.__wbg_ptr);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v1 = getArrayU32FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * Searches for some iterations. `progress` is the share of the time that is used up, from 0 to 1. Returns true
     * when more iterations would change nothing.
     *
     * # Errors
     * The search was not started.
     * @param {number} iterations
     * @param {number} progress
     * @returns {boolean}
     */
    run(iterations, progress) {
        const ret = wasm.plansearch_run(this.__wbg_ptr, iterations, progress);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return ret[0] !== 0;
    }
    /**
     * Does both, for hosts that wait as long as it takes.
     *
     * # Errors
     * The search was not started.
     * @returns {Uint8Array}
     */
    solution() {
        const ret = wasm.plansearch_solution(this.__wbg_ptr);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        return v1;
    }
    /**
     * Reads the problem and prepares the search, continuing from the checkpoint of an earlier search if one is given.
     * With `maxIterations`, equal problems, seeds and checkpoints give equal answers. `isOver` is called during long
     * steps to check whether the time of the host is over: first when the construction of the first plan begins, and
     * again when the answer is written.
     *
     * # Errors
     * The message or a table is not a valid problem, or the checkpoint is damaged or belongs to another problem.
     * @param {bigint} seed
     * @param {bigint | null} [maxIterations]
     * @param {Uint8Array | number[] | null} [checkpoint]
     * @param {() => boolean | null} [isOver]
     */
    start(seed, maxIterations, checkpoint, isOver) {
        const val2 = BigInt.asIntN(64, seed);
        const val3 = BigInt.asIntN(64, (isLikeNone(maxIterations) ? BigInt(0) : maxIterations));
        var ptr0 = isLikeNone(checkpoint) ? 0 : passArray8ToWasm0(checkpoint, wasm.__wbindgen_malloc);
        var len0 = WASM_VECTOR_LEN;
        const ret = wasm.plansearch_start(this.__wbg_ptr, val2, !isLikeNone(maxIterations), val3, ptr0, len0, isLikeNone(isOver) ? 0 : addToExternrefTable0(isOver));
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Returns the progress of the search.
     *
     * # Errors
     * The search was not started.
     * @returns {SearchStatus}
     */
    status() {
        const ret = wasm.plansearch_status(this.__wbg_ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return SearchStatus.__wrap(ret[0]);
    }
}
if (Symbol.dispose) PlanSearch.prototype[Symbol.dispose] = PlanSearch.prototype.free;

/**
 * Places that have been snapped to roads, with the costs that were current at that time.
 */
export class RoadPlaces {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        RoadPlacesFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_roadplaces_free(ptr, 0);
    }
    /**
     * Returns the name of the live speeds that the costs are for (`SpeedRules.setLive`), or undefined if no live
     * speeds are in force.
     * @returns {string | undefined}
     */
    liveSpeeds() {
        const ret = wasm.roadplaces_liveSpeeds(this.__wbg_ptr);
        let v1;
        if (ret[0] !== 0) {
            v1 = getStringFromWasm0(ret[0], ret[1]);
            wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        }
        return v1;
    }
    /**
     * Snaps places, given in degrees, to the roads of a profile that are at most `radiusMeters` away.
     *
     * # Errors
     * A coordinate is out of range.
     * @param {RoadProfile} profile
     * @param {Float64Array | number[]} latitudes
     * @param {Float64Array | number[]} longitudes
     * @param {number} radiusMeters
     */
    constructor(profile, latitudes, longitudes, radiusMeters) {
        _assertClass(profile, RoadProfile);
        const val3 = +radiusMeters;
        let ptr0, len0, ptr1, len1;
        try {
            ptr0 = passArrayF64ToWasm0(latitudes, wasm.__wbindgen_malloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArrayF64ToWasm0(longitudes, wasm.__wbindgen_malloc);
            len1 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 8, 8); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 8, 8); }
            throw e;
        }
        const ret = wasm.roadplaces_new(profile.__wbg_ptr, ptr0, len0, ptr1, len1, val3);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        RoadPlacesFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Draws a route from place to place. Each leg takes the fastest path in its lane (weekday windows from 0, then the
     * weekend, then free flow), and is straight if there is no path or a place is off the map. `latitudes` and
     * `longitudes` are those of the places before snapping; the drawing of each leg starts and ends there.
     *
     * # Errors
     * The lists do not match in length, or there is no such place, lane or precision.
     * @param {Float64Array | number[]} latitudes
     * @param {Float64Array | number[]} longitudes
     * @param {Uint32Array | number[]} from
     * @param {Uint32Array | number[]} to
     * @param {Uint8Array | number[]} lanes
     * @param {number} digits
     * @returns {RouteLine}
     */
    route(latitudes, longitudes, from, to, lanes, digits) {
        const val6 = +digits;
        let ptr0, len0, ptr1, len1, ptr2, len2, ptr3, len3, ptr4, len4;
        try {
            ptr0 = passArrayF64ToWasm0(latitudes, wasm.__wbindgen_malloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArrayF64ToWasm0(longitudes, wasm.__wbindgen_malloc);
            len1 = WASM_VECTOR_LEN;
            ptr2 = passArray32ToWasm0(from, wasm.__wbindgen_malloc);
            len2 = WASM_VECTOR_LEN;
            ptr3 = passArray32ToWasm0(to, wasm.__wbindgen_malloc);
            len3 = WASM_VECTOR_LEN;
            ptr4 = passArray8ToWasm0(lanes, wasm.__wbindgen_malloc);
            len4 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr4) { wasm.__wbindgen_free(ptr4, len4 * 1, 1); }
            if (ptr3) { wasm.__wbindgen_free(ptr3, len3 * 4, 4); }
            if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 4, 4); }
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 8, 8); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 8, 8); }
            throw e;
        }
        const ret = wasm.roadplaces_route(this.__wbg_ptr, ptr0, len0, ptr1, len1, ptr2, len2, ptr3, len3, ptr4, len4, val6);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return RouteLine.__wrap(ret[0]);
    }
    /**
     * Returns the meters from each place to its road; NaN where no road is near.
     * @returns {Float64Array}
     */
    snapMeters() {
        const ret = wasm.roadplaces_snapMeters(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Returns the snapped latitude and longitude of each place, alternating, in degrees; NaN where no road is near.
     * @returns {Float64Array}
     */
    snappedDegrees() {
        const ret = wasm.roadplaces_snappedDegrees(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Returns the version of the speeds that the costs are for: equal for equal speeds, in all instances of this
     * module.
     * @returns {string}
     */
    speedsVersion() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.roadplaces_speedsVersion(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
}
if (Symbol.dispose) RoadPlaces.prototype[Symbol.dispose] = RoadPlaces.prototype.free;

/**
 * A profile of a map. Its costs and roads stay in memory until it is freed.
 */
export class RoadProfile {
    static __wrap(ptr) {
        const obj = Object.create(RoadProfile.prototype);
        obj.__wbg_ptr = ptr;
        RoadProfileFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        RoadProfileFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_roadprofile_free(ptr, 0);
    }
}
if (Symbol.dispose) RoadProfile.prototype[Symbol.dispose] = RoadProfile.prototype.free;

/**
 * A tile that is being composed.
 */
export class RoadTile {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        RoadTileFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_roadtile_free(ptr, 0);
    }
    /**
     * Adds the basemap of a map. If it is not loaded, `readBasemap` is called for the bytes after the sections of the
     * map file.
     *
     * # Errors
     * The file is damaged, or `readBasemap` threw.
     * @param {number} number
     * @param {() => Uint8Array} readBasemap
     */
    addBasemap(number, readBasemap) {
        const ret = wasm.roadtile_addBasemap(this.__wbg_ptr, number, readBasemap);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Adds the roads of a map. `readNames` is called if the names of the map are not loaded.
     *
     * # Errors
     * There is no such map, its file is damaged, or `readNames` threw.
     * @param {number} number
     * @param {RoadProfile} roads
     * @param {() => Uint8Array} readNames
     */
    add(number, roads, readNames) {
        _assertClass(roads, RoadProfile);
        const ret = wasm.roadtile_add(this.__wbg_ptr, number, roads.__wbg_ptr, readNames);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Returns the bytes of the tile, which are empty if it shows nothing. The tile cannot be used afterwards.
     * @returns {Uint8Array}
     */
    finish() {
        const ptr = this.__destroy_into_raw();
        const ret = wasm.roadtile_finish(ptr);
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        return v1;
    }
    /**
     * Creates a tile without roads.
     *
     * # Errors
     * There is no such tile.
     * @param {number} zoom
     * @param {number} x
     * @param {number} y
     */
    constructor(zoom, x, y) {
        const ret = wasm.roadtile_new(zoom, x, y);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        RoadTileFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
}
if (Symbol.dispose) RoadTile.prototype[Symbol.dispose] = RoadTile.prototype.free;

/**
 * The line of a route, and the distance and time of each leg. It has to be freed.
 */
export class RouteLine {
    static __wrap(ptr) {
        const obj = Object.create(RouteLine.prototype);
        obj.__wbg_ptr = ptr;
        RouteLineFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        RouteLineFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_routeline_free(ptr, 0);
    }
    /**
     * Returns the points of the whole line as alternating longitudes and latitudes in degrees, the order of GeoJSON.
     * @returns {Float64Array}
     */
    degrees() {
        const ret = wasm.routeline_degrees(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Returns the meters of each leg along the roads; NaN for a straight leg.
     * @returns {Float64Array}
     */
    legMeters() {
        const ret = wasm.routeline_legMeters(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Returns the seconds of each leg in its lane; NaN for a straight leg.
     * @returns {Float64Array}
     */
    legSeconds() {
        const ret = wasm.routeline_legSeconds(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Returns the latitude and longitude, in degrees, of the point at `share` of the length of a leg.
     *
     * # Errors
     * There is no such leg.
     * @param {number} leg
     * @param {number} share
     * @returns {Float64Array}
     */
    pointOn(leg, share) {
        const ret = wasm.routeline_pointOn(this.__wbg_ptr, leg, share);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Returns the whole line as an encoded polyline.
     * @returns {string}
     */
    polyline() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.routeline_polyline(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Creates a route that goes straight from place to place, for places without a map. `from` and `to` are the ends
     * of its legs.
     *
     * # Errors
     * The lists do not match in length, or there is no such place or precision.
     * @param {Float64Array | number[]} latitudes
     * @param {Float64Array | number[]} longitudes
     * @param {Uint32Array | number[]} from
     * @param {Uint32Array | number[]} to
     * @param {number} digits
     * @returns {RouteLine}
     */
    static straight(latitudes, longitudes, from, to, digits) {
        const val5 = +digits;
        let ptr0, len0, ptr1, len1, ptr2, len2, ptr3, len3;
        try {
            ptr0 = passArrayF64ToWasm0(latitudes, wasm.__wbindgen_malloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArrayF64ToWasm0(longitudes, wasm.__wbindgen_malloc);
            len1 = WASM_VECTOR_LEN;
            ptr2 = passArray32ToWasm0(from, wasm.__wbindgen_malloc);
            len2 = WASM_VECTOR_LEN;
            ptr3 = passArray32ToWasm0(to, wasm.__wbindgen_malloc);
            len3 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr3) { wasm.__wbindgen_free(ptr3, len3 * 4, 4); }
            if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 4, 4); }
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 8, 8); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 8, 8); }
            throw e;
        }
        const ret = wasm.routeline_straight(ptr0, len0, ptr1, len1, ptr2, len2, ptr3, len3, val5);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return RouteLine.__wrap(ret[0]);
    }
}
if (Symbol.dispose) RouteLine.prototype[Symbol.dispose] = RouteLine.prototype.free;

/**
 * The progress of a search and the quality of its best plan. It has to be freed.
 */
export class SearchStatus {
    static __wrap(ptr) {
        const obj = Object.create(SearchStatus.prototype);
        obj.__wbg_ptr = ptr;
        SearchStatusFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        SearchStatusFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_searchstatus_free(ptr, 0);
    }
    /**
     * The cost in money.
     * @returns {number}
     */
    get cost() {
        const ret = wasm.__wbg_get_searchstatus_cost(this.__wbg_ptr);
        return ret;
    }
    /**
     * Whether several searches may each work on one part of the plan.
     * @returns {boolean}
     */
    get divisible() {
        const ret = wasm.__wbg_get_searchstatus_divisible(this.__wbg_ptr);
        return ret !== 0;
    }
    /**
     * Positions that insertions have examined, in this search only.
     * @returns {number}
     */
    get insertions() {
        const ret = wasm.__wbg_get_searchstatus_insertions(this.__wbg_ptr);
        return ret;
    }
    /**
     * Iterations so far, including those of the earlier searches that it continues.
     * @returns {number}
     */
    get iterations() {
        const ret = wasm.__wbg_get_searchstatus_iterations(this.__wbg_ptr);
        return ret;
    }
    /**
     * The number of visits that are not served.
     * @returns {number}
     */
    get unserved() {
        const ret = wasm.__wbg_get_searchstatus_unserved(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * The number of vehicles in use.
     * @returns {number}
     */
    get vehicles() {
        const ret = wasm.__wbg_get_searchstatus_vehicles(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Returns the minimized terms, the most important one first, to compare plans of one problem.
     * @returns {Float64Array}
     */
    get score() {
        const ret = wasm.searchstatus_score(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
}
if (Symbol.dispose) SearchStatus.prototype[Symbol.dispose] = SearchStatus.prototype.free;

/**
 * Speed rules in the order in which they are applied.
 */
export class SpeedRules {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        SpeedRulesFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_speedrules_free(ptr, 0);
    }
    /**
     * Adds a rule that applies to one way (any way if 0), inside an area (latitude and longitude of each corner in
     * degrees; anywhere if empty), to one road class (all if empty), in the lanes of a mask (bit `w` for weekday
     * window `w`, bit 8 for the weekend, bit 9 for free flow). If `isFactor`, the rule multiplies the speed by
     * `value`; otherwise it sets the speed to `value` kilometers per hour.
     *
     * # Errors
     * There is no such class, both an area and a way are given, or a number is out of range.
     * @param {number} wayId
     * @param {Float64Array | number[]} area
     * @param {string} className
     * @param {number} lanes
     * @param {boolean} isFactor
     * @param {number} value
     */
    add(wayId, area, className, lanes, isFactor, value) {
        const val3 = +wayId;
        const val4 = +lanes;
        const val5 = +isFactor;
        const val6 = +value;
        let ptr0, len0, ptr1, len1;
        try {
            ptr0 = passArrayF64ToWasm0(area, wasm.__wbindgen_malloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passStringToWasm0(className, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            len1 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 8, 8); }
            throw e;
        }
        const ret = wasm.speedrules_add(this.__wbg_ptr, val3, ptr0, len0, ptr1, len1, val4, val5, val6);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Creates an empty list of rules.
     */
    constructor() {
        const ret = wasm.speedrules_new();
        this.__wbg_ptr = ret;
        SpeedRulesFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Declares that there are live speeds among the rules, and sets their name, which `RoadPlaces.liveSpeeds` returns
     * for costs that were computed with them.
     * @param {string} name
     */
    setLive(name) {
        const ptr0 = passStringToWasm0(name, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        const len0 = WASM_VECTOR_LEN;
        wasm.speedrules_setLive(this.__wbg_ptr, ptr0, len0);
    }
}
if (Symbol.dispose) SpeedRules.prototype[Symbol.dispose] = SpeedRules.prototype.free;

/**
 * Travel costs between all pairs of some places, written a few rows at a time into a travel table.
 */
export class TravelRows {
    static __wrap(ptr) {
        const obj = Object.create(TravelRows.prototype);
        obj.__wbg_ptr = ptr;
        TravelRowsFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        TravelRowsFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_travelrows_free(ptr, 0);
    }
    /**
     * Creates a table of estimates for places given in degrees.
     *
     * # Errors
     * A coordinate is out of range.
     * @param {EstimateModel} model
     * @param {Float64Array | number[]} latitudes
     * @param {Float64Array | number[]} longitudes
     * @returns {TravelRows}
     */
    static estimated(model, latitudes, longitudes) {
        _assertClass(model, EstimateModel);
        let ptr0, len0, ptr1, len1;
        try {
            ptr0 = passArrayF64ToWasm0(latitudes, wasm.__wbindgen_malloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArrayF64ToWasm0(longitudes, wasm.__wbindgen_malloc);
            len1 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 8, 8); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 8, 8); }
            throw e;
        }
        const ret = wasm.travelrows_estimated(model.__wbg_ptr, ptr0, len0, ptr1, len1);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return TravelRows.__wrap(ret[0]);
    }
    /**
     * Creates a table of costs on roads, with estimates where a place is off the map. `lanes` are the numbers of the
     * lanes of the travel times, as many as the model has. Every travel time on roads is divided by `speedFactor`.
     *
     * # Errors
     * The arrays do not match in length, a coordinate is out of range, there is no such lane, or the speed factor is
     * not positive.
     * @param {RoadPlaces} roads
     * @param {Uint8Array | number[]} lanes
     * @param {number} speedFactor
     * @param {EstimateModel} model
     * @param {Float64Array | number[]} latitudes
     * @param {Float64Array | number[]} longitudes
     * @returns {TravelRows}
     */
    static onRoads(roads, lanes, speedFactor, model, latitudes, longitudes) {
        _assertClass(roads, RoadPlaces);
        _assertClass(model, EstimateModel);
        const val4 = +speedFactor;
        let ptr0, len0, ptr1, len1, ptr2, len2;
        try {
            ptr0 = passArray8ToWasm0(lanes, wasm.__wbindgen_malloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArrayF64ToWasm0(latitudes, wasm.__wbindgen_malloc);
            len1 = WASM_VECTOR_LEN;
            ptr2 = passArrayF64ToWasm0(longitudes, wasm.__wbindgen_malloc);
            len2 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 8, 8); }
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 8, 8); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
            throw e;
        }
        const ret = wasm.travelrows_onRoads(roads.__wbg_ptr, ptr0, len0, val4, model.__wbg_ptr, ptr1, len1, ptr2, len2);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return TravelRows.__wrap(ret[0]);
    }
    /**
     * Writes the costs from each place of `from` to each place of `to`, in the layout of `write`.
     *
     * # Errors
     * There is no such place, or the arrays do not have exactly as many numbers as the pairs.
     * @param {Uint32Array | number[]} from
     * @param {Uint32Array | number[]} to
     * @param {Int32Array} distanceMeters
     * @param {Int32Array} travelSeconds
     */
    writeBetween(from, to, distanceMeters, travelSeconds) {
        let ptr0, len0, ptr1, len1, ptr2, len2, ptr3, len3;
        try {
            ptr0 = passArray32ToWasm0(from, wasm.__wbindgen_malloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArray32ToWasm0(to, wasm.__wbindgen_malloc);
            len1 = WASM_VECTOR_LEN;
            ptr2 = passArray32ToWasm0(distanceMeters, wasm.__wbindgen_malloc);
            len2 = WASM_VECTOR_LEN;
            ptr3 = passArray32ToWasm0(travelSeconds, wasm.__wbindgen_malloc);
            len3 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr3) { wasm.__wbindgen_free(ptr3, len3 * 4, 4); }
            if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 4, 4); }
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 4, 4); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 4, 4); }
            throw e;
        }
        const ret = wasm.travelrows_writeBetween(this.__wbg_ptr, ptr0, len0, ptr1, len1, ptr2, len2, distanceMeters, ptr3, len3, travelSeconds);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Writes single pairs, in the layout of `write`: from the first place of `from` to the first of `to`, from the
     * second to the second, and so on. Use it for few pairs of many places: rows need labels of all these places, and
     * a label takes as long to compute as some ten pairs.
     *
     * # Errors
     * There is no such place, or the arrays do not have exactly as many numbers as the pairs.
     * @param {Uint32Array | number[]} from
     * @param {Uint32Array | number[]} to
     * @param {Int32Array} distanceMeters
     * @param {Int32Array} travelSeconds
     */
    writePairs(from, to, distanceMeters, travelSeconds) {
        let ptr0, len0, ptr1, len1, ptr2, len2, ptr3, len3;
        try {
            ptr0 = passArray32ToWasm0(from, wasm.__wbindgen_malloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArray32ToWasm0(to, wasm.__wbindgen_malloc);
            len1 = WASM_VECTOR_LEN;
            ptr2 = passArray32ToWasm0(distanceMeters, wasm.__wbindgen_malloc);
            len2 = WASM_VECTOR_LEN;
            ptr3 = passArray32ToWasm0(travelSeconds, wasm.__wbindgen_malloc);
            len3 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr3) { wasm.__wbindgen_free(ptr3, len3 * 4, 4); }
            if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 4, 4); }
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 4, 4); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 4, 4); }
            throw e;
        }
        const ret = wasm.travelrows_writePairs(this.__wbg_ptr, ptr0, len0, ptr1, len1, ptr2, len2, distanceMeters, ptr3, len3, travelSeconds);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Writes rows `first` to `first + count`: one number per pair into `distanceMeters`, and the times of all lanes of
     * a pair side by side into `travelSeconds`; -1 where no road leads.
     *
     * # Errors
     * There are fewer rows, or the arrays do not have exactly as many numbers as the rows.
     * @param {number} first
     * @param {number} count
     * @param {Int32Array} distanceMeters
     * @param {Int32Array} travelSeconds
     */
    write(first, count, distanceMeters, travelSeconds) {
        const val3 = +first;
        const val4 = +count;
        let ptr0, len0, ptr1, len1;
        try {
            ptr0 = passArray32ToWasm0(distanceMeters, wasm.__wbindgen_malloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArray32ToWasm0(travelSeconds, wasm.__wbindgen_malloc);
            len1 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 4, 4); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 4, 4); }
            throw e;
        }
        const ret = wasm.travelrows_write(this.__wbg_ptr, val3, val4, ptr0, len0, distanceMeters, ptr1, len1, travelSeconds);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
}
if (Symbol.dispose) TravelRows.prototype[Symbol.dispose] = TravelRows.prototype.free;

/**
 * Returns the length of prefix and header of a map file together, given its first bytes.
 *
 * # Errors
 * The file is not a map of this version.
 * @param {Uint8Array | number[]} prefix
 * @returns {number}
 */
export function mapHeaderBytes(prefix) {
    const ptr0 = passArray8ToWasm0(prefix, wasm.__wbindgen_malloc);
    const len0 = WASM_VECTOR_LEN;
    const ret = wasm.mapHeaderBytes(ptr0, len0);
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return ret[0] >>> 0;
}

/**
 * Returns how many bytes of a map file are needed to determine the length of its header.
 * @returns {number}
 */
export function mapPrefixBytes() {
    const ret = wasm.mapPrefixBytes();
    return ret >>> 0;
}

/**
 * Returns the number of bytes that the costs of all loaded profiles use, for metrics.
 * @returns {number}
 */
export function metricBytes() {
    const ret = wasm.metricBytes();
    return ret;
}

/**
 * Loads a profile of a map if it fits beside the profiles that are already loaded.
 *
 * # Errors
 * The same as for `useProfile`.
 * @param {number} number
 * @param {string} profile
 * @param {() => Uint8Array} readSection
 */
export function preloadProfile(number, profile, readSection) {
    const val2 = +number;
    const ptr0 = passStringToWasm0(profile, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
    const len0 = WASM_VECTOR_LEN;
    const ret = wasm.preloadProfile(val2, ptr0, len0, readSection);
    if (ret[1]) {
        throw takeFromExternrefTable0(ret[0]);
    }
}

/**
 * Returns how many bytes a profile of a map needs at the current speeds.
 *
 * # Errors
 * There is no such map or profile, or no speeds are set.
 * @param {number} number
 * @param {string} profile
 * @returns {number}
 */
export function profileBytes(number, profile) {
    const val2 = +number;
    const ptr0 = passStringToWasm0(profile, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
    const len0 = WASM_VECTOR_LEN;
    const ret = wasm.profileBytes(val2, ptr0, len0);
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return ret[0];
}

/**
 * Registers a map under the next number, unless the number is already registered.
 *
 * # Errors
 * The bytes are not a map header, or a map with a lower number is missing.
 * @param {number} number
 * @param {Uint8Array | number[]} header
 */
export function registerMap(number, header) {
    const val2 = +number;
    const ptr0 = passArray8ToWasm0(header, wasm.__wbindgen_malloc);
    const len0 = WASM_VECTOR_LEN;
    const ret = wasm.registerMap(val2, ptr0, len0);
    if (ret[1]) {
        throw takeFromExternrefTable0(ret[0]);
    }
}

/**
 * Sets how many bytes all loaded profiles may use together; by default there is no limit. Profiles that are already
 * loaded are not dropped.
 * @param {number} bytesMax
 */
export function setMapsMemory(bytesMax) {
    wasm.setMapsMemory(bytesMax);
}

/**
 * Sets the traffic speeds and replaces the costs of all loaded profiles. A profile whose new costs do not fit beside
 * the old ones is dropped, and loaded again when it is needed. `windowFactors` has four numbers per weekday window and
 * `weekendFactors` has four: motorway, primary, tertiary, residential. `windowIntervals` has three numbers per
 * interval: the index of its window, and the first and last second of the day, both inclusive.
 *
 * # Errors
 * A factor is not positive, there are more windows than lanes, an interval has no valid window or times, or some
 * profile would need more memory at these speeds than maps may use. Nothing has changed then.
 * @param {Float64Array | number[]} windowFactors
 * @param {Float64Array | number[]} weekendFactors
 * @param {Uint32Array | number[]} windowIntervals
 * @param {SpeedRules} rules
 */
export function setSpeeds(windowFactors, weekendFactors, windowIntervals, rules) {
    _assertClass(rules, SpeedRules);
    let ptr0, len0, ptr1, len1, ptr2, len2;
    try {
        ptr0 = passArrayF64ToWasm0(windowFactors, wasm.__wbindgen_malloc);
        len0 = WASM_VECTOR_LEN;
        ptr1 = passArrayF64ToWasm0(weekendFactors, wasm.__wbindgen_malloc);
        len1 = WASM_VECTOR_LEN;
        ptr2 = passArray32ToWasm0(windowIntervals, wasm.__wbindgen_malloc);
        len2 = WASM_VECTOR_LEN;
    } catch (e) {
        if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 4, 4); }
        if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 8, 8); }
        if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 8, 8); }
        throw e;
    }
    const ret = wasm.setSpeeds(ptr0, len0, ptr1, len1, ptr2, len2, rules.__wbg_ptr);
    if (ret[1]) {
        throw takeFromExternrefTable0(ret[0]);
    }
}

/**
 * Returns a profile of a map with its costs. If it is not loaded, `readSection` is called, and other profiles may be
 * dropped to make room. Returns undefined if there is no room yet because other profiles are being loaded or still in
 * use; the caller should retry soon, and hold no `RoadProfile` and no `RoadPlaces` meanwhile.
 *
 * # Errors
 * The file is damaged, the map was not built for the profile, the profile needs more memory than maps may use, no
 * speeds are set, or `readSection` threw.
 * @param {number} number
 * @param {string} profile
 * @param {() => Uint8Array} readSection
 * @returns {RoadProfile | undefined}
 */
export function useProfile(number, profile, readSection) {
    const val2 = +number;
    const ptr0 = passStringToWasm0(profile, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
    const len0 = WASM_VECTOR_LEN;
    const ret = wasm.useProfile(val2, ptr0, len0, readSection);
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return ret[0] === 0 ? undefined : RoadProfile.__wrap(ret[0]);
}
function __wbg_get_imports(memory) {
    const import0 = {
        __proto__: null,
        __wbg_Error_208446807d0d1e30: function(arg0, arg1) {
            const ret = Error(getStringFromWasm0(arg0, arg1));
            return ret;
        },
        __wbg___wbindgen_copy_to_typed_array_680b191e71920dc1: function(arg0, arg1, arg2) {
            new Uint8Array(arg2.buffer, arg2.byteOffset, arg2.byteLength).set(getArrayU8FromWasm0(arg0, arg1));
        },
        __wbg___wbindgen_throw_4c88d8bf264fd984: function(arg0, arg1) {
            throw new Error(getStringFromWasm0(arg0, arg1));
        },
        __wbg_call_19c4268e0388ff2d: function() { return handleError(function (arg0, arg1) {
            const ret = arg0.call(arg1);
            return ret;
        }, arguments); },
        __wbg_call_5459db4f15aef24c: function() { return handleError(function (arg0, arg1, arg2) {
            const ret = arg1.call(arg2);
            const ptr1 = passArray8ToWasm0(ret, wasm.__wbindgen_malloc);
            const len1 = WASM_VECTOR_LEN;
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);
        }, arguments); },
        __wbg_call_976142dd65efbf32: function(arg0, arg1) {
            const ret = arg0.call(arg1);
            return ret;
        },
        __wbindgen_generic_0000000000000001: function(arg0, arg1) {
            // Cast intrinsic for `Ref(String) -> Externref`.
            const ret = getStringFromWasm0(arg0, arg1);
            return ret;
        },
        __wbindgen_init_externref_table: function() {
            const table = wasm.__wbindgen_externrefs;
            table.set(0, undefined);
            table.set(1024, undefined);
            table.set(1025, null);
            table.set(1026, true);
            table.set(1027, false);
        },
        memory: memory || new WebAssembly.Memory({initial:26,maximum:65536,shared:true}),
    };
    return {
        __proto__: null,
        "./route_engine_wasm_bg.js": import0,
    };
}

const EstimateModelFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_estimatemodel_free(ptr, 1));
const MapBuilderFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_mapbuilder_free(ptr, 1));
const MapFileHeaderFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_mapfileheader_free(ptr, 1));
const MapSectionFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_mapsection_free(ptr, 1));
const MatrixJsonFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_matrixjson_free(ptr, 1));
const MatrixRowsFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_matrixrows_free(ptr, 1));
const MatrixSelectionFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_matrixselection_free(ptr, 1));
const PlanSearchFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_plansearch_free(ptr, 1));
const RoadPlacesFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_roadplaces_free(ptr, 1));
const RoadProfileFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_roadprofile_free(ptr, 1));
const RoadTileFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_roadtile_free(ptr, 1));
const RouteLineFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_routeline_free(ptr, 1));
const SearchStatusFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_searchstatus_free(ptr, 1));
const SpeedRulesFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_speedrules_free(ptr, 1));
const TravelRowsFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_travelrows_free(ptr, 1));

function addToExternrefTable0(obj) {
    const idx = wasm.__externref_table_alloc();
    wasm.__wbindgen_externrefs.set(idx, obj);
    return idx;
}

function _assertClass(instance, klass) {
    if (!(instance instanceof klass)) {
        throw new Error(`expected instance of ${klass.name}`);
    }
}

function getArrayF64FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getFloat64ArrayMemory0().subarray(ptr / 8, ptr / 8 + len);
}

function getArrayJsValueFromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    const mem = getDataViewMemory0();
    const result = [];
    for (let i = ptr; i < ptr + 4 * len; i += 4) {
        result.push(wasm.__wbindgen_externrefs.get(mem.getUint32(i, true)));
    }
    wasm.__externref_drop_slice(ptr, len);
    return result;
}

function getArrayU32FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getUint32ArrayMemory0().subarray(ptr / 4, ptr / 4 + len);
}

function getArrayU8FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getUint8ArrayMemory0().subarray(ptr / 1, ptr / 1 + len);
}

let cachedDataViewMemory0 = null;
function getDataViewMemory0() {
    if (cachedDataViewMemory0 === null || cachedDataViewMemory0.buffer !== wasm.memory.buffer) {
        cachedDataViewMemory0 = new DataView(wasm.memory.buffer);
    }
    return cachedDataViewMemory0;
}

let cachedFloat64ArrayMemory0 = null;
function getFloat64ArrayMemory0() {
    if (cachedFloat64ArrayMemory0 === null || cachedFloat64ArrayMemory0.buffer !== wasm.memory.buffer) {
        cachedFloat64ArrayMemory0 = new Float64Array(wasm.memory.buffer);
    }
    return cachedFloat64ArrayMemory0;
}

function getStringFromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return decodeText(getUint8ArrayMemory0().subarray(ptr, ptr + len));
}

let cachedUint32ArrayMemory0 = null;
function getUint32ArrayMemory0() {
    if (cachedUint32ArrayMemory0 === null || cachedUint32ArrayMemory0.buffer !== wasm.memory.buffer) {
        cachedUint32ArrayMemory0 = new Uint32Array(wasm.memory.buffer);
    }
    return cachedUint32ArrayMemory0;
}

let cachedUint8ArrayMemory0 = null;
function getUint8ArrayMemory0() {
    if (cachedUint8ArrayMemory0 === null || cachedUint8ArrayMemory0.buffer !== wasm.memory.buffer) {
        cachedUint8ArrayMemory0 = new Uint8Array(wasm.memory.buffer);
    }
    return cachedUint8ArrayMemory0;
}

function handleError(f, args) {
    try {
        return f.apply(this, args);
    } catch (e) {
        const idx = addToExternrefTable0(e);
        wasm.__wbindgen_exn_store(idx);
    }
}

function isLikeNone(x) {
    return x === undefined || x === null;
}

function passArray32ToWasm0(arg, malloc) {
    const ptr = malloc(arg.length * 4, 4) >>> 0;
    getUint32ArrayMemory0().set(arg, ptr / 4);
    WASM_VECTOR_LEN = arg.length;
    return ptr;
}

function passArray8ToWasm0(arg, malloc) {
    const ptr = malloc(arg.length * 1, 1) >>> 0;
    getUint8ArrayMemory0().set(arg, ptr / 1);
    WASM_VECTOR_LEN = arg.length;
    return ptr;
}

function passArrayF64ToWasm0(arg, malloc) {
    const ptr = malloc(arg.length * 8, 8) >>> 0;
    getFloat64ArrayMemory0().set(arg, ptr / 8);
    WASM_VECTOR_LEN = arg.length;
    return ptr;
}

function passStringToWasm0(arg, malloc, realloc) {
    if (realloc === undefined) {
        const buf = cachedTextEncoder.encode(arg);
        const ptr = malloc(buf.length, 1) >>> 0;
        getUint8ArrayMemory0().subarray(ptr, ptr + buf.length).set(buf);
        WASM_VECTOR_LEN = buf.length;
        return ptr;
    }

    let len = arg.length;
    let ptr = malloc(len, 1) >>> 0;

    const mem = getUint8ArrayMemory0();

    let offset = 0;

    for (; offset < len; offset++) {
        const code = arg.charCodeAt(offset);
        if (code > 0x7F) break;
        mem[ptr + offset] = code;
    }
    if (offset !== len) {
        if (offset !== 0) {
            arg = arg.slice(offset);
        }
        ptr = realloc(ptr, len, len = offset + arg.length * 3, 1) >>> 0;
        const view = getUint8ArrayMemory0().subarray(ptr + offset, ptr + len);
        const ret = cachedTextEncoder.encodeInto(arg, view);

        offset += ret.written;
        ptr = realloc(ptr, len, offset, 1) >>> 0;
    }

    WASM_VECTOR_LEN = offset;
    return ptr;
}

function takeFromExternrefTable0(idx) {
    const value = wasm.__wbindgen_externrefs.get(idx);
    wasm.__externref_table_dealloc(idx);
    return value;
}

let cachedTextDecoder = (typeof TextDecoder !== 'undefined' ? new TextDecoder('utf-8', { ignoreBOM: true }) : undefined);
if (cachedTextDecoder) cachedTextDecoder.decode();

const MAX_SAFARI_DECODE_BYTES = 2146435072;
let numBytesDecoded = 0;
function decodeText(bytes) {
    numBytesDecoded += bytes.length;
    if (numBytesDecoded >= MAX_SAFARI_DECODE_BYTES) {
        cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
        cachedTextDecoder.decode();
        numBytesDecoded = bytes.length;
    }
    return cachedTextDecoder.decode(bytes.slice());
}

const cachedTextEncoder = (typeof TextEncoder !== 'undefined' ? new TextEncoder() : undefined);

if (cachedTextEncoder) {
    cachedTextEncoder.encodeInto = function (arg, view) {
        const buf = cachedTextEncoder.encode(arg);
        view.set(buf);
        return {
            read: arg.length,
            written: buf.length
        };
    };
}

let WASM_VECTOR_LEN = 0;

let wasmModule, wasmInstance, wasm;
function __wbg_finalize_init(instance, module, thread_stack_size) {
    wasmInstance = instance;
    wasm = instance.exports;
    wasmModule = module;
    cachedDataViewMemory0 = null;
    cachedFloat64ArrayMemory0 = null;
    cachedUint32ArrayMemory0 = null;
    cachedUint8ArrayMemory0 = null;
    if (typeof thread_stack_size !== 'undefined' && (typeof thread_stack_size !== 'number' || thread_stack_size === 0 || thread_stack_size % 65536 !== 0)) {
        throw new Error('invalid stack size');
    }

    wasm.__wbindgen_start(thread_stack_size);
    return wasm;
}

async function __wbg_load(module, imports) {
    if (typeof Response === 'function' && module instanceof Response) {
        if (!module.ok) {
            throw new Error(`failed to fetch Wasm: ${module.status} ${module.statusText} fetching '${module.url}'`);
        }

        if (typeof WebAssembly.instantiateStreaming === 'function') {
            try {
                return await WebAssembly.instantiateStreaming(module, imports);
            } catch (e) {
                const validResponse = expectedResponseType(module.type);

                if (validResponse && module.headers.get('Content-Type') !== 'application/wasm') {
                    console.warn("`WebAssembly.instantiateStreaming` failed because your server does not serve Wasm with `application/wasm` MIME type. Falling back to `WebAssembly.instantiate` which is slower. Original error:\n", e);

                } else { throw e; }
            }
        }

        const bytes = await module.arrayBuffer();
        return await WebAssembly.instantiate(bytes, imports);
    } else {
        const instance = await WebAssembly.instantiate(module, imports);

        if (instance instanceof WebAssembly.Instance) {
            return { instance, module };
        } else {
            return instance;
        }
    }

    function expectedResponseType(type) {
        switch (type) {
            case 'basic': case 'cors': case 'default': return true;
        }
        return false;
    }
}

function initSync(module, memory) {
    if (wasm !== undefined) return wasm;

    let thread_stack_size
    if (module !== undefined) {
        if (Object.getPrototypeOf(module) === Object.prototype) {
            ({module, memory, thread_stack_size} = module)
        } else {
            console.warn('using deprecated parameters for `initSync()`; pass a single object instead')
        }
    }

    const imports = __wbg_get_imports(memory);
    if (!(module instanceof WebAssembly.Module)) {
        module = new WebAssembly.Module(module);
    }
    const instance = new WebAssembly.Instance(module, imports);
    return __wbg_finalize_init(instance, module, thread_stack_size);
}

let __wbg_init_promise;
async function __wbg_init(module_or_path, memory) {
    if (wasm !== undefined) return wasm;
    if (__wbg_init_promise === undefined) {
        __wbg_init_promise = __wbg_init_once(module_or_path, memory);
        __wbg_init_promise.catch(() => { __wbg_init_promise = undefined; });
    }
    return __wbg_init_promise;
}

async function __wbg_init_once(module_or_path, memory) {
    let thread_stack_size
    if (module_or_path !== undefined) {
        if (Object.getPrototypeOf(module_or_path) === Object.prototype) {
            ({module_or_path, memory, thread_stack_size} = module_or_path)
        } else {
            console.warn('using deprecated parameters for the initialization function; pass a single object instead')
        }
    }

    if (module_or_path === undefined) {
        module_or_path = new URL('route_engine_wasm_bg.wasm', import.meta.url);
    }
    const imports = __wbg_get_imports(memory);

    if (typeof module_or_path === 'string' || (typeof Request === 'function' && module_or_path instanceof Request) || (typeof URL === 'function' && module_or_path instanceof URL)) {
        module_or_path = fetch(module_or_path);
    }

    const { instance, module } = await __wbg_load(await module_or_path, imports);

    return __wbg_finalize_init(instance, module, thread_stack_size);
}

export { initSync, __wbg_init as default };
