import type { FirstPayout } from '@krapao/contract/firstPayout';
import { bahtFromSatang } from '@krapao/contract/money';
import { oneSpelling } from '@krapao/contract/spelling';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { payingAccountOf } from '../cash/cashBook.ts';
import type { WithdrawalRow } from './withdrawalRow.ts';

/** The bank's reference proves another payout of the same account. Nothing is booked. */
export class ReferenceUsed extends AppError {
  constructor(first: FirstPayout) {
    super('PAYOUT_REFERENCE_USED', `it proves withdrawal ${first.id}`, undefined, undefined, first);
  }
}

/**
 * A reference as it is compared: case, width, spaces, dashes and leading zeros tell nothing
 * (docs/decisions/364-one-reference-one-payout.md).
 */
export const plainReference = (reference: string): string =>
  oneSpelling(reference)
    .toUpperCase()
    .replaceAll(/[-\s\u2010-\u2015\u2212]/g, '')
    .replace(/^0+/, '') || '0';

/**
 * Nobody else books a payout with one of these references until the transaction ends. Call it before any wallet is locked;
 * for several payouts once, with all of them.
 */
export async function lockReferences(trx: Trx, references: readonly string[]): Promise<void> {
  for (const plain of [...new Set(references.map(plainReference))].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.payoutProof:${plain}`}, 0))`.execute(
      trx,
    );
}

/**
 * What a payout is stored with that `reference` shall prove: the reference is its own from then on, and never free again. If it
 * proves another one, that one has to be named as `againOf`.
 * @throws ReferenceUsed, AppError INVALID_REQUEST (`againOf`, and the reference proves nothing yet)
 */
export async function proveBy(
  trx: Trx,
  payout: WithdrawalRow,
  reference: string,
  againOf?: string,
): Promise<Pick<WithdrawalRow, 'proof' | 'proof_place' | 'reference_of'>> {
  await lockReferences(trx, [reference]);
  const proof = plainReference(reference);
  const place = await placeOf(trx, payout);
  const first = await trx
    .selectFrom('withdrawal as w')
    .innerJoin('member as m', 'm.id', 'w.member_id')
    .select(['w.id', 'w.member_id', 'w.amount', 'm.name'])
    .where('w.proof', '=', proof)
    // An account that is not known may be any.
    .$if(place !== null, (query) =>
      query.where((e) => e.or([e('w.proof_place', 'is', null), e('w.proof_place', '=', place)])),
    )
    .orderBy('w.settled_at')
    .orderBy('w.id')
    .limit(1)
    .executeTakeFirst();
  if (first === undefined && againOf !== undefined)
    throw new AppError('INVALID_REQUEST', 'the reference proves no other payout');
  if (first === undefined) return { proof, proof_place: place, reference_of: null };
  if (first.id !== againOf)
    throw new ReferenceUsed({
      id: first.id,
      memberId: String(first.member_id),
      memberName: first.name,
      amount: bahtFromSatang(first.amount),
    });
  return { proof: null, proof_place: null, reference_of: first.id };
}

/** Whose references the payout's are: our account's, else that of the connection that paid it; null if neither is known. */
async function placeOf(trx: Trx, payout: WithdrawalRow): Promise<string | null> {
  const account = await payingAccountOf(trx, payout);
  if (account !== undefined) return `${account.bank_code}:${account.account_no}`;
  const { from_bank_code: bank, from_account_no: number, payout_connection_id: connection } = payout;
  if (payout.payout_batch_id === null && bank !== null && number) return `${bank}:${number}`;
  return connection === null ? null : `connection:${connection}`;
}
