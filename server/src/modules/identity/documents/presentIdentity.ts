import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import {
  type AskedLevel,
  type DocumentKind,
  type DocumentPart,
  IDENTITY_LEVELS,
  type IdentityRefusal,
  type IdentityState,
} from '@krapao/contract/identity';
import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import type { Db, Trx } from '../../../database/connect.ts';
import { readSetting } from '../../../settings/settings.ts';
import { isBarred } from '../../protection/levels/bars.ts';
import { levelOf } from '../../protection/levels/level.ts';
import { allowedAt, type LevelSums, usedSums } from '../../protection/levels/levelSums.ts';

/** The member's level with its sums, what is asked for next, and the newest request (protection.md 45). */
export async function presentIdentity(
  db: Db | Trx,
  memberId: bigint,
): Promise<ResponseOf<Contract['GET /api/identity']>> {
  const pack = await readSetting(db, 'protection');
  const { level, lapsesOn } = await levelOf(db, memberId);
  const used = await usedSums(db, memberId);
  const barred = (await isBarred(db, memberId, 'deposits')) || (await isBarred(db, memberId, 'payouts'));
  return {
    isOn: pack.levels.isOn,
    level,
    levels: IDENTITY_LEVELS.map((one) => ({ level: one, ...inBaht(allowedAt(one, pack)) })),
    used: {
      depositMonth: bahtFromSatang(used.depositMonth),
      balance: bahtFromSatang(used.balance),
      payoutMonth: bahtFromSatang(used.payoutMonth),
    },
    next: nextLevel(level),
    lapsesOn,
    isBeingChecked: barred,
    keptYears: pack.records.years,
    request: await newestRequest(db, memberId),
  };
}

/** The level that documents lead to from here; a doubted account is no obstacle. */
export const nextLevel = (level: number): AskedLevel | null => (level < 2 ? 2 : level === 2 ? 3 : null);

const inBaht = (sums: LevelSums<Satang | null>) => {
  const baht = (sum: Satang | null) => (sum === null ? null : bahtFromSatang(sum));
  return {
    depositMonth: baht(sums.depositMonth),
    balance: baht(sums.balance),
    payoutMonth: baht(sums.payoutMonth),
  };
};

async function newestRequest(db: Db | Trx, memberId: bigint) {
  const request = await db
    .selectFrom('identity_request')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .selectAll()
    .executeTakeFirst();
  if (request === undefined || request.state === 'TAKEN_BACK') return null;
  const parts = await db
    .selectFrom('identity_document')
    .where('request_id', '=', request.id)
    .where('discarded_at', 'is', null)
    .orderBy('part')
    .select('part')
    .execute();
  return {
    level: request.level as AskedLevel,
    state: request.state as IdentityState,
    documentKind: request.document_kind as DocumentKind,
    parts: parts.map(({ part }) => part as DocumentPart),
    refusal: request.refusal as IdentityRefusal | null,
    createdAt: request.created_at.toISOString(),
  };
}
