import { isDeepStrictEqual } from 'node:util';
import type { Satang } from '@krapao/contract/money';
import { looserRules, type Pack } from '@krapao/contract/protection/pack';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import type { Cause } from '../approvals/ask.ts';
import { isBeingSetUp } from '../approvals/secondPerson.ts';
import type { ContentAddress } from './contentKinds.ts';
import { termsIn } from './termsIn.ts';
import { worstCaseOf } from './worstCase.ts';

/**
 * Settings that guard money: an operator who could loosen them alone would control every limit and rule. `deposit` sets
 * the price of a wheel coin and whose payments count, `kip` the value of a kip, `links` which members count as one
 * person for payouts and offers, `memberSecurity` what a withdrawal asks of its member, `protection` what protects members,
 * `session` how long a log-in lasts, `retention` what is deleted for good. `access` could lock members out,
 * `consoleAccess` every other operator.
 */
const GUARDED_SETTINGS = [
  'ownMoney',
  'paidByHand',
  'deposit',
  'bankFeed',
  'kip',
  'payout',
  'withdraw',
  'memberSecurity',
  'protection',
  'laundering',
  'verification',
  'links',
  'session',
  'retention',
  'access',
  'consoleAccess',
];

/** Fields that decide where money goes, in kinds of which most fields are free. */
const GUARDED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  provider: ['connection', 'externalCode', 'creditsForBaht', 'isRetired'],
};

/**
 * Changes that only tighten guarded settings, field by field: an operator who stops a theft must not wait for a
 * colleague. `less` is a smaller number, `more` a larger one, `off` and `on` a switch.
 */
const TIGHTER: Readonly<Record<string, Readonly<Record<string, 'less' | 'more' | 'off' | 'on'>>>> = {
  account: { isActive: 'off' },
  gateway: { isActive: 'off', minimumSatang: 'more', maximumSatang: 'less' },
  ownMoney: {
    decisionSatang: 'less',
    operatorDaySatang: 'less',
    memberDaySatang: 'less',
    payoutSatang: 'less',
    offerLimitSatang: 'less',
  },
  paidByHand: { cashierSatang: 'less', managerSatang: 'less' },
  deposit: { acceptsSlips: 'off', isManual: 'off' },
  payout: {
    maximumSatang: 'less',
    memberDaySatang: 'less',
    siteHourSatang: 'less',
    withoutPlaySatang: 'less',
  },
  withdraw: { isAutomatic: 'off', maximumSatang: 'less' },
  links: { addressHours: 'more', addressMembers: 'more' },
  retention: { isOn: 'off', removesSlipPictures: 'off' },
};

interface Change extends ContentAddress {
  before: unknown;
  value: unknown;
}

/**
 * Why one operator is not enough to publish a change; null if one is enough. While the site is being set up one is
 * enough. `limit` (satang): what the operator may publish alone on a day in Bangkok, by the worst case for one member.
 */
export async function causeOf(
  db: Db | Trx,
  change: Change,
  { operatorId, limit }: { operatorId: bigint; limit: Satang },
): Promise<Cause | null> {
  if (await isBeingSetUp(db)) return null;
  if (isGuarded(change)) return isTighter(change) ? null : { code: 'TWO_PERSONS' };
  const worst = worstCaseOf(change, change.value);
  if (worst === null || worst === 0n || hasSameTerms(change)) return null;
  const reached = worst + (await aloneToday(db, change, operatorId));
  return reached > limit ? { code: 'WORST_CASE', limit: { value: limit, reached } } : null;
}

/** Records what one operator has published alone. */
export async function noteAlone(trx: Trx, change: Change, operatorId: bigint): Promise<void> {
  const worst = worstCaseOf(change, change.value);
  if (worst === null || worst === 0n || hasSameTerms(change)) return;
  await trx
    .insertInto('alone_publication')
    .values({ operator_id: operatorId, kind: change.kind, item: change.item, worst_case: worst })
    .execute();
}

/**
 * The sum that the operator has published alone today, without this entry; each entry counts with its most expensive
 * version.
 */
async function aloneToday(db: Db | Trx, { kind, item }: ContentAddress, operatorId: bigint): Promise<Satang> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(worst), 0)::bigint as sum from (
      select max(worst_case) as worst from alone_publication
      where operator_id = ${operatorId} and (kind, item) <> (${kind}, ${item})
        and at >= date_trunc('day', site.now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok'
      group by kind, item) as each`.execute(db);
  return rows[0]?.sum ?? 0n;
}

function isGuarded({ kind, item, before, value }: Change): boolean {
  const [old, next] = [before, value] as [Record<string, unknown>, Record<string, unknown>];
  const fields = GUARDED_FIELDS[kind] ?? [];
  return (
    kind === 'account' ||
    kind === 'gateway' ||
    (kind === 'setting' && GUARDED_SETTINGS.includes(item)) ||
    fields.some((field) => !isDeepStrictEqual(old[field], next[field]))
  );
}

function isTighter({ kind, item, before, value }: Change): boolean {
  // Each rule of a pack knows its own way.
  if (kind === 'setting' && item === 'protection')
    return looserRules(value as Pack, before as Pack).length === 0;
  const ways = TIGHTER[kind === 'setting' ? item : kind] ?? {};
  const [old, next] = [before, value] as [Record<string, unknown>, Record<string, unknown>];
  return Object.keys(next)
    .filter((field) => !isDeepStrictEqual(old[field], next[field]))
    .every((field) => {
      if (ways[field] === 'less') return Number(next[field]) < Number(old[field]);
      if (ways[field] === 'more') return Number(next[field]) > Number(old[field]);
      return ways[field] !== undefined && next[field] === (ways[field] === 'on');
    });
}

/** Whether only texts differ: a corrected spelling needs no second approval. */
export function hasSameTerms({ before, value }: Pick<Change, 'before' | 'value'>): boolean {
  return isDeepStrictEqual(termsIn(before), termsIn(value));
}
