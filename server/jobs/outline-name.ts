/** The name of the blob with the outline of a running job's best plan. Each attempt has its own. */
export const OUTLINES = 'outlines/';

export const outlineName = (job: { id: string; attempt: number }): string =>
  `${OUTLINES}${job.id}-${job.attempt}.json.gz`;
