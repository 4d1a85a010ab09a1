import type { CaseRule } from '@krapao/contract/cases';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { Settings } from '../../settings/settings.ts';
import { accountChanged } from './rules/accountChanged.ts';
import { bonusEnded } from './rules/bonusEnded.ts';
import { littlePlay } from './rules/littlePlay.ts';
import { manySenders } from './rules/manySenders.ts';
import { netDeposits } from './rules/netDeposits.ts';
import { onePerson } from './rules/onePerson.ts';
import { oneSender } from './rules/oneSender.ts';
import { reportedSum } from './rules/reportedSum.ts';
import type { Hit } from './rules/rule.ts';
import { sameDocument } from './rules/sameDocument.ts';
import { sharedAccount } from './rules/sharedAccount.ts';
import { sharedDevice } from './rules/sharedDevice.ts';
import { structuring } from './rules/structuring.ts';
import { unusualDeposit } from './rules/unusualDeposit.ts';

/** A hit with its rule and the rule's numbers. */
export interface Found extends Hit {
  rule: CaseRule;
  terms: object;
}

const LAUNDERING = {
  structuring,
  littlePlay,
  manySenders,
  oneSender,
  accountChanged,
  unusualDeposit,
  sharedDevice,
  sharedAccount,
  bonusEnded,
  reportedSum,
} as const;

/** Asks every rule that is on about these members. It reads alone. */
export async function findFacts(db: Db, memberIds: readonly bigint[], settings: Settings): Promise<Found[]> {
  const found: Found[] = [];
  const ask = async <Terms extends object>(
    rule: CaseRule,
    find: (db: Db, memberIds: readonly bigint[], terms: Terms) => Promise<Hit[]>,
    terms: Terms,
    among = memberIds,
  ) => {
    if ('isOn' in terms && terms.isOn !== true) return;
    for (const hit of await find(db, among, terms)) found.push({ ...hit, rule, terms });
  };
  const laundering = settings.get('laundering');
  for (const rule of Object.keys(LAUNDERING) as (keyof typeof LAUNDERING)[])
    await ask(
      rule,
      LAUNDERING[rule] as typeof structuring,
      laundering[rule] as typeof laundering.structuring,
    );
  const { vulnerability, onePerson: person } = settings.get('protection');
  await ask('netDeposits', netDeposits, vulnerability);
  if (person.isOn) {
    await ask('onePerson', onePerson, settings.get('links'), await newlySeen(db, memberIds));
    await ask('sameDocument', sameDocument, {});
  }
  return found;
}

/** Members with a new device or payout account within a day; links of the others were searched before. */
async function newlySeen(db: Db, memberIds: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select m.id from member m
    where m.id = any(${[...memberIds]}::bigint[]) and (m.bank_account_changed_at > site.now() - interval '1 day'
      or exists (select from member_device d where d.member_id = m.id and d.first_seen_at > site.now() - interval '1 day'))
    order by m.id`.execute(db);
  return rows.map(({ id }) => id);
}
