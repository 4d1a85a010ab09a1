import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import type { StepUpWay } from '@krapao/contract/stepUp';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import { AppError } from '../../appError.ts';
import type { Session } from '../../calls/authenticate.ts';
import { giveProof, stepUpRequired, waysOf } from '../../calls/stepUp.ts';
import type { AppContext } from '../../context.ts';
import { countWithin, type RateLimit } from '../../http/rateCounter.ts';
import { requireOwnPassword } from '../auth/ownPassword.ts';
import { CHALLENGE_MS, newChallenge } from './challenge.ts';
import { checkPasskey } from './checkPasskey.ts';
import { requirePin } from './checkPin.ts';
import { relyingParty } from './relyingParty.ts';

/** Proofs and challenges of one member; more than a person gives. */
const ASKED_BY_MEMBER: RateLimit = { name: 'stepup:member', limit: 120, seconds: 3_600 };

type Typed = BodyOf<Contract['POST /api/account/stepUp']>;

/**
 * Gives a proof for one call of this session, after the member has proved who they are in one of the ways that count for
 * it. It takes the context: counted tries must outlive the refusal.
 * @throws AppError INVALID_REQUEST unless it comes with exactly one way, STEP_UP_REQUIRED for a way that does not count,
 * WRONG_PASSWORD, WRONG_PIN, PIN_LOCKED, PASSKEY_REFUSED, REQUEST_LIMIT, REQUEST_LIMIT_1MIN
 */
export async function proveAction(
  context: AppContext,
  session: Session,
  typed: Typed,
): Promise<ResponseOf<Contract['POST /api/account/stepUp']>> {
  const { db } = context;
  const { memberId } = session;
  const way = wayOf(typed);
  const ways = await waysOf(db, memberId, typed.action);
  if (!ways.includes(way)) throw stepUpRequired(typed, ways);
  await countWithin(db, ASKED_BY_MEMBER, memberId.toString());
  await prove(context, session, typed);
  const { proof, expiresAt } = await giveProof(db, session, typed, way);
  return { proof, expiresAt: expiresAt.toISOString() };
}

/** Options to prove an action with one of the member's passkeys. @throws AppError NO_DATA without one, REQUEST_LIMIT */
export async function proofOptions(
  { config, db }: AppContext,
  { memberId, tokenHash }: Session,
): Promise<ResponseOf<Contract['POST /api/account/stepUp/options']>> {
  const own = await db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('member_id', '=', memberId)
    .where('distrusted_at', 'is', null)
    .execute();
  if (own.length === 0) throw new AppError('NO_DATA');
  await countWithin(db, ASKED_BY_MEMBER, memberId.toString());
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    allowCredentials: own.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    challenge: new Uint8Array(await newChallenge(db, { purpose: 'step_up', session: tokenHash })),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  });
  return options as unknown as Record<string, unknown>;
}

function wayOf({ password, pin, passkey }: Typed): StepUpWay {
  const given = Object.entries({ password, pin, passkey }).filter(([, value]) => value !== undefined);
  const [first] = given;
  if (first === undefined || given.length > 1)
    throw new AppError('INVALID_REQUEST', 'Send one of password, pin and passkey.');
  return first[0] as StepUpWay;
}

async function prove(
  context: AppContext,
  { memberId, tokenHash }: Session,
  { password, pin, passkey }: Typed,
): Promise<void> {
  const { db } = context;
  if (password !== undefined) await requireOwnPassword(db, memberId, password);
  if (pin !== undefined) await requirePin(context, memberId, pin);
  if (passkey === undefined) return;
  const used = await checkPasskey(context, { purpose: 'step_up', session: tokenHash }, passkey);
  if (used.memberId !== memberId) throw new AppError('PASSKEY_REFUSED', "another member's");
}
