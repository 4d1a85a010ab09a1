import { client } from './api.ts';
import { isOutcomeUnknown } from './moneyOutcome.ts';
import { getToken, subscribeSession } from './session.ts';

const AGAIN_MS = 3_000;

let memberId: string | null = null;
/** The token of the session about which the server was asked. */
let askedFor: string | null = null;

/** The id of the logged-in member; null until `learnMemberId` has learnt it. */
export function getMemberId(): string | null {
  return memberId;
}

/** Asks the server once in a session who is logged in, and again while it cannot be reached. */
export async function learnMemberId(onKnown: () => void): Promise<void> {
  const token = getToken();
  if (token === null || askedFor === token) return;
  askedFor = token;
  const isOver = () => getToken() !== token;
  while (!isOver()) {
    try {
      const { _id } = await client('GET /api/account/profile');
      if (isOver()) return;
      memberId = _id;
      return onKnown();
    } catch (error) {
      if (!isOutcomeUnknown(error)) return;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

subscribeSession(() => {
  memberId = null;
  askedFor = null;
});
