// JavaScript that a browser loads at /login and /user/home, gzip, beside a bare React hello world built in the same run.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createClient } from '@krapao/contract/client';
import { findChromium } from '@krapao/e2e/chromium';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'vite';

const PORT = 47_080;
const BASE_URL = `http://127.0.0.1:${PORT}`;
const GOALS = { '/login': 1.35, '/user/home': 1.6 };

/** Gzip bytes of all JavaScript that the page asked for until it was quiet and showed what it is for. */
async function loadedScript(page: Page, path: string, proof: string): Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') {
      sizes.push(response.body().then((body) => gzipSync(body).length));
    }
  });
  await page.goto(BASE_URL + path);
  await page.getByRole('button', { name: proof, exact: true }).first().waitFor();
  await page.waitForLoadState('networkidle');
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function helloWorld(): Promise<number> {
  const outDir = await mkdtemp(join(tmpdir(), 'krapao-hello-'));
  try {
    await build({
      root: join(import.meta.dirname, 'hello'),
      configFile: false,
      logLevel: 'error',
      build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
    });
    const assets = join(outDir, 'assets');
    const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
    const sizes = await Promise.all(
      scripts.map(async (name) => gzipSync(await readFile(join(assets, name))).length),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

async function startProduct(dataFolder: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../scripts/start.mjs')], {
    env: {
      ...process.env,
      PORT: String(PORT),
      KRAPAO_SANDBOX_PORT: String(PORT + 1),
      KRAPAO_DATA: dataFolder,
      DATABASE_URL: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.includes('Ctrl-C') && resolve());
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)));
  });
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
}

async function measure(browser: Browser): Promise<Record<string, number>> {
  const visitor = await browser.newPage();
  const login = await loadedScript(visitor, '/login', 'เข้าสู่ระบบ');
  const client = createClient({ baseUrl: BASE_URL, getToken: () => null, getLanguageTag: () => 'th' });
  const { token } = await client('POST /api/login', {
    body: { username: '0812345678', password: 'krapao-demo' },
  });
  const context = await browser.newContext();
  await context.addInitScript((value) => localStorage.setItem('token', value), token);
  const home = await loadedScript(await context.newPage(), '/user/home', 'ฝากเงิน');
  return { '/login': login, '/user/home': home };
}

const dataFolder = await mkdtemp(join(tmpdir(), 'krapao-bench-'));
const stop = await startProduct(dataFolder);
const browser = await chromium.launch(await findChromium());
try {
  const hello = await helloWorld();
  const pages = await measure(browser);
  const rows = Object.entries(pages).map(([path, bytes]) => ({
    page: path,
    'gzip bytes': bytes,
    'bare React': hello,
    ratio: Number((bytes / hello).toFixed(2)),
    goal: GOALS[path as keyof typeof GOALS],
  }));
  console.table(rows);
  const results = join(import.meta.dirname, 'results');
  await mkdir(results, { recursive: true });
  await writeFile(join(results, 'bundle.json'), `${JSON.stringify(rows, null, 2)}\n`);
} finally {
  await browser.close();
  await stop();
  await rm(dataFolder, { recursive: true, force: true });
}
