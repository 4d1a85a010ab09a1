import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { sql } from 'kysely';
import { clock } from '../clock.ts';
import { replacedClocks } from '../database/siteClock.ts';
import {
  allowedHosts,
  guardedLookup,
  hostAndPort,
  isOwnNetwork,
} from '../providers/connections/ownNetwork.ts';
import type { Judgement, Run } from './judge.ts';

const APART_SECONDS = 5;
const TIMEOUT_MS = 4_000;
const MAKERS_MAX = 3;

interface Clock {
  source: string;
  isOutside: boolean;
  /** Seconds that it is ahead of ours. */
  ahead: number;
}

/** Compares this machine's clock, unless the database has one of its own, with the database's, the public address's and those of connected services. */
export async function clockJudge(run: Run): Promise<Judgement<'clock'>> {
  const replaced = await replacedClocks(run.db);
  if (replaced.length > 0) return { finding: 'replaced', values: { functions: replaced.join(', ') } };
  const clocks = (
    await Promise.all([databaseClock(run), publicClock(run), ...(await makers(run)).map(makersClock)])
  ).flatMap((clock) => clock ?? []);
  const wrong = clocks.find(({ ahead }) => Math.abs(ahead) > APART_SECONDS);
  if (wrong !== undefined)
    return {
      finding: 'wrong',
      values: { source: wrong.source, seconds: Math.abs(Math.round(wrong.ahead)) },
    };
  return clocks.some(({ isOutside }) => isOutside)
    ? { finding: 'yes', values: { sources: clocks.map(({ source }) => source).join(', ') } }
    : { finding: 'alone' };
}

async function databaseClock({ db }: Run): Promise<Clock> {
  const before = clock.now();
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from site.clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  const middle = (before + clock.now()) / 2;
  return { source: 'PostgreSQL', isOutside: false, ahead: ((rows[0]?.ms ?? middle) - middle) / 1_000 };
}

async function publicClock({ config, probe }: Run): Promise<Clock | undefined> {
  const told = await probe();
  if (told.status !== 'answered') return undefined;
  // The node's own time: with several nodes it may be another machine.
  return { source: config.publicUrl, isOutside: false, ahead: (told.answer.now - clock.now()) / 1_000 };
}

/** Addresses of services that the site calls anyway. */
async function makers({ db, config }: Run): Promise<URL[]> {
  const allowed = allowedHosts(config);
  const rows = await db
    .selectFrom('connection')
    .select('config')
    .where('is_active', '=', true)
    .orderBy('priority')
    .execute();
  const urls = rows.flatMap(({ config }) => {
    const url = URL.parse(String((config as { baseUrl?: unknown }).baseUrl));
    const mayCall = url !== null && (allowed.has(hostAndPort(url)) || !isOwnNetwork(url.hostname));
    return mayCall ? [new URL(url.origin)] : [];
  });
  return [...new Map(urls.map((url) => [url.host, url])).values()].slice(0, MAKERS_MAX);
}

/** Asks for nothing and reads the time of the answer; no key is sent. */
function makersClock(url: URL): Promise<Clock | undefined> {
  return new Promise((resolve) => {
    const before = clock.now();
    const isPlain = url.protocol === 'http:';
    const sent = (isPlain ? plainRequest : request)(
      url,
      {
        method: 'HEAD',
        agent: false,
        signal: clock.deadline(TIMEOUT_MS),
        // Only what the environment names is called without TLS, and it may be of the own network.
        ...(!isPlain && { lookup: guardedLookup }),
      },
      (response) => {
        response.resume();
        const told = Date.parse(response.headers.date ?? '');
        const middle = (before + clock.now()) / 2;
        // The header tells whole seconds.
        resolve(
          Number.isNaN(told)
            ? undefined
            : { source: hostAndPort(url), isOutside: true, ahead: (told + 500 - middle) / 1_000 },
        );
      },
    );
    sent.on('error', () => resolve(undefined));
    sent.end();
  });
}
