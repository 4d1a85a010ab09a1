import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';
import { type Presentation, summarizeRoom } from '../../modules/chat/roomSummary.ts';
import { signSlipLink } from '../../modules/deposits/slip/slipLink.ts';
import { MEMBER_COLUMNS, memberFacts } from '../queues/memberFacts.ts';
import { transferOfSlip } from '../queues/slipOwner.ts';

const RECENT = 50;

/** A conversation with the data that an operator needs beside it. @throws AppError NO_DATA */
export async function showRoom(
  db: Db,
  roomId: bigint,
  { language, presentation }: { language: 'th' | 'la' | 'en'; presentation: Presentation },
) {
  const [summary, row, notes, closings] = await Promise.all([
    summarizeRoom(db, roomId, presentation),
    db
      .selectFrom('chat_room')
      .select(['created_at', 'member_id', 'last_position'])
      .where('id', '=', roomId)
      .executeTakeFirst(),
    listNotes(db, roomId),
    listClosings(db, roomId),
  ]);
  if (summary === undefined || row === undefined) throw new AppError('NO_DATA', 'no such room');
  return {
    room: summary,
    createdAt: row.created_at.toISOString(),
    messages: row.last_position,
    member:
      row.member_id === null ? null : await shortMember(db, row.member_id, language, presentation.linkKey),
    notes,
    closings,
  };
}

/** The newest notes, oldest first. */
async function listNotes(db: Db, roomId: bigint) {
  const rows = await db
    .selectFrom('chat_note')
    .innerJoin('operator', 'operator.id', 'chat_note.operator_id')
    .where('room_id', '=', roomId)
    .orderBy('chat_note.id', 'desc')
    .limit(RECENT)
    .select(['chat_note.id', 'chat_note.text', 'chat_note.created_at', 'operator.name'])
    .execute();
  return rows.reverse().map(({ id, text, created_at, name }) => ({
    id: String(id),
    operatorName: name,
    text,
    createdAt: created_at.toISOString(),
  }));
}

/** The conversation's closings, newest first. */
async function listClosings(db: Db, roomId: bigint) {
  const rows = await db
    .selectFrom('chat_closing')
    .innerJoin('operator', 'operator.id', 'chat_closing.closed_by')
    .where('room_id', '=', roomId)
    .orderBy('chat_closing.id', 'desc')
    .limit(RECENT)
    .select(['chat_closing.closed_at', 'chat_closing.rating', 'operator.name'])
    .execute();
  return rows.map(({ closed_at, rating, name }) => ({
    operatorName: name,
    closedAt: closed_at.toISOString(),
    rating,
  }));
}

async function shortMember(db: Db, id: bigint, language: 'th' | 'la' | 'en', linkKey: Buffer) {
  const [member, total, bonus, slip] = await Promise.all([
    db
      .selectFrom('member')
      .where('id', '=', id)
      .select(['member.id as member_id', ...MEMBER_COLUMNS])
      .executeTakeFirstOrThrow(),
    totalOf(db, id),
    db
      .selectFrom('member_bonus')
      .where('member_id', '=', id)
      .where('state', '=', 'ACTIVE')
      .select('name')
      .executeTakeFirst(),
    db
      .selectFrom('slip')
      .where('member_id', '=', id)
      .orderBy('uploaded_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .select([
        'id',
        'reference',
        'status',
        'step',
        'amount',
        'note',
        'trans_ref',
        'sending_bank',
        'uploaded_at',
      ])
      .executeTakeFirst(),
  ]);
  return {
    ...memberFacts(member),
    total: bahtFromSatang(total),
    bonus: bonus ? { name: (bonus.name as Record<string, string>)[language] ?? '' } : null,
    slip: slip
      ? {
          id: String(slip.id),
          picture: signSlipLink(linkKey, slip.reference),
          amount: slip.amount === null ? null : bahtFromSatang(slip.amount),
          status: slip.status,
          note: slip.note,
          isWaiting: slip.step === 'OPERATOR',
          isIncoming: slip.status === 'FAILED' && (await transferOfSlip(db, slip))?.status === 'QUEUED',
          uploadedAt: slip.uploaded_at.toISOString(),
        }
      : null,
  };
}

async function totalOf(db: Db, id: bigint): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    select (
      (select coalesce(sum(posted), 0) from ledger.account
        where member_id = ${id} and kind in ('wallet', 'in_transfer'))
      + (select coalesce(sum(amount), 0) from game_account where member_id = ${id} and is_open)
    )::bigint as total`.execute(db);
  return rows[0]?.total ?? 0n;
}
