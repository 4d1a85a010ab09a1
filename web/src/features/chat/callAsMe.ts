import { ApiError } from '@krapao/contract/client';
import { type ChatIdentity, loadIdentity } from './identity.ts';

export interface IdentifiedCalls {
  /** Who we are, once it is known. */
  identity(): ChatIdentity | undefined;
  /** Calls as who we are; a guest that the server does not know any more becomes a new one. Throws ApiError. */
  asMe<T>(call: (me: ChatIdentity) => Promise<T>): Promise<T>;
}

/** @param onOther a new guest has taken the place of the one before */
export function identifiedCalls(onOther: () => void): IdentifiedCalls {
  let identity: ChatIdentity | undefined;
  let identifying: Promise<ChatIdentity> | undefined;

  /** Asks once, however many calls wait for it. Throws ApiError. */
  function identify(isRefused = false): Promise<ChatIdentity> {
    identifying ??= loadIdentity(isRefused).then(
      (found) => {
        identity = found;
        return found;
      },
      (error: unknown) => {
        identifying = undefined;
        throw error;
      },
    );
    return identifying;
  }

  return {
    identity: () => identity,
    asMe: async (call) => {
      const me = await identify();
      try {
        return await call(me);
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'NO_USER')) throw error;
        if (identity === me) identifying = undefined;
        const other = await identify(true);
        if (identity === other) onOther();
        return call(other);
      }
    },
  };
}
