import type { FindingKind } from '@krapao/contract/identity';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../database/connect.ts';
import { readSetting } from '../../../settings/settings.ts';

type State = 'WAITING' | 'CONFIRMED';
type Barred = 'deposits' | 'payouts' | 'play';

/**
 * What each finding closes, and from when on. An account on the high-risk list rests until an operator has decided
 * (protection.md 39); a name on the sanctions list may be another person's, so a person looks first. Whoever is too young
 * pays nothing in, plays nothing, and takes the own money out; so does who may be an excluded person.
 */
const BARS: Readonly<Record<FindingKind, Partial<Record<Barred, readonly State[]>>>> = {
  highRisk: {
    deposits: ['WAITING', 'CONFIRMED'],
    payouts: ['WAITING', 'CONFIRMED'],
    play: ['WAITING', 'CONFIRMED'],
  },
  sanctions: { deposits: ['CONFIRMED'], payouts: ['CONFIRMED'], play: ['CONFIRMED'] },
  underAge: { deposits: ['WAITING', 'CONFIRMED'], play: ['WAITING', 'CONFIRMED'] },
  sameDocument: {},
  verification: {},
  excluded: { deposits: ['WAITING', 'CONFIRMED'], play: ['WAITING', 'CONFIRMED'] },
};

/**
 * A row of `identity_finding` that may close something: what was noted because of somebody's break or exclusion does as
 * long as that holds.
 */
export const HOLDS_STILL = sql<boolean>`finding_holds(kind, subject)`;

/** Whether a finding closes deposits, payouts or play of the member now. */
export async function isBarred(db: Db | Trx, memberId: bigint, what: Barred): Promise<boolean> {
  const { highRiskList } = await readSetting(db, 'protection');
  const closing = Object.entries(BARS)
    .filter(([kind]) => kind !== 'highRisk' || highRiskList.isOn)
    .flatMap(([kind, bars]) => (bars[what] ?? []).map((state) => `${kind}:${state}`));
  const found = await db
    .selectFrom('identity_finding')
    .where('member_id', '=', memberId)
    .where(sql<boolean>`kind || ':' || state = any(${closing}::text[])`)
    .where(HOLDS_STILL)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
