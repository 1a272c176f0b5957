/** What the file is called that has the outline of a running job's best plan: each attempt has one of its own. */
export const OUTLINES = 'outlines/';

export const outlineName = (job: { id: string; attempt: number }): string =>
  `${OUTLINES}${job.id}-${job.attempt}.json.gz`;
