import type { StepUpAsk } from '@krapao/contract/stepUp';
import { type RawAnswer, type RawCall, rawCall } from './rawCall.ts';
import type { TestMember } from './testMember.ts';

type Given = { password: string } | { pin: string } | { passkey: object };

/** Asks for a proof as the app does after STEP_UP_REQUIRED. */
export function askProof(
  url: string,
  token: string,
  { action, subject }: Pick<StepUpAsk, 'action' | 'subject'>,
  given: Given,
): Promise<RawAnswer> {
  return rawCall(url, 'POST /api/account/stepUp', { token, body: { action, subject, ...given } });
}

/** A call that first answers STEP_UP_REQUIRED, repeated with a proof. */
export async function callProved(
  url: string,
  key: string,
  call: RawCall & { token: string },
  given: Given,
): Promise<RawAnswer> {
  const first = await rawCall(url, key, call);
  if (first.body.code !== 'STEP_UP_REQUIRED') throw new Error(`${key}: ${JSON.stringify(first.body)}`);
  const { body } = await askProof(url, call.token, first.body.stepUp, given);
  return rawCall(url, key, { ...call, headers: { ...call.headers, 'X-Step-Up': body.proof } });
}

/** Ends every other session than that of the token, by the password. */
export function endOthers(
  url: string,
  { token, password }: Pick<TestMember, 'token' | 'password'>,
): Promise<RawAnswer> {
  return callProved(url, 'DELETE /api/account/sessions', { token }, { password });
}

/** Sets the member's PIN. */
export function setPin(url: string, { token, password }: TestMember, pin: string): Promise<RawAnswer> {
  return callProved(url, 'PUT /api/account/pin', { token, body: { pin } }, { password });
}
