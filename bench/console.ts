// What operators wait for while members are at work: 20,000 members with an open screen each, whose calls come at the rates of
// the mixed load, 1,000 slips, 500 withdrawals and 300 chats that wait, and 20 operators, each of whom asks one call of the
// console a second, in turn. Two nodes, because of the files that one may have open. The goal is 500 ms beside the
// median of /healthz in the same run.
// BENCH_MEMBERS and BENCH_SECONDS change the run; BENCH_RATE is the share of the members' habits that is called.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { consoleCalls } from './console/pages.ts';
import { fillQueues } from './console/waiting.ts';
import { median, percentile, writeResult } from './figures.ts';
import { openSite, type Site } from './mixed/openSite.ts';
import { FULL, RATES } from './mixed/rates.ts';
import { note, type StepResult, type Waits } from './mixed/site.ts';
import { tell } from './mixed/tell.ts';
import { oneByOne } from './oneByOne.ts';

const MEMBERS = Number(process.env.BENCH_MEMBERS ?? 20_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 120);
const RATE = Number(process.env.BENCH_RATE ?? 1);
const NODES = 2;
const GENERATORS = 2;
const WAITING = { slips: 1_000, withdrawals: 500, chats: 300 };
/** An operator's next call after the answer to the one before. */
const THINK_MS = 1_000;
const HEALTH_MS = 250;
/** Milliseconds at p50. */
const GOAL = 500;

/** Each operator asks all calls in turn, beginning with another one, until the time is over. */
async function operate(
  site: Site,
  until: number,
): Promise<{ waits: Waits; refused: Record<string, number> }> {
  const calls = Object.entries(await consoleCalls(site.database, site.facts.members[0] ?? ''));
  const waits: Waits = {};
  const refused: Record<string, number> = {};
  await Promise.all(
    site.facts.cookies.map(async (cookie, operator) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const { url } = site.nodes[operator % site.nodes.length] ?? { url: '' };
      await delay((THINK_MS / site.facts.cookies.length) * operator);
      for (let nth = operator * 3; performance.now() < until; nth += 1) {
        const [name, request] = calls[nth % calls.length] ?? ['', {}];
        const asked = { ...request, headers: { ...request.headers, Cookie: cookie } };
        await oneByOne(url, [asked], agent).then(
          ([wait = Number.NaN]) => note(waits, name, wait),
          ({ message }: Error) => {
            refused[message] = (refused[message] ?? 0) + 1;
          },
        );
        await delay(THINK_MS);
      }
      agent.destroy();
    }),
  );
  return { waits, refused };
}

async function watchHealth(site: Site, until: number): Promise<number[]> {
  const waits: number[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (performance.now() < until) {
    for (const { url } of site.nodes)
      waits.push(...(await oneByOne(url, [{ method: 'GET', path: '/healthz' }], agent)));
    await delay(HEALTH_MS);
  }
  agent.destroy();
  return waits;
}

async function measure(site: Site, generators: ReturnType<typeof fork>[]) {
  await fillQueues(site.database, site.facts.nodes[0] ?? '', site.facts.members, WAITING);
  await Promise.all(
    generators.map((one, generator) =>
      tell(one, { type: 'open', facts: { ...site.facts, generator, generators: GENERATORS } }),
    ),
  );
  const share = (MEMBERS / FULL) * (RATE / GENERATORS);
  const perSecond = Object.fromEntries(
    // The operators of this run are its own.
    Object.entries(RATES).map(([name, rate]) => [name, name.startsWith('console') ? 0 : rate * share]),
  );
  await Promise.all(generators.map((one) => tell(one, { type: 'prepare', perSecond, seconds: SECONDS })));
  process.stderr.write(`${MEMBERS} members are there, load average ${loadavg()[0]?.toFixed(1)}\n`);
  const until = performance.now() + SECONDS * 1_000;
  const [operators, health, ...members] = await Promise.all([
    operate(site, until),
    watchHealth(site, until),
    ...generators.map((one) => tell<StepResult>(one, { type: 'run' })),
  ]);
  await Promise.all(generators.map((one) => tell(one, { type: 'close' })));
  return { operators, health, members };
}

const site = await openSite(NODES, MEMBERS);
const generators = Array.from({ length: GENERATORS }, () =>
  fork(join(import.meta.dirname, 'mixed/generator.ts')),
);
try {
  await Promise.all(generators.map((one) => once(one, 'message')));
  const { operators, health, members } = await measure(site, generators);
  const figure = (times: readonly number[]) => ({
    calls: times.length,
    p50: median(times),
    p99: percentile(times, 0.99),
  });
  const figures = Object.entries(operators.waits)
    .map(([name, times]) => ({ name, ...figure(times) }))
    .toSorted((one, other) => other.p50 - one.p50);
  const answers = members.flatMap(({ waits }) => Object.values(waits).flat());
  const line = ({ name, calls, p50, p99 }: (typeof figures)[number]) =>
    `| ${name} | ${calls} | ${p50.toFixed(0)} | ${p99.toFixed(0)} |${p50 > GOAL ? ` above ${GOAL} ms` : ''}`;
  process.stdout.write(`
| ${MEMBERS} members at ${RATE} of their rates, 20 operators, ${SECONDS} s | calls | p50 ms | p99 ms |
|---|---|---|---|
${figures.map(line).join('\n')}
${line({ name: 'members, all calls', ...figure(answers) })}
${line({ name: 'GET /healthz', ...figure(health) })}

refused operators: ${JSON.stringify(operators.refused)}, members: ${JSON.stringify(members.map(({ errors }) => errors))}
load average at the end: ${loadavg()[0]?.toFixed(1)}
`);
  await writeResult('console', {
    settings: { members: MEMBERS, seconds: SECONDS, rate: RATE, waiting: WAITING, nodes: NODES },
    loadAverage: loadavg()[0],
    calls: Object.fromEntries(figures.map(({ name, ...rest }) => [name, rest])),
    members: figure(answers),
    health: figure(health),
    refused: operators.refused,
  });
} finally {
  for (const generator of generators) generator.kill();
  await site.stop();
}
