import { inject } from 'vitest';

const answer = await fetch(`${inject('workerClusters')}/${process.env.VITEST_POOL_ID}`);
if (!answer.ok) throw new Error(await answer.text());

/** The owner's URL of the PostgreSQL that this worker of Vitest has for itself. */
export const OWN_CLUSTER = await answer.text();
