import { ApiError, type Client, createClient } from '@krapao/contract/client';
import { navigate } from 'wouter/use-browser-location';
import { limitAccess } from './limitedAccess.ts';
import { paths, toLogin } from './paths.ts';
import { explainRefusal } from './refusal.ts';
import { endSession, getToken } from './session.ts';
import { destinationOf } from './sessionPolicy.ts';
import { askForProof } from './stepUp.ts';
import { readStorage, writeStorage } from './storage.ts';

export const apiBase: string = import.meta.env.VITE_API_BASE ?? '';

const call = createClient({
  baseUrl: apiBase,
  getToken,
  getLanguageTag: () => document.documentElement.lang,
  onLimited: limitAccess,
  ...(apiBase !== '' && {
    device: {
      get: () => readStorage('device'),
      keep: (token: string) => writeStorage('device', token),
    },
  }),
});

/**
 * The typed client with the session policy: `client('POST /api/login', { body })`. A call that needs a proof of who the
 * member is, is repeated unchanged, under its key, with the proof. Throws ApiError.
 */
export const client: Client = async (key, ...input) => {
  try {
    return await call(key, ...input).catch(async (error: unknown) => {
      const ask = error instanceof ApiError ? error.stepUp : undefined;
      const proof = ask ? await askForProof(ask) : null;
      if (proof === null) throw error;
      return call(key, ...([{ ...input[0], proof }] as unknown as typeof input));
    });
  } catch (error) {
    if (error instanceof ApiError) applySessionPolicy(error);
    throw error;
  }
};

/**
 * API-04: gone leads to /terminated; an invalid token or a failed identity verification leads to /login. A refusal of
 * safer play is explained.
 */
export function applySessionPolicy(error: ApiError): void {
  switch (destinationOf(error)) {
    case 'terminated':
      navigate(paths.terminated, { replace: true });
      break;
    case 'login':
      void leaveUnlessLimited(error);
      break;
    default:
      explainRefusal(error);
  }
}

/** A session with limited access stays when it meets a call that is closed to it. */
async function leaveUnlessLimited({ code }: ApiError): Promise<void> {
  if (code === 'INVALID_USER_3' && getToken() !== null) {
    const { pause } = await call('GET /api/protection/pause').catch(() => ({ pause: null }));
    if (pause?.kind === 'exclusion') return limitAccess();
  }
  toLogin(code);
  endSession();
}
