import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { dashboardQueries, OPS } from '../testing/watching.ts';

const run = promisify(execFile);

/** What Prometheus's own tool says of files; undefined where the machine has none. */
async function promtool(...args: string[]): Promise<string | undefined> {
  try {
    const { stdout, stderr } = await run('promtool', args);
    return stdout + stderr;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    console.warn('NOT TRIED: promtool is not installed (apt-get install prometheus).');
    return undefined;
  }
}

test('the rules of alerts are sound, and each is silent in health and fires with its fault', async () => {
  const rules = join(OPS, 'prometheus/alerts.yml');
  const said = await promtool('check', 'rules', rules);
  if (said === undefined) return;
  expect(said).toContain('SUCCESS');
  expect(await promtool('test', 'rules', join(OPS, 'prometheus/alerts.test.yml'))).toContain('SUCCESS');
  const config = join(OPS, 'prometheus/prometheus.yml');
  expect(await promtool('check', 'config', '--syntax-only', config)).toContain('SUCCESS');
});

test('Prometheus understands each query of the dashboard', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-dashboard-'));
  try {
    const rules = (await dashboardQueries()).map((expr, nth) => ({ record: `panel:${nth}`, expr }));
    const file = join(folder, 'rules.yml');
    // JSON is YAML.
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    const said = await promtool('check', 'rules', file);
    if (said !== undefined) expect(said).toContain(`${rules.length} rules found`);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('each alert has its test, its severity, what to do, and a section of the guide', async () => {
  const rules = await readFile(join(OPS, 'prometheus/alerts.yml'), 'utf8');
  const tests = await readFile(join(OPS, 'prometheus/alerts.test.yml'), 'utf8');
  const guide = await readFile(join(OPS, '../docs/alerts.md'), 'utf8');
  const alerts = rules.split(/^ {6}- alert: /m).slice(1);
  const names = alerts.map((alert) => alert.slice(0, alert.indexOf('\n')));
  expect(names.length).toBeGreaterThan(30);
  expect(new Set(names).size).toBe(names.length);
  for (const [nth, name] of names.entries()) {
    expect(alerts[nth], name).toMatch(/^ {8}for: \d+[mh]$/m);
    expect(alerts[nth], name).toMatch(/^ {8}labels: \{ severity: (critical|warning|info) \}$/m);
    expect(alerts[nth], name).toMatch(/^ {10}summary: ".{20,}"$/m);
    expect(alerts[nth], name).toContain(`runbook: "docs/alerts.md#${name.toLowerCase()}"`);
    expect(guide.match(new RegExp(`^### ${name}$`, 'gm')), name).toHaveLength(1);
    const its = tests.split(/^ {2}- name: /m).find((one) => one.startsWith(`${name}\n`)) ?? '';
    expect(its.split(`alertname="${name}"`).length - 1, name).toBe(2);
    expect(its, name).toMatch(/exp_samples: \[\][\s\S]*value: 1 \}/);
  }
});

test('the dashboard is whole: panels with ids of their own, places that do not overlap, a query in each', async () => {
  const { schemaVersion, uid, panels } = JSON.parse(
    await readFile(join(OPS, 'grafana/krapao.json'), 'utf8'),
  ) as {
    schemaVersion: number;
    uid: string;
    panels: { id: number; type: string; title: string; gridPos: Record<'x' | 'y' | 'w' | 'h', number> }[];
  };
  expect([schemaVersion, uid]).toEqual([39, 'krapao']);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  const taken = new Set<string>();
  for (const { type, title, gridPos, ...rest } of panels) {
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect(x < 24 && !taken.has(`${x} ${y}`), title).toBe(true);
        taken.add(`${x} ${y}`);
      }
    expect(type === 'row' || (rest as { targets?: unknown[] }).targets?.length, title).toBeTruthy();
  }
});
