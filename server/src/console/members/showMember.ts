import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { deviceOf } from '../../calls/device.ts';
import type { Db } from '../../database/connect.ts';
import { gameTitles } from '../../modules/games/gameTitles.ts';
import { choicesOf } from '../../modules/pauses/terms.ts';
import { IS_AGE_CONFIRMED } from '../../modules/protection/levels/level.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { MEMBER_COLUMNS, memberFacts } from '../queues/memberFacts.ts';
import { adjustmentsOf } from './adjustment.ts';
import { memberTotals } from './memberTotals.ts';
import { pausesOf } from './pauseMember.ts';

const RECENT = 20;

/** All data about one member that an operator needs for a question. @throws AppError NO_USER */
export async function showMember(
  db: Db,
  id: bigint,
  { language, pack }: { language: Language; pack: SettingValue<'protection'> },
) {
  const member = await db
    .selectFrom('member')
    .leftJoin('operator as freezer', 'freezer.id', 'member.frozen_by')
    .leftJoin('operator as stopper', 'stopper.id', 'member.payouts_stopped_by')
    .leftJoin('member as inviter', 'inviter.id', 'member.invited_by')
    .leftJoin('member as keeper', 'keeper.id', 'member.merged_into')
    .where('member.id', '=', id)
    .select([
      'member.id as member_id',
      'member.coin',
      IS_AGE_CONFIRMED.as('is_age_confirmed'),
      'freezer.name as freezer_name',
      'member.payouts_stopped_at',
      'member.payouts_stopped_because',
      'stopper.name as stopper_name',
      'inviter.id as inviter_id',
      'inviter.name as inviter_name',
      'inviter.phone_number as inviter_phone',
      'keeper.id as keeper_id',
      'keeper.name as keeper_name',
      sql<
        string[]
      >`array(select old.id::text from member old where old.merged_into = member.id order by old.id)`.as(
        'old_accounts',
      ),
      ...MEMBER_COLUMNS,
    ])
    .executeTakeFirst();
  if (member === undefined) throw new AppError('NO_USER');
  const [pauses, sums, totals, games, sessions, bonuses, tags, notes, adjustments, room] = await Promise.all([
    pausesOf(db, id),
    readSums(db, id),
    memberTotals(db, id),
    db
      .selectFrom('game_account')
      .where('member_id', '=', id)
      .where('is_open', '=', true)
      .orderBy('provider')
      .select(['provider', 'username', 'amount', 'told_at'])
      .execute(),
    db
      .selectFrom('session')
      .where('member_id', '=', id)
      .where('expires_at', '>', sql<Date>`site.now()`)
      .orderBy('last_seen_at', 'desc')
      .limit(RECENT)
      .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at'])
      .execute(),
    db
      .selectFrom('member_bonus')
      .where('member_id', '=', id)
      .orderBy('id', 'desc')
      .limit(RECENT)
      .select(['id', 'source', 'name', 'state', 'deposit', 'bonus', 'created_at'])
      .execute(),
    db.selectFrom('member_tag').where('member_id', '=', id).orderBy('tag').select('tag').execute(),
    db
      .selectFrom('member_note')
      .innerJoin('operator', 'operator.id', 'member_note.operator_id')
      .where('member_id', '=', id)
      .orderBy('member_note.id', 'desc')
      .limit(RECENT)
      .select(['member_note.id', 'member_note.text', 'member_note.created_at', 'operator.name'])
      .execute(),
    adjustmentsOf(db, { memberId: id, limit: RECENT }),
    db.selectFrom('chat_room').where('member_id', '=', id).select('id').executeTakeFirst(),
  ]);
  const titles = await gameTitles(
    db,
    games.map(({ provider }) => provider),
    language,
  );
  return {
    member: memberFacts(member),
    pauses,
    pauseChoices: choicesOf(pack),
    frozen: member.member_frozen_at && {
      since: member.member_frozen_at.toISOString(),
      operatorName: member.freezer_name,
    },
    payoutsStopped: member.payouts_stopped_at && {
      since: member.payouts_stopped_at.toISOString(),
      operatorName: member.stopper_name ?? '',
      reason: member.payouts_stopped_because ?? '',
    },
    isAgeConfirmed: member.is_age_confirmed,
    coin: member.coin,
    invitedBy:
      member.inviter_id === null
        ? null
        : {
            id: String(member.inviter_id),
            name: member.inviter_name ?? '',
            phoneNumber: member.inviter_phone ?? '',
          },
    invitees: Number(sums.invitees),
    mergedInto:
      member.keeper_id === null ? null : { id: String(member.keeper_id), name: member.keeper_name ?? '' },
    oldAccounts: member.old_accounts.map((id) => ({ id })),
    money: {
      available: bahtFromSatang(sums.available),
      held: bahtFromSatang(sums.held),
      inTransfer: bahtFromSatang(sums.in_transfer),
      inGames: bahtFromSatang(games.reduce((sum, { amount }) => sum + amount, 0n)),
    },
    games: games.map((game) => ({
      provider: game.provider,
      title: titles.get(game.provider) ?? game.provider,
      username: game.username,
      amount: bahtFromSatang(game.amount),
      toldAt: game.told_at?.toISOString() ?? null,
    })),
    totals,
    sessions: sessions.map((session) => ({
      id: session.id,
      device: describeDevice(session.user_agent ?? ''),
      address: session.address,
      createdAt: session.created_at.toISOString(),
      lastSeenAt: session.last_seen_at.toISOString(),
    })),
    bonuses: bonuses.map((bonus) => ({
      id: String(bonus.id),
      source: bonus.source,
      name: (bonus.name as Record<string, string>)[language] ?? '',
      state: bonus.state,
      deposit: bahtFromSatang(bonus.deposit),
      bonus: bahtFromSatang(bonus.bonus),
      createdAt: bonus.created_at.toISOString(),
    })),
    tags: tags.map(({ tag }) => tag),
    notes: notes.map((note) => ({
      id: String(note.id),
      operatorName: note.name,
      text: note.text,
      createdAt: note.created_at.toISOString(),
    })),
    adjustments,
    chatRoomId: room === undefined ? null : String(room.id),
  };
}

interface Sums {
  available: bigint;
  held: bigint;
  in_transfer: bigint;
  invitees: bigint;
}

async function readSums(db: Db, id: bigint): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select
      (select coalesce(sum(posted - held), 0)::bigint from ledger.account where member_id = ${id} and kind = 'wallet') as available,
      (select coalesce(sum(held), 0)::bigint from ledger.account where member_id = ${id} and kind = 'wallet') as held,
      (select coalesce(sum(posted), 0)::bigint from ledger.account where member_id = ${id} and kind = 'in_transfer') as in_transfer,
      (select count(*) from member where invited_by = ${id}) as invitees`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new AppError('NO_USER');
  return row;
}

function describeDevice(userAgent: string): string {
  const { kind, browser, system } = deviceOf(userAgent);
  return [browser, system].filter((part) => part !== '').join(' · ') || kind;
}
