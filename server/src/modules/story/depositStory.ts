import type { StoryWait } from '@krapao/contract/api/story';
import { isClosedBy } from '@krapao/contract/protection/closedBy';
import { type Selectable, sql } from 'kysely';
import type { Database, Db } from '../../database/connect.ts';
import { ahead, done, ending, inOrder, type TellingRow, type Told } from './told.ts';
import type { UsualOf } from './usualTime.ts';

type Incoming = Selectable<Database['incoming_transfer']>;
type Slip = Selectable<Database['slip']>;

/** A report that names only the day, or hours, says nothing about when the money was sent. */
const EXACT_SECONDS = 3_600;

/** Money that a bank told of: credited by its sender, by a QR, or waiting for an operator (`seen`). */
export async function tellIncoming(db: Db, row: TellingRow, id: bigint): Promise<Told | undefined> {
  return tellReport(row, await incomingOf(db, id), null);
}

/** Money that was paid by a QR. */
export async function tellQr(db: Db, row: TellingRow, qrId: bigint): Promise<Told | undefined> {
  const qr = await db.selectFrom('deposit_qr').select('created_at').where('id', '=', qrId).executeTakeFirst();
  const incoming = await db
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('cause', '=', row.cause)
    .executeTakeFirst();
  return tellReport(row, incoming, qr?.created_at ?? null);
}

function tellReport(row: TellingRow, incoming: Incoming | undefined, asked: Date | null): Told | undefined {
  if (incoming === undefined) return undefined;
  const isWaiting = row.status === 'PENDING';
  const isSentBack = incoming.returned_reference !== null;
  const isOthers = row.status === 'FAILED' && !isSentBack;
  const { transferred_at, created_at, decided_by, decided_at, credited_at } = incoming;
  return {
    steps: inOrder([
      done('asked', asked),
      ...seenSteps(incoming),
      !isOthers && decided_by !== null && done('checked', decided_at),
      ahead('checked', isWaiting),
      ...ending(row.status, {
        refusedAt: decided_at ?? credited_at,
        creditedAt: credited_at,
        isSentBack,
      }),
    ]),
    waitsFor: isWaiting ? personOf(incoming.note) : null,
    bankReference: isOthers ? null : referenceOf(incoming),
    usual: {
      kind: isWaiting || decided_by !== null ? 'decidedReport' : 'report',
      place: row.from_label,
      began: isExact(incoming) ? transferred_at : created_at,
    },
  };
}

/** A member's word that they have transferred. */
export async function tellClaim(db: Db, id: bigint): Promise<Told | undefined> {
  const found = await db
    .selectFrom('manual_deposit as n')
    .innerJoin('member as m', 'm.id', 'n.member_id')
    .select(['n.created_at', 'n.finished_at', 'n.status', 'n.decided_by', 'n.decided_at'])
    .select(['n.incoming_transfer_id', 'm.bank_code'])
    .select(
      sql<boolean>`exists (select from approval a where a.subject = 'notice:' || n.id
      and a.state = 'PENDING')`.as('is_approved'),
    )
    .where('n.id', '=', id)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const incoming = await incomingOf(db, found.incoming_transfer_id);
  const isWaiting = found.status === 'PENDING';
  return {
    steps: inOrder([
      done('asked', found.created_at),
      ...(incoming ? seenSteps(incoming) : []),
      ahead('seen', isWaiting && !found.is_approved),
      found.decided_by !== null && found.status === 'SUCCESS' && done('checked', found.decided_at),
      ahead('checked', isWaiting && found.is_approved),
      ...ending(found.status, {
        refusedAt: found.finished_at,
        creditedAt: found.finished_at,
        isSentBack: incoming?.returned_reference != null,
      }),
    ]),
    waitsFor: isWaiting ? claimWaitsFor(found.is_approved, incoming) : null,
    bankReference: referenceOf(incoming),
    usual: { kind: 'claim', place: found.bank_code, began: found.created_at },
  };
}

/** A slip, credited or not yet. */
export async function tellSlip(db: Db, id: bigint): Promise<Told | undefined> {
  const found = await db
    .selectFrom('slip as s')
    .innerJoin('member as m', 'm.id', 's.member_id')
    .selectAll('s')
    .select('m.bank_code')
    .where('s.id', '=', id)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const incoming = await incomingOf(db, found.incoming_transfer_id);
  const isWaiting = found.status === 'PENDING';
  return {
    steps: inOrder([
      done('asked', found.uploaded_at),
      ...(incoming && found.status === 'SUCCESS' ? seenSteps(incoming) : []),
      ahead('seen', isWaiting && found.step !== 'OPERATOR'),
      found.decided_by !== null && done('checked', found.decided_at),
      ahead('checked', isWaiting && found.step === 'OPERATOR'),
      ...ending(found.status, { refusedAt: found.finished_at, creditedAt: found.finished_at }),
    ]),
    waitsFor: slipWaitsFor(found),
    bankReference: found.trans_ref,
    usual: { kind: 'slip', place: found.bank_code, began: found.uploaded_at },
  };
}

/** Whom money waits for that no machine credits. */
const personOf = (note: string | null): StoryWait => (isClosedBy(note) ? 'saferPlay' : 'operator');

function claimWaitsFor(isApproved: boolean, incoming: Incoming | undefined): StoryWait {
  if (incoming !== undefined) return personOf(incoming.note);
  return isApproved ? 'operator' : 'bank';
}

function slipWaitsFor({ status, step, operator_note }: Slip): Told['waitsFor'] {
  if (status !== 'PENDING') return null;
  if (step === 'OPERATOR') return personOf(operator_note);
  return step === 'DECODE' ? 'site' : 'bank';
}

/** A payment through a gateway; one after its time waits for an operator. */
export async function tellGateway(db: Db, row: TellingRow, id: string): Promise<Told | undefined> {
  const found = await db.selectFrom('gateway_payment').selectAll().where('id', '=', id).executeTakeFirst();
  if (found === undefined) return undefined;
  const isWaiting = row.status === 'PENDING';
  const { queued_at, decided_at, decided_by, paid_at, closed_at } = found;
  const isLate = queued_at !== null;
  const usual: UsualOf | null = isLate
    ? { kind: 'latePayment', place: found.gateway, began: queued_at }
    : null;
  return {
    steps: inOrder([
      done('asked', found.created_at),
      done('sent', paid_at),
      isLate && done('seen', queued_at),
      row.status === 'SUCCESS' && decided_by !== null && done('checked', decided_at),
      ahead('checked', isWaiting),
      ...ending(row.status, {
        refusedAt: decided_at,
        creditedAt: decided_by === null ? closed_at : decided_at,
        isSentBack: found.returned_reference !== null,
      }),
    ]),
    waitsFor: isWaiting ? personOf(found.note) : null,
    bankReference: found.returned_reference ?? found.reference,
    usual,
  };
}

/** A gift link: its maker redeems it, or an operator. */
export async function tellGift(db: Db, id: bigint): Promise<Told | undefined> {
  const found = await db.selectFrom('gift_link').selectAll().where('id', '=', id).executeTakeFirst();
  if (found === undefined) return undefined;
  const isWaiting = found.status === 'PENDING';
  const byPerson = found.due_at === null;
  return {
    steps: inOrder([
      done('asked', found.created_at),
      found.decided_by !== null && found.status === 'SUCCESS' && done('checked', found.decided_at),
      ahead('checked', isWaiting && byPerson),
      ...ending(found.status, {
        refusedAt: found.finished_at,
        creditedAt: found.finished_at,
        isSentBack: found.returned_reference !== null,
      }),
    ]),
    waitsFor: isWaiting ? (byPerson ? personOf(found.reason) : 'giftWallet') : null,
    bankReference: found.returned_reference,
    usual: { kind: 'gift', place: '', began: found.created_at },
  };
}

function seenSteps(incoming: Incoming) {
  return [
    isExact(incoming) &&
      incoming.transferred_at <= incoming.created_at &&
      done('sent', incoming.transferred_at),
    done('seen', incoming.created_at),
  ];
}

const isExact = ({ early_seconds, late_seconds }: Incoming): boolean =>
  early_seconds + late_seconds < EXACT_SECONDS;

async function incomingOf(db: Db, id: bigint | null): Promise<Incoming | undefined> {
  if (id === null) return undefined;
  return db.selectFrom('incoming_transfer').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What the bank wrote, of money that was sent back what its transfer back has; what stands for a report's missing reference names nothing at the bank. */
function referenceOf(incoming: Incoming | undefined): string | null {
  if (incoming?.returned_reference != null) return incoming.returned_reference;
  return incoming !== undefined && /^[0-9A-Za-z]+$/.test(incoming.trans_ref) ? incoming.trans_ref : null;
}
