/** Redirects requests for a retired version to its successor, whether or not the code of the version still exists. */
import type { Versions } from '../api/index.js';
import { ApiError } from '../errors.js';

/** Returns the redirect of a retired path. `path` is as returned by `plainPath`; `url` is the request's own. */
export function retiredError(path: string, url: string, versions: Versions): ApiError | undefined {
  const successor = versions.successorOf(path);
  if (successor === undefined) return undefined;
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  return new ApiError(
    'version_retired',
    `${successor.version.name} has ended; use ${successor.path}.`,
    { location: successor.path + query },
  );
}
