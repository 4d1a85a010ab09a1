import { bangkokDay } from '@krapao/contract/bangkokTime';
import type { IdentityRefusal } from '@krapao/contract/identity';
import type { Pack } from '@krapao/contract/protection/pack';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import { clock } from '../../../clock.ts';
import type { Db, Trx } from '../../../database/connect.ts';
import type { IdentityRequest } from '../../../database/schemaTypes.ts';
import { type Decision, decisionColumns } from '../../../decision.ts';
import { compareName } from '../../deposits/incoming/maskedName.ts';
import { notify } from '../../notifications/notify.ts';
import { noteFinding } from '../../protection/levels/noteFinding.ts';
import { noteExcluded } from '../findings/noteExcluded.ts';

export type RequestRow = Selectable<IdentityRequest>;

/** What an operator read off a document, as it is stored: of the number a keyed hash and the end. */
export interface DocumentFacts {
  names: string[];
  /** YYYY-MM-DD. */
  birthDate: string | null;
  numberHash: Buffer | null;
  numberEnd: string | null;
  expiresOn: string | null;
}

/** What the facts say, for the operator and for the rule of the second person. */
export interface Comparison {
  isName: boolean;
  isOldEnough: boolean;
  isExpired: boolean;
  /** Other members who have shown a document of this number. */
  others: bigint[];
}

/** A waiting request, locked. @throws AppError NO_DATA, ALREADY_DECIDED */
export async function lockRequest(trx: Trx, id: bigint): Promise<RequestRow> {
  const row = await trx
    .selectFrom('identity_request')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || row.state === 'OPEN') throw new AppError('NO_DATA');
  if (row.state !== 'WAITING') throw new AppError('ALREADY_DECIDED', row.state);
  return row;
}

/** What the facts of a document say about the member (protection.md 33, 41). */
export async function compareFacts(
  db: Db | Trx,
  row: RequestRow,
  facts: DocumentFacts,
  { age }: Pick<Pack, 'age'>,
): Promise<Comparison> {
  const member = await db
    .selectFrom('member')
    .where('id', '=', row.member_id)
    .select('bank_account_name as name')
    .executeTakeFirstOrThrow();
  const others =
    facts.numberHash === null
      ? []
      : await db
          .selectFrom('identity_request')
          .where('number_hash', '=', facts.numberHash)
          .where('member_id', '<>', row.member_id)
          .distinct()
          .orderBy('member_id')
          .limit(20)
          .select('member_id')
          .execute();
  const today = bangkokDay(clock.now());
  return {
    isName: facts.names.some((name) => compareName(name, member.name) === 'match'),
    isOldEnough: facts.birthDate === null || birthdayAt(facts.birthDate, age.years) <= today,
    isExpired: facts.expiresOn !== null && facts.expiresOn < today,
    others: others.map(({ member_id }) => member_id),
  };
}

/** The day on which somebody reaches so many years; who was born on 29 February does so on the 1st of March. */
const birthdayAt = (birthDate: string, years: number): string =>
  `${String(Number(birthDate.slice(0, 4)) + years).padStart(4, '0')}${birthDate.slice(4)}`;

/** @throws AppError DOCUMENT_FACTS: facts of a document are missing, or it has expired */
export function requireFacts(row: RequestRow, facts: DocumentFacts, { isExpired }: Comparison): void {
  if (isExpired) throw new AppError('DOCUMENT_FACTS', 'the document has expired');
  const isMissing = facts.names.length === 0 || facts.birthDate === null || facts.numberHash === null;
  if (row.level === 2 && isMissing) throw new AppError('DOCUMENT_FACTS', 'name, birth date or number');
}

/**
 * Approves a request and proves its level, until the document expires or the pack asks again. Whoever is too young is
 * refused instead, and the account goes to operators (protection.md 33); a number that another member has shown is noted
 * (protection.md 41).
 * @throws AppError as lockRequest and requireFacts
 */
export async function approveRequest(
  trx: Trx,
  { id, facts, pack, ...decision }: Decision & { id: bigint; facts: DocumentFacts; pack: Pack },
): Promise<{ row: RequestRow; refusal: IdentityRefusal | null }> {
  const row = await lockRequest(trx, id);
  const memberId = row.member_id;
  const comparison = await compareFacts(trx, row, facts, pack);
  requireFacts(row, facts, comparison);
  await storeFacts(trx, id, facts);
  if (comparison.others.length > 0)
    await noteFinding(trx, {
      memberId,
      kind: 'sameDocument',
      subject: comparison.others.join(','),
      detail: { members: comparison.others.map(String) },
    });
  if (!comparison.isOldEnough) {
    const refused = await refuseRequest(trx, { id, refusal: 'AGE', ...decision });
    return { row: refused, refusal: 'AGE' };
  }
  await proveLevel(trx, row, { facts, pack, isName: comparison.isName, by: decisionColumns(decision) });
  return { row, refusal: null };
}

/** Approves a request whose facts were compared and stored, and proves its level. @param by the columns of who decided */
export async function proveLevel(
  trx: Trx,
  { id, member_id: memberId, level }: RequestRow,
  {
    facts,
    pack,
    isName,
    by,
  }: {
    facts: DocumentFacts;
    pack: Pack;
    isName: boolean;
    by: ReturnType<typeof decisionColumns> | { decided_because: string };
  },
): Promise<void> {
  await trx
    .updateTable('identity_request')
    .set({ state: 'APPROVED', finished_at: sql`site.now()`, ...by })
    .where('id', '=', id)
    .execute();
  await noteExcluded(trx, memberId);
  const again = sql<string>`least(${facts.expiresOn}::date,
    ((site.now() at time zone 'Asia/Bangkok') + make_interval(months => ${pack.levels.recheckMonths}::int))::date)`;
  const proof = {
    request_id: id,
    proved_at: sql<Date>`site.now()`,
    lapses_on: again,
    told_at: null,
    lapsed_at: null,
  };
  await trx
    .insertInto('identity_proof')
    .values({ member_id: memberId, level, ...proof })
    .onConflict((conflict) => conflict.columns(['member_id', 'level']).doUpdateSet(proof))
    .execute();
  if (isName)
    await trx.updateTable('member').set({ account_doubted_at: null }).where('id', '=', memberId).execute();
  await notify(trx, { memberId, kind: 'identityProved', key: `identityRequest:${id}:approved` });
}

/**
 * Refuses a request; the member reads why. A payout account in another name is doubted from then on, and an account of
 * somebody too young goes to operators. @throws AppError as lockRequest
 */
export async function refuseRequest(
  trx: Trx,
  { id, refusal, ...decision }: Decision & { id: bigint; refusal: IdentityRefusal },
): Promise<RequestRow> {
  const row = await lockRequest(trx, id);
  const memberId = row.member_id;
  await trx
    .updateTable('identity_request')
    .set({ state: 'REFUSED', refusal, finished_at: sql`site.now()`, ...decisionColumns(decision) })
    .where('id', '=', id)
    .execute();
  if (refusal === 'ACCOUNT_NAME')
    await trx
      .updateTable('member')
      .set({ account_doubted_at: sql`site.now()` })
      .where('id', '=', memberId)
      .execute();
  if (refusal === 'AGE') await noteFinding(trx, { memberId, kind: 'underAge', subject: `request:${id}` });
  await notify(trx, { memberId, kind: 'identityRefused', key: `identityRequest:${id}:refused` });
  return row;
}

/** Keeps what was read off a document with its request. */
export async function storeFacts(trx: Trx, id: bigint, facts: DocumentFacts): Promise<void> {
  await trx
    .updateTable('identity_request')
    .set({
      names: facts.names,
      birth_date: facts.birthDate,
      number_hash: facts.numberHash,
      number_end: facts.numberEnd,
      expires_on: facts.expiresOn,
    })
    .where('id', '=', id)
    .execute();
}
