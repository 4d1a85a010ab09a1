import type { TestProject } from 'vitest/node';
import { startTestCluster } from './cluster.ts';
import { keepCompiled } from './compileCache.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/** One cluster for the whole run; each test file creates its own database in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  keepCompiled();
  const cluster = await startTestCluster();
  project.provide('databaseUrl', cluster.url);
  return cluster.stop;
}
