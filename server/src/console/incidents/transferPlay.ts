import type { ScenarioFault, TransferScenario } from '@krapao/contract/api/operator/incidents';

type Play = NonNullable<TransferScenario['play']>;
type Seen = TransferScenario['happened'] & TransferScenario['end'];
type Mode = ScenarioFault['mode'];

/** Longer than the server waits for a house. */
const SLOW_MS = 10_000;
/** What the sandbox's house moves too much. */
const WRONG_BY_SATANG = 100;

const at = (mode: Mode, more: Partial<ScenarioFault> = {}): ScenarioFault => ({
  target: 'game:pg',
  mode,
  ...more,
});

/** What keeps a house from ever saying how an order ended, by what it was last heard to say. */
const ENDLESS: Readonly<Record<string, ScenarioFault[]>> = {
  PENDING: [at('pendingForever', { times: 1 })],
  TIMEOUT: [at('slow', { delayMs: SLOW_MS })],
  SERVER_ERROR: [at('error500')],
  // To a question, the sandbox's "closed for maintenance" is an answer that says nothing.
  BAD_ANSWER: [at('pendingForever', { times: 1 }), at('maintenance')],
};

/** Why no fault of the sandbox leads to it. */
const NO_FAULT: Readonly<Record<string, string>> = {
  MANUAL: 'The site had no connection to this house; the sandbox is one.',
  DUPLICATE_ID: 'The house says that our id was used before; the sandbox never says it of a new id.',
  OTHER_SETTINGS:
    'The connection got other keys after the order was sent; no fault of the sandbox does that.',
  CONNECTION_REMOVED: 'An operator removed the connection; no fault of the sandbox does that.',
  CONFIRMED_LATE: 'Another node heard of it meanwhile; the sandbox plays against one node.',
  OTHER: "The house's own code is left out of this file, and the sandbox's house has no code like it.",
};

/** The faults of the sandbox that lead to the same end, or one sentence that says why none do. */
export function transferPlay(seen: Seen): Play | string {
  const { state, reason } = seen;
  if (state !== 'STUCK' && state !== 'UNKNOWN') return 'It is not stuck.';
  const moved = /^MOVED_(\d+)$/.exec(reason ?? '')?.[1];
  if (moved !== undefined)
    return Number(moved) === Math.round(seen.amount * 100) + WRONG_BY_SATANG
      ? { faults: [at('wrongAmount', { times: 1 })], passes: 'nothing' }
      : "The sandbox's house moves one baht too much; this one moved another amount.";
  if (reason === 'NOT_FOUND_BUT_BALANCE_MOVED') return { faults: [at('falseNotFound')], passes: 'minute' };
  if (reason === 'NOT_FOUND_BUT_UNSURE') return unsurePlay(seen);
  const endless = ENDLESS[reason ?? ''];
  if (endless) return { faults: endless, passes: state === 'STUCK' ? 'day' : 'nothing' };
  return NO_FAULT[reason ?? ''] ?? 'The sandbox has no fault that ends with this reason.';
}

/** The order never arrives, however often it is sent; what is unsure depends on the balance before. */
function unsurePlay({ direction, balanceBefore }: Seen): Play | string {
  const lost = at('timeoutBeforeApply', { times: 2 });
  // The question for the balance waits two seconds: time to switch.
  if (balanceBefore === 'untold')
    return { faults: [at('slow', { times: 1, delayMs: SLOW_MS }), lost], passes: 'minute' };
  if (direction === 'in' && balanceBefore === 'empty') return { faults: [lost], passes: 'minute' };
  return 'Play or another transfer of the same player hid whether it arrived; this file plays one transfer.';
}
