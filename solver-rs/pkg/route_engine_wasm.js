/* @ts-self-types="./route_engine_wasm.d.ts" */

/**
 * Great circle, detour, distance bands and traffic windows, checked.
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
     * `bandEndMeters` ascends and may end in `Infinity`; `laneFactors` is lane-major, lanes × bands.
     *
     * # Errors
     * A number is not positive, or the lists do not fit one another.
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
 * A map in the making.
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
     * Says that the extract has ended; true if it has to be pushed once more from its beginning.
     *
     * # Errors
     * The extract is cut off, or was another one in the first pass.
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
     * The bytes before all sections, once these are built.
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
     * The names of roads: their bytes come before those of all profiles.
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
     * Begins with the first bytes of an extract, by which its format is told; they are to be pushed
     * as well.
     *
     * # Errors
     * The bytes are of no format that is read.
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
     * What was read and what was skipped, for people.
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
     * Builds one profile, a name or a vehicle as `semitrailer=truck:length=16.5:hazmat`: its bytes follow
     * those of the profiles before it.
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
     * The bytes behind all sections: none where no basemap was asked for. Taking them frees them in the core.
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
 * What a map file says of itself.
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
     * Whom the data is owed to.
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
     * South, west, north, east, in degrees.
     * @returns {Float64Array}
     */
    bounds() {
        const ret = wasm.mapfileheader_bounds(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Whether bytes behind all sections are those of a basemap.
     *
     * # Errors
     * They are not: the file is damaged.
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
     * Whether bytes are those of the names of roads.
     *
     * # Errors
     * They are not: the file is damaged.
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
     * Whether bytes are those of a profile's section.
     *
     * # Errors
     * They are not: the file is damaged.
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
     * How many bytes the extract had.
     * @returns {number}
     */
    extractBytes() {
        const ret = wasm.mapfileheader_extractBytes(this.__wbg_ptr);
        return ret;
    }
    /**
     * How many bytes the names of roads have; they come right behind the header.
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
     * The bytes are not those of a map file, or damaged.
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
     * Names of the profiles that it was built for.
     * @returns {string[]}
     */
    profiles() {
        const ret = wasm.mapfileheader_profiles(this.__wbg_ptr);
        var v1 = getArrayJsValueFromWasm0(ret[0], ret[1]);
        wasm.__wbindgen_free(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * The same, each with all that there is to say of it: `semitrailer=truck:length=16.5`.
     * @returns {string[]}
     */
    roadUsers() {
        const ret = wasm.mapfileheader_roadUsers(this.__wbg_ptr);
        var v1 = getArrayJsValueFromWasm0(ret[0], ret[1]);
        wasm.__wbindgen_free(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * First byte of a profile's section, counted from the end of the header, and how many it has.
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
     * Where all sections end, counted from the end of the header: a basemap follows, or nothing.
     * @returns {number}
     */
    sectionsEnd() {
        const ret = wasm.mapfileheader_sectionsEnd(this.__wbg_ptr);
        return ret;
    }
}
if (Symbol.dispose) MapFileHeader.prototype[Symbol.dispose] = MapFileHeader.prototype.free;

/**
 * One profile of a map in the making.
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
     * Counts of the network, for people.
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
     * Its bytes; taking them frees them in the core.
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
     * `"source":{"destination":[meters,seconds,…],…},…` in UTF-8, an entry for every source.
     * @returns {Uint8Array}
     */
    takeTravelCosts() {
        const ret = wasm.matrixjson_takeTravelCosts(this.__wbg_ptr);
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        return v1;
    }
    /**
     * `{"source":…,"destination":…},…` in UTF-8: pairs with no road between their ends.
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
 * A matrix whose rows can be computed, some at a time.
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
     * Some rows, by the positions of their sources. Gives nothing if `shouldStop`, asked every few
     * milliseconds, said so, or if the map was dropped or its costs replaced since.
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
     * The selected pairs between places given in degrees, all estimated. `keys` are the JSON strings of
     * all places one after the other, cut by `keyFirstOut`.
     *
     * # Errors
     * The arrays do not fit one another, or a coordinate is out of range.
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
     * Has the pairs computed on roads, apart from those with a place off the map. `lanes` are the numbers
     * of the lanes of each travel time, as many as the model has; every travel time on roads is divided
     * by `speedFactor`.
     *
     * # Errors
     * The places are of another number, there is no such lane, or the speed factor is not positive.
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
 * Which pairs a matrix has, checked.
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
     * Place `i` has the classes `classValues[classFirstOut[i] .. classFirstOut[i + 1]]`; without any
     * `classFirstOut` every pair is kept. With `containment` the source must have all classes of
     * the destination, otherwise one in common is enough.
     *
     * # Errors
     * An index is out of range or twice in one list, a class is not an integer, or the class offsets
     * do not fit.
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
     * How many pairs are kept.
     * @returns {number}
     */
    pairCount() {
        const ret = wasm.matrixselection_pairCount(this.__wbg_ptr);
        return ret;
    }
}
if (Symbol.dispose) MatrixSelection.prototype[Symbol.dispose] = MatrixSelection.prototype.free;

/**
 * How far a search is, and how good its best plan. Free it.
 */
export class PlanStatus {
    static __wrap(ptr) {
        const obj = Object.create(PlanStatus.prototype);
        obj.__wbg_ptr = ptr;
        PlanStatusFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        PlanStatusFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_planstatus_free(ptr, 0);
    }
    /**
     * Money.
     * @returns {number}
     */
    get cost() {
        const ret = wasm.__wbg_get_planstatus_cost(this.__wbg_ptr);
        return ret;
    }
    /**
     * Whether several planners may each change a part of the plan.
     * @returns {boolean}
     */
    get divisible() {
        const ret = wasm.__wbg_get_planstatus_divisible(this.__wbg_ptr);
        return ret !== 0;
    }
    /**
     * Positions that insertions have looked at, of this search alone.
     * @returns {number}
     */
    get insertions() {
        const ret = wasm.__wbg_get_planstatus_insertions(this.__wbg_ptr);
        return ret;
    }
    /**
     * Iterations so far, those of the searches that it goes on from included.
     * @returns {number}
     */
    get iterations() {
        const ret = wasm.__wbg_get_planstatus_iterations(this.__wbg_ptr);
        return ret;
    }
    /**
     * Visits that are not served.
     * @returns {number}
     */
    get unserved() {
        const ret = wasm.__wbg_get_planstatus_unserved(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Vehicles in use.
     * @returns {number}
     */
    get vehicles() {
        const ret = wasm.__wbg_get_planstatus_vehicles(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * What is minimized, the most important first: to compare plans of one problem by.
     * @returns {Float64Array}
     */
    get score() {
        const ret = wasm.planstatus_score(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
}
if (Symbol.dispose) PlanStatus.prototype[Symbol.dispose] = PlanStatus.prototype.free;

/**
 * A problem on its way to an answer. Free it afterwards: it has its travel tables in the instance's memory.
 */
export class Planner {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        PlannerFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_planner_free(ptr, 0);
    }
    /**
     * Adds the checkpoint of the search of a part: its changes go into the checkpoint that `start` is given, which is that of
     * `base`.
     * @param {Uint8Array | number[]} checkpoint
     */
    addChanged(checkpoint) {
        const ptr0 = passArray8ToWasm0(checkpoint, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        wasm.planner_addChanged(this.__wbg_ptr, ptr0, len0);
    }
    /**
     * Adds the next travel table: distances, row-major by place of departure, and seconds, the lanes of a pair side
     * by side. `rows` say which pairs it has, if not all: see `TravelTable` of `server/search`.
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
        wasm.planner_addTable(this.__wbg_ptr, ptr0, len0, ptr1, len1, ptr2, len2);
    }
    /**
     * Of a search that is confined to a part: the plan that it began from, whole, as the searches of the other parts did.
     *
     * # Errors
     * The search was not started.
     * @returns {Uint8Array | undefined}
     */
    base() {
        const ret = wasm.planner_base(this.__wbg_ptr);
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
     * The best plan so far as bytes for `start`, of this problem, at any later time. Does not disturb the search.
     *
     * # Errors
     * The search was not started.
     * @returns {Uint8Array}
     */
    checkpoint() {
        const ret = wasm.planner_checkpoint(this.__wbg_ptr);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        return v1;
    }
    /**
     * From its start on, the search changes one of `count` parts of the checkpoint, and nothing else. Only where
     * `PlanStatus.divisible` says so; the parts of equal checkpoints are equal.
     * @param {number} idx
     * @param {number} count
     */
    confine(idx, count) {
        wasm.planner_confine(this.__wbg_ptr, idx, count);
    }
    /**
     * Takes the problem's JSON as `server/routing/problem.ts` has it. It is read by `start`.
     * @param {Uint8Array | number[]} problemJson
     */
    constructor(problemJson) {
        const ptr0 = passArray8ToWasm0(problemJson, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.planner_new(ptr0, len0);
        this.__wbg_ptr = ret;
        PlannerFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Routes of the best plan so far, without times: of each its shift, how many places it goes to, and these, each with
     * its stop or `u32::MAX` for a start, an end or a reload. Does not disturb the search.
     *
     * # Errors
     * The search was not started.
     * @returns {Uint32Array}
     */
    outline() {
        const ret = wasm.planner_outline(this.__wbg_ptr);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v1 = getArrayU32FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * Searches for some iterations; `progress` is the share of the time that is used up, 0 to 1. True when more would
     * bring nothing.
     *
     * # Errors
     * The search was not started.
     * @param {number} iterations
     * @param {number} progress
     * @returns {boolean}
     */
    run(iterations, progress) {
        const ret = wasm.planner_run(this.__wbg_ptr, iterations, progress);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return ret[0] !== 0;
    }
    /**
     * The best answer so far, as JSON.
     *
     * # Errors
     * The search was not started.
     * @returns {Uint8Array}
     */
    solution() {
        const ret = wasm.planner_solution(this.__wbg_ptr);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        return v1;
    }
    /**
     * Reads the problem and prepares the search, from the checkpoint of an earlier one if there is one. With `maxIterations`,
     * equal problems, seeds and checkpoints give equal answers. `isOver` is asked in the middle of what takes long, whether the
     * host's time is over: first when the first plan begins, again when the answer is written.
     *
     * # Errors
     * The message, or a table beside it, does not hold a problem; the checkpoint is damaged or of another problem.
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
        const ret = wasm.planner_start(this.__wbg_ptr, val2, !isLikeNone(maxIterations), val3, ptr0, len0, isLikeNone(isOver) ? 0 : addToExternrefTable0(isOver));
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * How far the search is.
     *
     * # Errors
     * The search was not started.
     * @returns {PlanStatus}
     */
    status() {
        const ret = wasm.planner_status(this.__wbg_ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return PlanStatus.__wrap(ret[0]);
    }
}
if (Symbol.dispose) Planner.prototype[Symbol.dispose] = Planner.prototype.free;

/**
 * Places that have been moved to roads, with the costs that held when they were.
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
     * What the live speeds are called that the costs are for (`SpeedRules.setLive`); nothing where none are
     * in force.
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
     * Moves places, given in degrees, to the roads of a profile that are at most `radiusMeters` away.
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
     * Draws a route: leg after leg from place to place, each by the fastest way in its lane (weekday windows from 0,
     * then the weekend, then free flow), and straight where there is none or a place is off the map. `latitudes` and
     * `longitudes` are those of the places as they were given, at which the drawing of each leg starts and ends.
     *
     * # Errors
     * The lists do not fit one another, or there is no such place, lane or precision.
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
     * One per place: meters to the road, not a number where none is near.
     * @returns {Float64Array}
     */
    snapMeters() {
        const ret = wasm.roadplaces_snapMeters(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Latitude and longitude of each place on its road, in turn, in degrees; not numbers where none is near.
     * @returns {Float64Array}
     */
    snappedDegrees() {
        const ret = wasm.roadplaces_snappedDegrees(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Which speeds the costs are for: equal for equal speeds, in all instances of this module.
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
 * A profile of a map for as long as somebody uses it: costs and roads stay until it is freed.
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
 * A tile in the making.
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
     * Adds what a map shows beside its roads; `readBasemap` is called if it is not loaded, for the bytes behind the
     * sections of its file.
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
     * Adds the roads of a map; `readNames` is called if its names are not loaded.
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
     * Its bytes: none where it shows nothing. It cannot be used afterwards.
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
     * Begins without any road.
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
 * The line of a route and what its legs cost. Free it.
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
     * The whole line: longitude and latitude in turn, in degrees, as GeoJSON has them.
     * @returns {Float64Array}
     */
    degrees() {
        const ret = wasm.routeline_degrees(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * One per leg: meters along the roads, not a number where it is straight.
     * @returns {Float64Array}
     */
    legMeters() {
        const ret = wasm.routeline_legMeters(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * One per leg: seconds in its lane, not a number where it is straight.
     * @returns {Float64Array}
     */
    legSeconds() {
        const ret = wasm.routeline_legSeconds(this.__wbg_ptr);
        var v1 = getArrayF64FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 8, 8);
        return v1;
    }
    /**
     * Latitude and longitude, in degrees, of the point that lies a share of a leg's length along it.
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
     * The whole line as an encoded polyline.
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
     * A route that goes straight from place to place: where no map is. `from` and `to` are the ends of its legs.
     *
     * # Errors
     * The lists do not fit one another, or there is no such place or precision.
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
     * Adds a rule: on one way (or any, if 0), inside an area (latitude and longitude of each corner in
     * degrees; anywhere, if empty), on one class (or all, if empty), in the lanes of a mask (bit `w` for
     * weekday window `w`, bit 8 the weekend, bit 9 free flow). `isFactor`: multiplies the speed by
     * `value`, otherwise sets it to so many kilometers per hour.
     *
     * # Errors
     * There is no such class, an area and a way are named at once, or a number is out of range.
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
     * No rules.
     */
    constructor() {
        const ret = wasm.speedrules_new();
        this.__wbg_ptr = ret;
        SpeedRulesFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Says that there are live speeds among the rules, and what they are called: `RoadPlaces.liveSpeeds`
     * says so of costs that are computed with them.
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
     * Estimates, of places given in degrees.
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
     * Costs on roads, and estimates where a place is off the map. `lanes` are the numbers of the lanes of each
     * travel time, as many as the model has; every travel time on roads is divided by `speedFactor`.
     *
     * # Errors
     * The arrays do not fit one another, a coordinate is out of range, there is no such lane, or the
     * speed factor is not positive.
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
     * Writes what leads from each of some places to each of others, in the layout of `write`.
     *
     * # Errors
     * There is no such place, or the arrays have not as many numbers as there are pairs.
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
     * Writes pairs by themselves, in the layout of `write`: from the first of some places to the first of others, from the
     * second to the second. For few pairs of many places: rows need labels of all of these, which take as long as some ten
     * pairs each.
     *
     * # Errors
     * There is no such place, or the arrays have not as many numbers as there are pairs.
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
     * Writes rows `first` to `first + count`: into `distanceMeters` one number for each pair, into `travelSeconds`
     * those of all lanes of a pair side by side; -1 where no road leads.
     *
     * # Errors
     * There are fewer rows, or the arrays have not as many numbers as those have.
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
 * How many bytes prefix and header of a map file have together, told from its first bytes.
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
 * How many bytes of a map file have to be read before its header can be.
 * @returns {number}
 */
export function mapPrefixBytes() {
    const ret = wasm.mapPrefixBytes();
    return ret >>> 0;
}

/**
 * Bytes that the costs of all loaded profiles take: for figures.
 * @returns {number}
 */
export function metricBytes() {
    const ret = wasm.metricBytes();
    return ret;
}

/**
 * Loads a profile of a map if there is room for it beside those that are loaded.
 *
 * # Errors
 * As `useProfile`.
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
 * How many bytes there have to be for a profile of a map, with the speeds that are set.
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
 * Makes a map known under the next number, unless it is known already.
 *
 * # Errors
 * The bytes are not those of a header, or a map before it is missing.
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
 * Sets how many bytes all loaded profiles may take together; without it, there is no limit. Nothing that
 * is loaded is dropped for it.
 * @param {number} bytesMax
 */
export function setMapsMemory(bytesMax) {
    wasm.setMapsMemory(bytesMax);
}

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
 * A profile of a map with its costs; `readSection` is called if it is not loaded. Others may be dropped
 * to make room. Undefined when there is none yet, since others are being loaded or still in use: come
 * again soon, holding no `RoadProfile` nor `RoadPlaces` meanwhile.
 *
 * # Errors
 * The file is damaged, the map was not built for the profile, it takes more memory than maps may, no
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
const PlanStatusFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_planstatus_free(ptr, 1));
const PlannerFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_planner_free(ptr, 1));
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
