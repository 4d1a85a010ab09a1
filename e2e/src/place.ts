import type { TestServer } from '@krapao/server/testing/testServer';
import { BASE_URL, SANDBOX_URL } from './addresses.ts';

/** The name of no site: the tests are at the product that the configuration starts (cluster.config.ts). */
export const THE_PRODUCT = 'the product';

export interface SiteOptions {
  /** The site of the tests, started when the worker first asks for this name. */
  siteName: string;
}

/** Where the tests of this worker find the site and its sandbox. */
interface Place {
  url: string;
  sandboxUrl: string;
  /** Undefined for the product as `npm start` runs it. */
  site: TestServer | undefined;
}

const PRODUCT: Place = { url: BASE_URL, sandboxUrl: SANDBOX_URL, site: undefined };

let current = PRODUCT;

/** The place of the running test: a worker runs one test at a time. */
export const place = (): Place => current;

/** From now on the tests of this worker are at a site of its own; without one, at the product again. */
export function moveTo(site: TestServer | undefined): void {
  current = site === undefined ? PRODUCT : { url: site.url, sandboxUrl: site.sandbox.url, site };
}
