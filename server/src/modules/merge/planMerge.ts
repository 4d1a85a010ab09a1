import type { MergeBlock } from '@krapao/contract/merges';
import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { compareName } from '../deposits/incoming/maskedName.ts';
import { linkedMembers } from '../links/linkedMembers.ts';
import { type StricterLimit, stricterLimits } from '../protection/limits/carryLimits.ts';
import { openPauses, type PauseRow } from '../protection/pauseRow.ts';
import { mergeBlocks } from './mergeBlocks.ts';

export interface Merged {
  staysId: bigint;
  goesId: bigint;
}

/** Everything that a merge would do now. */
export interface MergePlan extends Merged {
  amount: Satang;
  balanceAfter: Satang;
  coins: number;
  invitees: number;
  limits: StricterLimit[];
  pauses: PauseRow[];
  blocks: MergeBlock[];
  isOnePerson: boolean;
}

/** @throws AppError NO_USER, ALREADY_DECIDED if one of the two was merged before */
export async function planMerge(
  db: Db | Trx,
  { staysId, goesId }: Merged,
  links: SettingValue<'links'>,
): Promise<MergePlan> {
  const members = await db
    .selectFrom('member')
    .where('id', 'in', [staysId, goesId])
    .select([
      'id',
      'coin',
      'merged_into',
      'bank_account_name',
      sql<bigint>`coalesce((select a.posted from ledger.account a
        where a.member_id = member.id and a.kind = 'wallet' and a.currency = 'THB'), 0)`.as('balance'),
      sql<bigint>`(select count(*) from member i where i.invited_by = member.id and i.id <> ${staysId})`.as(
        'invitees',
      ),
    ])
    .execute();
  const stays = members.find(({ id }) => id === staysId);
  const goes = members.find(({ id }) => id === goesId);
  if (stays === undefined || goes === undefined || staysId === goesId) throw new AppError('NO_USER');
  if (stays.merged_into !== null || goes.merged_into !== null) throw new AppError('ALREADY_DECIDED');
  const linked = await linkedMembers(db, staysId, links);
  const names = compareName(goes.bank_account_name, stays.bank_account_name);
  const documents = await compareDocuments(db, { staysId, goesId });
  return {
    staysId,
    goesId,
    amount: goes.balance,
    balanceAfter: stays.balance + goes.balance,
    coins: goes.coin,
    invitees: Number(goes.invitees),
    limits: await stricterLimits(db, { staysId, goesId }),
    pauses: await openPauses(db, goesId),
    blocks: await mergeBlocks(db, { staysId, goesId }),
    isOnePerson:
      names !== 'no_match' &&
      documents !== 'differ' &&
      (documents === 'same' || linked.some(({ memberId }) => memberId === goesId)),
  };
}

/** The numbers of approved documents of one kind: a person has one of each. */
async function compareDocuments(
  db: Db | Trx,
  { staysId, goesId }: Merged,
): Promise<'same' | 'differ' | 'unknown'> {
  const { rows } = await sql<{ same: boolean | null }>`
    select bool_and(s.number_hash = g.number_hash) as same
    from identity_request s join identity_request g on g.document_kind = s.document_kind and g.member_id = ${goesId}
    where s.member_id = ${staysId} and s.state = 'APPROVED' and g.state = 'APPROVED'
      and s.number_hash is not null and g.number_hash is not null`.execute(db);
  const same = rows[0]?.same ?? null;
  return same === null ? 'unknown' : same ? 'same' : 'differ';
}
