import { ApiError } from '@krapao/contract/client';
import { type ChatIdentity, loadIdentity } from './identity.ts';

export interface IdentifiedCalls {
  /** Our identity, once it is known. */
  identity(): ChatIdentity | undefined;
  /**
   * Calls with our identity. When the server no longer knows the guest, a new guest is created and the call repeated.
   * Throws ApiError.
   */
  asMe<T>(call: (me: ChatIdentity) => Promise<T>): Promise<T>;
}

/** @param onOther called when a new guest has replaced the previous one */
export function identifiedCalls(onOther: () => void): IdentifiedCalls {
  let identity: ChatIdentity | undefined;
  let identifying: Promise<ChatIdentity> | undefined;

  /** Concurrent calls share one request. Throws ApiError. */
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
