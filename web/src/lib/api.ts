import { ApiError, type Client, createClient } from '@krapao/contract/client';
import { navigate } from 'wouter/use-browser-location';
import { limitAccess } from './limitedAccess.ts';
import { paths, toLogin } from './paths.ts';
import { explainRefusal } from './refusal.ts';
import { noteAnswer, serverCanMore } from './serverCan.ts';
import { noteServerTime } from './serverClock.ts';
import { endSession, getToken } from './session.ts';
import { destinationOf } from './sessionPolicy.ts';
import { askForProof } from './stepUp.ts';
import { readStorage, writeStorage } from './storage.ts';

export const apiBase: string = import.meta.env.VITE_API_BASE ?? '';

/** From another origin, the browser sends only headers that the server has named: ours go to none that may not know them. */
const isApart = apiBase !== '';

const ask = createClient({
  baseUrl: apiBase,
  getToken,
  getLanguageTag: () => document.documentElement.lang,
  onLimited: limitAccess,
  onTime: noteServerTime,
  isPlain: () => serverCanMore() !== true,
  ...(isApart && {
    device: {
      get: () => (serverCanMore() ? readStorage('device') : null),
      keep: (token: string) => writeStorage('device', token),
    },
  }),
});

/** Asks, and notes what the answer tells of the server; this answer's own word goes to `onAnswer` too. */
const hear: Client = (key, ...given) => {
  const [input] = given;
  const onAnswer = (isBeyond: boolean) => {
    noteAnswer(isBeyond);
    input?.onAnswer?.(isBeyond);
  };
  return ask(key, ...([{ ...input, onAnswer }] as unknown as typeof given));
};

let learning: Promise<unknown> | null = null;

/** Waits for a first answer of the server, which says what it can. Throws ApiError when none comes. */
async function learn(): Promise<void> {
  learning ??= hear('GET /api/lookup/active').catch((error: unknown) => {
    learning = null;
    if (serverCanMore() === null) throw error;
  });
  await learning;
}

/**
 * What is beyond the specification is asked only of a server that has announced it. What an answer without the
 * announcement leaves out is filled in: during an upgrade, nodes of both kinds answer.
 */
const call: Client = async (key, ...input) => {
  if (serverCanMore() === null && carriesMore(input[0])) await learn();
  if (serverCanMore() === false) {
    const { asSpecified } = await import('./specification.ts');
    input = asSpecified(key, input, isApart);
  }
  let isWhole = false;
  const onAnswer = (isBeyond: boolean) => {
    isWhole = isBeyond;
  };
  const answer = await hear(key, ...([{ ...input[0], onAnswer }] as unknown as typeof input)).catch(
    (error: unknown) => {
      // Perhaps it has no such call: a page that makes no other learns it from one that every server has.
      if (serverCanMore() === null && mayLack(error)) void learn().catch(() => undefined);
      throw error;
    },
  );
  if (isWhole) return answer;
  const { filledIn } = await import('./absentFields.ts');
  return filledIn(hear, key, input[0], answer);
};

/** Whether a call failed as one that the server does not have: of another origin, the browser does not even make it. */
function mayLack(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.reason === 'offline');
}

/** Whether a call may carry what the specification does not have. */
function carriesMore(
  input: { body?: unknown; form?: unknown; idempotencyKey?: string } | undefined,
): boolean {
  return input?.body !== undefined || input?.form !== undefined || input?.idempotencyKey !== undefined;
}

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
