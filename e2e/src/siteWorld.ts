import { startTestServer, type TestServer } from '@krapao/server/testing/testServer';
import { SANDBOX_KEY } from './addresses.ts';
import { test as base, expect } from './calm.ts';
import { moveTo, place, type SiteOptions, THE_PRODUCT } from './place.ts';
import { sitesClusterUrl } from './sitesCluster.ts';

interface Sites {
  /** The site with this name: started when the worker first asks for it. */
  of(name: string, start: () => Promise<TestServer>): Promise<TestServer>;
}

/** Sites that the files of a worker share stay; a file's own one ends when the worker asks for the next. */
const SHARED: readonly string[] = ['members', 'console'];

/**
 * Tests on a site of their worker: no other worker's test changes its settings, takes the fault that was set in its
 * sandbox, or counts its members. A file that needs a new site, with empty queues, names it (`siteName`).
 */
export const test = base.extend<
  SiteOptions & { site: TestServer; startSite: () => Promise<TestServer> },
  { sites: Sites }
>({
  siteName: ['members', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this needs from the pattern
  startSite: async ({}, use) =>
    use(() => startTestServer(sitesClusterUrl(), { SANDBOX_SECRET: SANDBOX_KEY })),
  sites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this needs from the pattern
    async ({}, use) => {
      const started = new Map<string, TestServer>();
      const end = async (name: string) => {
        const site = started.get(name);
        started.delete(name);
        await site?.stop();
      };
      await use({
        of: async (name, start) => {
          const known = started.get(name);
          if (known) return known;
          for (const other of [...started.keys()]) if (!SHARED.includes(other)) await end(other);
          const site = await start();
          started.set(name, site);
          return site;
        },
      });
      for (const name of [...started.keys()]) await end(name);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: [
    async ({ sites, siteName, startSite }, use) => {
      // The files that run there ask for no site.
      if (siteName === THE_PRODUCT) return use(undefined as never);
      const site = await sites.of(siteName, startSite);
      moveTo(site);
      await use(site);
      moveTo(undefined);
    },
    { auto: true, timeout: 120_000 },
  ],
  // biome-ignore lint/correctness/noUnusedFunctionParameters: the site comes first
  baseURL: async ({ site }, use) => use(place().url),
});

export { expect };
