import { ApiError, type Client, createClient } from '@krapao/contract/client';
import { navigate } from 'wouter/use-browser-location';
import { limitAccess } from './limitedAccess.ts';
import { paths, toLogin } from './paths.ts';
import { explainRefusal } from './refusal.ts';
import { noteAnswer, serverCanMore } from './serverCan.ts';
import { endSession, getToken } from './session.ts';
import { destinationOf } from './sessionPolicy.ts';
import { askForProof } from './stepUp.ts';
import { readStorage, writeStorage } from './storage.ts';

export const apiBase: string = import.meta.env.VITE_API_BASE ?? '';

const ask = createClient({
  baseUrl: apiBase,
  getToken,
  getLanguageTag: () => document.documentElement.lang,
  onLimited: limitAccess,
  onAnswer: noteAnswer,
  ...(apiBase !== '' && {
    device: {
      get: () => readStorage('device'),
      keep: (token: string) => writeStorage('device', token),
    },
  }),
});

let learning: Promise<unknown> | null = null;

/** Waits for a first answer of the server, which says what it can. Throws ApiError when none comes. */
async function learn(): Promise<void> {
  learning ??= ask('GET /api/lookup/active').catch((error: unknown) => {
    learning = null;
    if (serverCanMore() === null) throw error;
  });
  await learning;
}

/** What is beyond the specification is asked only of a server that has announced it; what it leaves out is filled in. */
const call: Client = async (key, ...input) => {
  if (serverCanMore() === null && input[0]?.body !== undefined) await learn();
  if (serverCanMore() === false) {
    const { asSpecified } = await import('./specification.ts');
    input = asSpecified(key, input);
  }
  const answer = await ask(key, ...input);
  if (serverCanMore()) return answer;
  const { filledIn } = await import('./absentFields.ts');
  return filledIn(ask, key, input[0], answer);
};

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
