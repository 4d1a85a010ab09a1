import type { OutgoingAnswer } from '../connections/outgoingHttp.ts';
import { troubleOfStatus } from '../connections/troubleOfStatus.ts';
import type { GameProvider } from '../gameProvider.ts';
import { isMemberPage } from '../memberPage.ts';

/**
 * Where a member is sent, from a house's answer.
 * @param base the house's own address @param pageIn the page that the answer's JSON names; undefined where it names none
 */
export function launchPage(
  answer: OutgoingAnswer,
  base: string,
  pageIn: (json: unknown) => string | undefined,
): Awaited<ReturnType<GameProvider['launch']>> {
  if (answer.status === 'trouble') return { status: 'unknown', reason: answer.trouble };
  if (answer.httpStatus >= 300) return { status: 'unknown', reason: troubleOfStatus(answer.httpStatus) };
  const url = pageIn(answer.json);
  return url !== undefined && isMemberPage(url, base)
    ? { status: 'ok', url, expiresAt: null }
    : { status: 'unknown', reason: 'BAD_ANSWER' };
}
