import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { AppContext } from '../../../context.ts';
import type { Trx } from '../../../database/connect.ts';
import { identityKeys } from '../../../identityKeys.ts';
import type { VerificationAnswer } from '../../../providers/identityVerifier.ts';
import type { DocumentFacts } from '../documents/decideRequest.ts';
import { readFacts } from '../documents/readFacts.ts';

/** A maker's answer as it is stored; `UNKNOWN`: it said nothing yet. */
export type TakenAnswer =
  | { state: 'CONFIRMED'; facts: DocumentFacts }
  | { state: 'REFUSED'; reason: string }
  | { state: 'UNKNOWN' };

/** Reads an answer as an operator's typed facts are read: a day that does not exist confirms nothing. */
export async function readAnswer(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  answer: VerificationAnswer,
): Promise<TakenAnswer> {
  if (answer.status === 'refused') return { state: 'REFUSED', reason: answer.reason };
  if (answer.status !== 'confirmed') return { state: 'UNKNOWN' };
  try {
    return { state: 'CONFIRMED', facts: readFacts(await identityKeys(db, secrets), answer.facts) };
  } catch (error) {
    if (error instanceof AppError) return { state: 'UNKNOWN' };
    throw error;
  }
}

/** Ends a question with what the maker said. */
export async function ended(trx: Trx, id: string, taken: TakenAnswer): Promise<void> {
  const told = taken.state === 'UNKNOWN' ? {} : { told_at: sql<Date>`site.clock_timestamp()` };
  await trx
    .updateTable('identity_verification')
    .set({
      state: taken.state,
      due_at: null,
      ...told,
      ...(taken.state === 'REFUSED' && { reason: taken.reason }),
      ...(taken.state === 'CONFIRMED' && factColumns(taken.facts)),
    })
    .where('id', '=', id)
    .execute();
}

const factColumns = (facts: DocumentFacts) => ({
  names: facts.names,
  birth_date: facts.birthDate,
  number_hash: facts.numberHash,
  number_end: facts.numberEnd,
  expires_on: facts.expiresOn,
});
