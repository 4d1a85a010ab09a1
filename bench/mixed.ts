// A site at work: 10,000 members with an open screen each (the wallet's line and the chat's socket), who look, log in, bet,
// transfer, deposit and chat, and 20 operators at the console, all at rates of an open load (mixed/rates.ts). The rate
// grows in steps until a call's p99 is above a second, something is refused or a screen is not told; what was the limit
// is named. Then the ledger is verified, and the house's books must agree with the bets that were answered.
// `npm run bench -- mixed --nodes=1,3`; BENCH_MEMBERS, BENCH_SECONDS (of a step) and BENCH_STEPS (1,2,3) change the run.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { audit, percentile, writeResult } from './figures.ts';
import { openSite, type Site } from './mixed/openSite.ts';
import { FULL, RATES } from './mixed/rates.ts';
import type { StepResult, Waits } from './mixed/site.ts';
import { tell } from './mixed/tell.ts';
import { measureUsage, type Usage } from './mixed/usage.ts';
import { sealEverything } from './sealing.ts';

const MEMBERS = Number(process.env.BENCH_MEMBERS ?? FULL);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const STEPS = (process.env.BENCH_STEPS ?? '1,1.5,2,3,4,6,8').split(',').map(Number);
const { values } = parseArgs({ options: { nodes: { type: 'string', default: '1,3' } }, strict: false });
/** A process may have only so many files open. */
const GENERATORS = 2;
const BROKEN_MS = 1_000;
/** A generator that is later than this measures itself. */
const LATE_MS = 100;
/** Of one core for a node, of all cores for the machine. */
const BUSY = 0.9;

interface Figure {
  calls: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

interface Step {
  factor: number;
  aSecond: number;
  calls: Record<string, Figure>;
  pushes: Record<string, Figure>;
  errors: Record<string, number>;
  untold: number;
  lost: number;
  lagP99: number;
  usage: Usage;
  /** The most callers that waited for a connection of a node's pool. */
  poolWaiting: number;
  houseWon: number;
  unanswered: number;
  isBroken: boolean;
  loadAverage: number;
}

function together(all: readonly Waits[]): Record<string, Figure> {
  const names = [...new Set(all.flatMap(Object.keys))].sort();
  return Object.fromEntries(
    names.map((name) => {
      const times = all.flatMap((one) => one[name] ?? []);
      const of = (share: number) => Math.round(percentile(times, share) * 10) / 10;
      return [name, { calls: times.length, p50: of(0.5), p99: of(0.99) }];
    }),
  );
}

function sums(all: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [key, count] of all.flatMap(Object.entries)) sum[key] = (sum[key] ?? 0) + count;
  return sum;
}

/** Watches the pools of the nodes once a second. @returns ends it, and the most that waited at one */
function watchPools(site: Site): () => number {
  let most = 0;
  const timer = setInterval(async () => {
    for (const { url } of site.nodes) {
      const text = await fetch(`${url}/metrics`).then(
        (answer) => answer.text(),
        () => '',
      );
      most = Math.max(most, Number(/connections\{state="waiting"\} (\d+)/.exec(text)?.[1] ?? 0));
    }
  }, 1_000);
  return () => {
    clearInterval(timer);
    return most;
  };
}

async function measureStep(site: Site, generators: ChildProcess[], factor: number): Promise<Step> {
  const share = ((MEMBERS / FULL) * factor) / GENERATORS;
  const perSecond = Object.fromEntries(Object.entries(RATES).map(([name, rate]) => [name, rate * share]));
  await Promise.all(generators.map((one) => tell(one, { type: 'prepare', perSecond, seconds: SECONDS })));
  const loadAverage = loadavg()[0] ?? Number.NaN;
  const endPools = watchPools(site);
  const endUsage = await measureUsage(async () => ({
    ...(await site.parts()),
    generators: generators.map(({ pid }) => pid ?? 0),
  }));
  const usageAtEnd = new Promise<Usage>((resolve, reject) => {
    setTimeout(() => endUsage().then(resolve, reject), SECONDS * 1_000);
  });
  const results = await Promise.all(generators.map((one) => tell<StepResult>(one, { type: 'run' })));
  const calls = together(results.map(({ waits }) => waits));
  const errors = sums(results.map((result) => result.errors));
  const total = (of: (result: StepResult) => number) => results.reduce((sum, one) => sum + of(one), 0);
  const answered = Object.values(calls).reduce((sum, one) => sum + one.calls, 0);
  return {
    factor,
    aSecond: Math.round(answered / SECONDS),
    calls,
    pushes: together(results.map(({ pushes }) => pushes)),
    errors,
    untold: total(({ untold }) => untold),
    lost: total(({ lost }) => lost),
    lagP99: Math.round(
      percentile(
        results.flatMap(({ lags }) => lags),
        0.99,
      ),
    ),
    usage: await usageAtEnd,
    poolWaiting: endPools(),
    houseWon: total(({ houseWon }) => houseWon),
    unanswered: total(({ unanswered }) => unanswered),
    isBroken:
      Object.keys(errors).length > 0 ||
      total(({ untold, lost }) => untold + lost) > 0 ||
      Object.values(calls).some(({ p99 }) => p99 > BROKEN_MS),
    loadAverage,
  };
}

/** What held the calls up, by what was in use. */
function limitsOf({ usage, lagP99, poolWaiting }: Step): string {
  const busy = Object.entries(usage.cores).sort(([, one], [, other]) => other - one);
  const all = busy.reduce((sum, [, cores]) => sum + cores, 0);
  const said = [
    ...(usage.machine > BUSY * availableParallelism() ? [`the machine's cores (${usage.machine})`] : []),
    ...(lagP99 > LATE_MS ? [`generator (calls left ${lagP99} ms late at p99)`] : []),
    ...busy
      .filter(([part, cores]) => part.startsWith('node') && cores > BUSY)
      .map(([part, cores]) => `CPU of ${part} (${cores} cores)`),
    ...(poolWaiting > 0 ? [`pool (${poolWaiting} callers waited)`] : []),
  ];
  const shares = busy.map(([part, cores]) => `${part} ${cores}`).join(', ');
  return `${said.join('; ') || 'none of machine, generator, node, pool'}; cores in use ${all.toFixed(2)}: ${shares}; by others ${(usage.machine - all).toFixed(2)}`;
}

function report(nodes: number, step: Step): void {
  const line = ([name, { calls, p50, p99 }]: [string, Figure]) => `| ${name} | ${calls} | ${p50} | ${p99} |`;
  process.stdout.write(`
${nodes} node(s), ${MEMBERS} members, rate x${step.factor}: ${step.aSecond} calls a second for ${SECONDS} s${step.isBroken ? ' - BROKEN' : ''}

| call | answers | p50 ms | p99 ms |
|---|---|---|---|
${Object.entries(step.calls).map(line).join('\n')}
${Object.entries(step.pushes)
  .map(([kind, figure]) => line([`until the screen is told: ${kind}`, figure]))
  .join('\n')}

errors: ${JSON.stringify(step.errors)}, untold: ${step.untold}, screens lost: ${step.lost}
in use: ${limitsOf(step)}
MB: ${JSON.stringify(step.usage.megabytes)}, load average before: ${step.loadAverage.toFixed(1)}
`);
}

/** What the house has won of the maker's game, in satang. */
async function houseBook(site: Site): Promise<bigint> {
  const { rows } = await sql<{ won: string }>`
    select coalesce(sum(case when p.credit = a.id then p.amount else -p.amount end), 0)::text as won
    from ledger.account a join ledger.posting p on a.id in (p.credit, p.debit)
    where a.kind = 'provider' and a.provider = 'bench'`.execute(site.database.owner);
  return BigInt(rows[0]?.won ?? 0);
}

async function measure(nodes: number): Promise<object> {
  const site = await openSite(nodes, MEMBERS);
  const generators = Array.from({ length: GENERATORS }, () =>
    fork(join(import.meta.dirname, 'mixed/generator.ts')),
  );
  try {
    await Promise.all(generators.map((one) => once(one, 'message')));
    const opening = performance.now();
    await Promise.all(
      generators.map((one, generator) =>
        tell(one, { type: 'open', facts: { ...site.facts, generator, generators: GENERATORS } }),
      ),
    );
    const openedInSeconds = Math.round((performance.now() - opening) / 1_000);
    process.stderr.write(
      `${nodes} node(s): ${MEMBERS} lines and ${site.facts.sockets} sockets open after ${openedInSeconds} s\n`,
    );
    const before = await houseBook(site);
    const steps: Step[] = [];
    for (const factor of STEPS) {
      const step = await measureStep(site, generators, factor);
      steps.push(step);
      report(nodes, step);
      if (step.isBroken) break;
    }
    const won = Number((await houseBook(site)) - before);
    const answered = steps.reduce((sum, one) => sum + one.houseWon, 0);
    const unanswered = steps.reduce((sum, one) => sum + one.unanswered, 0);
    await Promise.all(generators.map((one) => tell(one, { type: 'close' })));
    await sealEverything(site.database.owner);
    const verified = await audit(site.database.url);
    const books = { wonByTheLedger: won, wonByTheAnswers: answered, unanswered };
    process.stdout.write(`\nbooks of the house, satang: ${JSON.stringify(books)}\naudit: ${verified}\n`);
    if (won !== answered && unanswered === 0)
      throw new Error('the books of the house differ from the answers');
    return { nodes, openedInSeconds, sockets: site.facts.sockets, steps, books, audit: verified };
  } finally {
    for (const generator of generators) generator.kill();
    await site.stop();
  }
}

const runs: object[] = [];
for (const nodes of String(values.nodes).split(',').map(Number)) runs.push(await measure(nodes));
await writeResult('mixed', {
  settings: { members: MEMBERS, seconds: SECONDS, rates: RATES, fsync: 'on' },
  runs,
});
