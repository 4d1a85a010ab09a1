import { STEP_UP_ACTIONS, type StepUpAction, type StepUpAsk, type StepUpWay } from '@krapao/contract/stepUp';
import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import type { Db, Trx } from '../database/connect.ts';
import type { Session } from './authenticate.ts';
import { newToken, tokenHash } from './sessionToken.ts';

/** Who asks for a protected action: a session, and the proof that came with its call. */
export type Prover = Pick<Session, 'memberId' | 'tokenHash' | 'proof'>;

/** What a proof is for. The subject binds it to one amount, passkey or device. */
export interface Proving {
  action: StepUpAction;
  subject: string;
}

const PROOF_MINUTES = 5;

/** The ways in which this member can prove an action. */
export async function waysOf(
  db: Db | Trx,
  memberId: bigint,
  action: StepUpAction,
): Promise<readonly StepUpWay[]> {
  if (STEP_UP_ACTIONS[action] === 'password') return ['password'];
  const own = await ownWays(db, memberId);
  return own.length > 0 ? own : ['password'];
}

/** What the member has set up besides the password. */
export async function ownWays(db: Db | Trx, memberId: bigint): Promise<readonly StepUpWay[]> {
  const { rows } = await sql<{ pin: boolean; passkey: boolean }>`
    select exists (select from member_pin where member_id = ${memberId}) as pin,
      exists (select from passkey where member_id = ${memberId} and distrusted_at is null) as passkey`.execute(
    db,
  );
  return (['pin', 'passkey'] as const).filter((way) => rows[0]?.[way]);
}

/**
 * Uses up the proof that came with the call, in the transaction that does what it is for: when that rolls back, the
 * proof can be used again until it expires.
 * @throws AppError STEP_UP_REQUIRED, with the ways that the member has, without a proof of this session for this action
 */
export async function useProof(trx: Trx, prover: Prover, proving: Proving): Promise<void> {
  const ways = await waysOf(trx, prover.memberId, proving.action);
  const used = await trx
    .deleteFrom('step_up_proof')
    .where('token_hash', '=', prover.proof)
    .where(counts(prover, proving, ways))
    .returning('token_hash')
    .execute();
  if (used.length === 0) throw stepUpRequired(proving, ways);
}

/**
 * Refuses as useProof does, and keeps the proof for it: for calls that do slow work before their transaction.
 * @throws AppError STEP_UP_REQUIRED
 */
export async function requireProof(db: Db | Trx, prover: Prover, proving: Proving): Promise<void> {
  const ways = await waysOf(db, prover.memberId, proving.action);
  const found = await db
    .selectFrom('step_up_proof')
    .select('token_hash')
    .where('token_hash', '=', prover.proof)
    .where(counts(prover, proving, ways))
    .execute();
  if (found.length === 0) throw stepUpRequired(proving, ways);
}

/** Stores that the member has proved the action in this session. @returns the proof for the header X-Step-Up */
export async function giveProof(
  db: Db | Trx,
  { tokenHash: session }: Pick<Session, 'tokenHash'>,
  { action, subject }: Proving,
  way: StepUpWay,
): Promise<{ proof: string; expiresAt: Date }> {
  const proof = newToken();
  const hash = tokenHash(proof);
  if (hash === null) throw new AppError('INTERNAL_SERVER_ERROR', 'proof token');
  const { expires_at } = await db
    .insertInto('step_up_proof')
    .values({
      token_hash: hash,
      session_hash: session,
      action,
      subject,
      way,
      expires_at: sql`site.now() + make_interval(mins => ${PROOF_MINUTES}::int)`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return { proof, expiresAt: expires_at };
}

/** The refusal of a call that needs a proof. */
export function stepUpRequired({ action, subject }: Proving, ways: readonly StepUpWay[]): AppError {
  const ask: StepUpAsk = { action, subject, ways: [...ways] };
  return new AppError('STEP_UP_REQUIRED', undefined, undefined, ask);
}

/** Of this session, for this very action, in time, and by a way that still counts. */
function counts({ tokenHash: session }: Prover, { action, subject }: Proving, ways: readonly StepUpWay[]) {
  return sql<boolean>`session_hash = ${session} and action = ${action} and subject = ${subject}
    and expires_at > site.now() and way = any(${ways}::text[])`;
}
