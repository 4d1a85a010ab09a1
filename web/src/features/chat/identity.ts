import { ApiError } from '@krapao/contract/client';
import { client } from '../../lib/api.ts';
import { getToken } from '../../lib/session.ts';
import { readStorage, writeStorage } from '../../lib/storage.ts';

interface Guest {
  guestId: string;
  guestToken: string;
}

/** Our identity in the chat: a member with a token, or a guest whose token the server signed. */
export interface ChatIdentity {
  /** CHT-01: the name of the room. */
  room: string;
  /** The guest's credentials for the socket and uploads; empty for a member, whose token identifies them. */
  guest: Guest | Record<string, never>;
  /** CHT-03, CHT-08: the identity that calls send. */
  claim: { userId: string; guestId: null } | ({ userId: null } & Guest);
}

/**
 * Determines our identity. A member takes over the messages that they wrote as a guest. Throws ApiError.
 * @param isRefused the server rejected the stored guest: a new one replaces it
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

/**
 * Transfers the conversation of a guest who has logged in to the member; it stays the guest's where the server has no such
 * call. Throws ApiError.
 */
export async function adoptGuest(): Promise<void> {
  const guest = readGuest();
  if (!guest) return;
  try {
    await client('POST /api/chat/adopt-guest', { body: guest });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404 && error.code === undefined) return;
    if (!(error instanceof ApiError && error.code === 'NO_USER')) throw error;
  }
  writeStorage('guest-id', null);
}

/** The guest token of this browser: the id, a dot, and the server's signature of the id. */
function readGuest(): Guest | null {
  const [guestId, guestToken] = (readStorage('guest-id') ?? '').split('.');
  return guestId && guestToken ? { guestId, guestToken } : null;
}
