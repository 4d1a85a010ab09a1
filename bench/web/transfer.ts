import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page, Response } from '@playwright/test';
import { BASE_URL } from './product.ts';

/** What a page loaded until it was quiet, in bytes. */
export interface Transfer {
  /** Gzip bytes of all JavaScript, whatever the server sent it as. */
  scriptGzip: number;
  /** Bytes over the wire, headers excluded: everything, style sheets, fonts. */
  all: number;
  css: number;
  fonts: number;
  /** Answers of text that came uncompressed, 512 bytes and larger. */
  uncompressed: string[];
}

/** Opens a page for the first time and counts what it loads until it shows what it is for and is quiet. */
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
        // The agreement is a dialog, which a member sees once: it is no part of the home screen.
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
    // A preloaded module is of no type of its own, and the browser does not give its body away.
    const isScript = new URL(request.url()).pathname.endsWith('.js');
    // Read before it is added: `sum += await …` would lose what others add meanwhile.
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
