import type { TestProject } from 'vitest/node';
import { keepCompiled } from './compileCache.ts';
import { openWorkerClusters } from './workerClusters.ts';

declare module 'vitest' {
  interface ProvidedContext {
    workerClusters: string;
  }
}

/** One PostgreSQL for each worker; each test file creates its own database there. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  keepCompiled();
  const clusters = await openWorkerClusters();
  project.provide('workerClusters', clusters.url);
  return clusters.close;
}
