import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import { holds } from '@krapao/contract/protection/pack';
import type { Session } from '../../calls/authenticate.ts';
import type { Db } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { remind } from '../protection/reminders.ts';
import { presentPause } from './presentPause.ts';
import { choicesOf } from './terms.ts';

/** What holds for a member, what they may choose and what waits for them to read it (protection.md 9 to 20, 24, 34). */
export async function showProtection(
  db: Db,
  { memberId, tokenHash }: Pick<Session, 'memberId' | 'tokenHash'>,
  pack: SettingValue<'protection'>,
): Promise<ResponseOf<Contract['GET /api/protection/pause']>> {
  const [pause, { waiting, deposited }, session, check] = await Promise.all([
    presentPause(db, memberId, pack),
    remind(db, memberId, pack),
    db
      .selectFrom('session')
      .select('previous_login_at')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst(),
    db.selectFrom('reality_check').select('minutes').where('member_id', '=', memberId).executeTakeFirst(),
  ]);
  const { minutes, usualMinutes } = pack.realityCheck;
  const hasChecks = holds(pack, 'realityCheck');
  return {
    pause,
    choices: { ...choicesOf(pack), realityMinutes: hasChecks ? minutes : [] },
    realityMinutes: hasChecks ? (check?.minutes ?? usualMinutes) : null,
    reminders: waiting,
    lifetimeSum: waiting.includes('lifetimeDeposits') ? bahtFromSatang(deposited) : null,
    lastLogin: holds(pack, 'lastLogin') ? (session?.previous_login_at?.toISOString() ?? null) : null,
  };
}
