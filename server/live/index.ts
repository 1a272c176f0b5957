/** Live speeds: temporary speed rules that operators set, kept in the store and applied by every process. */
export { liveSpeedsRoutes, type LiveSpeedsOptions } from './endpoint.js';
export { followLiveSpeeds, type FollowerOptions, type LiveSpeedsFollower } from './follow.js';
export { createReadLiveSpeedsTask, type ReadLiveSpeedsTask } from './read.js';
export { LIVE_SPEEDS_LIMITS } from './schema.js';
