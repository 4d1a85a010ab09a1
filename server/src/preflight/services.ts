import type { Capability, Trouble } from '@krapao/contract/connections';
import type { SERVICE_CHECKS } from '@krapao/contract/preflight/services';
import { sql } from 'kysely';
import { mayAll } from '../operatorRole.ts';
import type { LiveConnection } from '../providers/connections/connections.ts';
import type { Judgement, Judges, Run } from './judge.ts';

const SLIPS_LEFT_MIN = 100;
const FEED_MINUTES_MAX = 60;
const FEEDS: readonly Capability[] = ['bankFeed', 'statement'];
/** What a maker answered to a call alone: no test of the connection would have met it. */
const OF_THE_CALL: readonly string[] = ['BAD_ANSWER', 'REFUSED'] satisfies Trouble[];

export const judgeServices: Judges<keyof typeof SERVICE_CHECKS> = {
  async keys({ connections }) {
    const unopened = connections.unopened();
    return unopened.length === 0
      ? { finding: 'yes' }
      : { finding: 'unopened', values: { names: unopened.map(({ name }) => name).join(', ') } };
  },
  // What its test tells is an account; whether messages arrive at the gateway only sending shows.
  sms: async (run) => (await trouble(run, 'sms')) ?? (await proof(run, real(run, 'sms'), 'sent')),
  async slip(run) {
    if (!run.settings.get('deposit').acceptsSlips) return { finding: 'off' };
    return (await trouble(run, 'slip')) ?? (await proof(run, real(run, 'slip'), 'asked'));
  },
  async slipQuota(run) {
    const lefts = await Promise.all(
      real(run, 'slip').map(async (connection) => {
        const told = await run.test(connection);
        return told?.ok ? told.quotaLeft : undefined;
      }),
    );
    const known = lefts.filter((left) => left !== undefined);
    if (known.length === 0) return { finding: 'unknown' };
    const left = known.reduce((sum, one) => sum + one, 0);
    return { finding: left < SLIPS_LEFT_MIN ? 'low' : 'yes', values: { left } };
  },
  gateway,
  feed,
  payout,
  games,
  verification,
};

/** The operators' connections that work for a capability; what the sandbox plays is not real. */
function real({ connections }: Run, capability: Capability): readonly LiveConnection[] {
  const played = new Set(connections.fixed.filter(({ isSandbox }) => isSandbox).map(({ id }) => id));
  return [...connections.deciding(capability as LiveConnection['capability'])].filter(
    ({ id }) => !played.has(id),
  );
}

/** What is wrong with a capability: no connection, or one whose newest result is trouble: a passing test is newer than any call. */
async function trouble(
  run: Run,
  capability: Capability,
): Promise<
  { finding: 'none' } | { finding: 'failing'; values: { name: string; trouble: string } } | undefined
> {
  const found = real(run, capability);
  if (found.length === 0) return { finding: 'none' };
  for (const connection of found) {
    const { name } = connection;
    const told = await run.test(connection);
    if (told !== undefined && !told.ok)
      return { finding: 'failing', values: { name, trouble: told.trouble } };
    if (told !== undefined) continue;
    const newest = await newestCall(run, connection);
    if (newest?.trouble) return { finding: 'failing', values: { name, trouble: newest.trouble } };
  }
  return undefined;
}

/**
 * Of connections without trouble: whether a call has shown that they work. A test suffices where `asked`. It ends the trouble
 * that it would have met as well; the rest of its newest call stays open until another one.
 */
async function proof(
  run: Run,
  found: readonly LiveConnection[],
  by: 'asked' | 'sent',
): Promise<
  | { finding: 'yes' | 'unproved'; values: { names: string } }
  | { finding: 'doubtful'; values: { name: string; trouble: string } }
> {
  let isProved = true;
  for (const connection of found) {
    const trouble = (await newestCall(run, connection))?.trouble;
    if (trouble && OF_THE_CALL.includes(trouble))
      return { finding: 'doubtful', values: { name: connection.name, trouble } };
    const isTested = by === 'asked' && run.test(connection) !== undefined;
    isProved &&= isTested || trouble === null;
  }
  const names = found.map(({ name }) => name).join(', ');
  return { finding: isProved ? 'yes' : 'unproved', values: { names } };
}

/** The newest call that was no test, of the last 7 days. */
function newestCall({ db }: Run, { id }: LiveConnection) {
  return db
    .selectFrom('connection_call')
    .select('trouble')
    .where('connection_id', '=', id)
    .where('operation', '!=', 'test')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function gateway(run: Run): Promise<Judgement<'gateway'>> {
  const wrong = await trouble(run, 'gateway');
  if (wrong !== undefined) return wrong;
  const found = real(run, 'gateway');
  const rows = await run.db
    .selectFrom('gateway')
    .select('connection_id')
    .where('is_active', '=', true)
    .execute();
  const used = new Set(rows.map((row) => row.connection_id));
  const idle = found.filter(({ id }) => !used.has(id));
  if (idle.length > 0)
    return {
      finding: 'unassigned',
      values: { names: idle.map(({ name }) => name).join(', ') },
      page: '/content',
    };
  return proof(run, found, 'asked');
}

async function feed(run: Run): Promise<Judgement<'feed'>> {
  const found = FEEDS.flatMap((capability) => real(run, capability));
  if (found.length === 0) return { finding: 'none' };
  const heard = await Promise.all(
    found.map(async ({ id, name }) => ({ name, minutes: await minutesSinceHeard(run, id) })),
  );
  const never = heard.filter(({ minutes }) => minutes === null);
  if (never.length > 0)
    return { finding: 'never', values: { names: never.map(({ name }) => name).join(', ') } };
  const [longest] = heard.sort((a, b) => Number(b.minutes) - Number(a.minutes));
  const minutes = Number(longest?.minutes);
  return minutes > FEED_MINUTES_MAX
    ? { finding: 'silent', values: { names: String(longest?.name), minutes } }
    : { finding: 'yes', values: { minutes } };
}

/** What a connection told us by itself, or answered when it was read. Forged and refused notices do not count. */
async function minutesSinceHeard({ db }: Run, id: string): Promise<number | null> {
  const { rows } = await sql<{ minutes: number | null }>`
    select floor(extract(epoch from site.now() - max(at)) / 60)::int as minutes from (
      select max(last_at) as at from connection_delivery
      where connection_id::text = ${id} and reading in ('proved', 'ignored')
      union all
      select max(at) from connection_call where connection_id = ${id} and trouble is null and operation <> 'test'
    ) heard`.execute(db);
  return rows[0]?.minutes ?? null;
}

async function payout(run: Run): Promise<Judgement<'payout'>> {
  const found = real(run, 'payout');
  if (found.length === 0) {
    if (run.settings.get('withdraw').isAutomatic) return { finding: 'missing' };
    const { count } = await run.db
      .selectFrom('operator')
      .where('is_active', '=', true)
      .where('must_change_password', '=', false)
      .where(mayAll(['withdrawal.decide']))
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow();
    return { finding: count === 0n ? 'nobody' : 'byHand', values: { count: Number(count) } };
  }
  const wrong = await trouble(run, 'payout');
  if (wrong?.finding === 'failing') return { ...wrong, page: '/connections' };
  return proof(run, found, 'asked');
}

async function games(run: Run): Promise<Judgement<'games'>> {
  const rows = await run.db
    .selectFrom('game_provider')
    .where('is_active', '=', true)
    .select(['name_en', 'connection_id'])
    .orderBy('position')
    .execute();
  if (rows.length === 0) return { finding: 'empty' };
  const values = { count: rows.length };
  const wrong = await trouble(run, 'game');
  if (wrong?.finding === 'none') return { finding: 'none', values };
  if (wrong !== undefined) return wrong;
  const live = new Set<string | null>(real(run, 'game').map(({ id }) => id));
  const lost = rows.filter(({ connection_id }) => !live.has(connection_id));
  if (lost.length > 0)
    return {
      finding: 'unassigned',
      values: { names: lost.map(({ name_en }) => name_en).join(', ') },
      page: '/content',
    };
  const { finding, values: more } = await proof(run, real(run, 'game'), 'asked');
  return { finding, values: { ...values, ...more } };
}

async function verification(run: Run): Promise<Judgement<'verification'>> {
  const wrong = await trouble(run, 'verification');
  if (wrong?.finding === 'failing') return wrong;
  if (wrong === undefined) return proof(run, real(run, 'verification'), 'asked');
  return run.settings.get('verification').isAutomaticApproval
    ? { finding: 'missing', page: '/content/setting/verification' }
    : { finding: 'byHand' };
}
