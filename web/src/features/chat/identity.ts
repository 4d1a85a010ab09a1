import { ApiError } from '@krapao/contract/client';
import { client } from '../../lib/api.ts';
import { getToken } from '../../lib/session.ts';
import { readStorage, writeStorage } from '../../lib/storage.ts';

interface Guest {
  guestId: string;
  guestToken: string;
}

/** Who we are in the chat: a member by the token, or a guest whose token the server signed. */
export interface ChatIdentity {
  /** CHT-01: the room's name. */
  room: string;
  /** What the socket and uploads say of a guest; empty for a member, whose token says it. */
  guest: Guest | Record<string, never>;
  /** CHT-03, CHT-08: what calls say of who asks. */
  claim: { userId: string; guestId: null } | ({ userId: null } & Guest);
}

/**
 * Finds out who we are. A member takes over what was written as a guest. Throws ApiError.
 * @param isRefused the stored guest was refused: a new one takes its place
 */
export async function loadIdentity(isRefused = false): Promise<ChatIdentity> {
  if (getToken() !== null) await adoptGuest();
  else if (isRefused) writeStorage('guest-id', null);
  const { PREFIX, userId, guest } = await client('GET /api/chat/config');
  if (userId !== null) return { room: PREFIX + userId, guest: {}, claim: { userId, guestId: null } };
  const own = readGuest() ?? guest;
  if (!own) throw new ApiError('refused', 0, 'no identity');
  writeStorage('guest-id', `${own.guestId}.${own.guestToken}`);
  return { room: PREFIX + own.guestId, guest: own, claim: { userId: null, ...own } };
}

/** Hands the conversation of a guest who has logged in over to the member. Throws ApiError. */
export async function adoptGuest(): Promise<void> {
  const guest = readGuest();
  if (!guest) return;
  try {
    await client('POST /api/chat/adopt-guest', { body: guest });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'NO_USER')) throw error;
  }
  writeStorage('guest-id', null);
}

/** The guest of this browser: the id, a point, our server's signature of it. */
function readGuest(): Guest | null {
  const [guestId, guestToken] = (readStorage('guest-id') ?? '').split('.');
  return guestId && guestToken ? { guestId, guestToken } : null;
}
