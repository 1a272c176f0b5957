/** A caller that asks for a version that has ended is sent on, whether or not anything of it is left. */
import type { Versions } from '../api/index.js';
import { ApiError } from '../errors.js';

/** `path` as routes have it, `url` as it came. */
export function retiredError(path: string, url: string, versions: Versions): ApiError | undefined {
  const successor = versions.successorOf(path);
  if (successor === undefined) return undefined;
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  return new ApiError(
    'version_retired',
    `${successor.version.name} has ended; ask at ${successor.path}.`,
    { location: successor.path + query },
  );
}
