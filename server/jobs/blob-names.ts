/**
 * The names of the blobs of jobs. A name contains the id of its job. What an attempt writes also has the number of the
 * attempt in its name, so two workers on one job never write the same blob.
 */
type Attempt = { id: string; attempt: number };

export const PREFIXES = ['inputs/', 'checkpoints/', 'results/', 'outlines/'] as const;

/** The body of the request, as gzip. */
export const inputName = (jobId: string): string => `inputs/${jobId}.json.gz`;
export const checkpointName = ({ id, attempt }: Attempt): string =>
  `checkpoints/${id}-${attempt}.gz`;
export const resultName = ({ id, attempt }: Attempt): string => `results/${id}-${attempt}.json.gz`;
export const outlineName = ({ id, attempt }: Attempt): string =>
  `outlines/${id}-${attempt}.json.gz`;

export const jobIdIn = (name: string): string | undefined => /[0-9a-f-]{36}/.exec(name)?.[0];
