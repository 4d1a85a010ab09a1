import { gzipSync } from 'node:zlib';
import { BASE_URL } from '@krapao/e2e/addresses';
import type { Browser, BrowserContextOptions, Page, Response } from '@playwright/test';

/** Everything that a page loaded until it was idle, in bytes. */
export interface Transfer {
  /** Gzip bytes of all JavaScript, independent of the compression that the server used. */
  scriptGzip: number;
  /** Bytes over the wire without headers: all files, style sheets, fonts. */
  all: number;
  css: number;
  fonts: number;
  /** Text answers of 512 bytes or more that were not compressed. */
  uncompressed: string[];
}

/**
 * Opens a page for the first time and counts everything that it loads until its main content is visible and it is idle.
 */
export async function firstView(
  browser: Browser,
  options: BrowserContextOptions,
  token: string | null,
  path: string,
  proof: string,
): Promise<Transfer> {
  const context = await browser.newContext(options);
  try {
    if (token)
      await context.addInitScript((value) => {
        localStorage.setItem('token', value);
        // The agreement is a dialog that a member sees once, so it does not count as part of the home screen.
        localStorage.setItem('remember-agreement', 'true');
      }, token);
    return await counted(await context.newPage(), path, proof);
  } finally {
    await context.close();
  }
}

async function counted(page: Page, path: string, proof: string): Promise<Transfer> {
  const sum: Transfer = { scriptGzip: 0, all: 0, css: 0, fonts: 0, uncompressed: [] };
  const counting: Promise<void>[] = [];
  page.on('response', (response) => counting.push(add(response)));
  async function add(response: Response) {
    const request = response.request();
    await response.finished();
    const { responseBodySize } = await request.sizes();
    const type = request.resourceType();
    sum.all += responseBodySize;
    if (type === 'stylesheet') sum.css += responseBodySize;
    if (type === 'font') sum.fonts += responseBodySize;
    // The browser gives a preloaded module no resource type, and does not provide its body.
    const isScript = new URL(request.url()).pathname.endsWith('.js');
    // Awaited before the addition: `sum += await …` would lose concurrent additions.
    const scriptGzip = isScript ? gzipSync(await (await page.request.get(request.url())).body()).length : 0;
    sum.scriptGzip += scriptGzip;
    const isText =
      isScript || ['stylesheet', 'document'].includes(type) || /\.(?:json|svg)$/.test(request.url());
    if (isText && responseBodySize >= 512 && !response.headers()['content-encoding'])
      sum.uncompressed.push(new URL(request.url()).pathname);
  }
  await page.goto(BASE_URL + path);
  await page.getByRole('button', { name: proof, exact: true }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await Promise.all(counting);
  return sum;
}
