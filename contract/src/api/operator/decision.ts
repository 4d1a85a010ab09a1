import type { TObject, TProperties } from 'typebox';
import type { AnyErrorCode } from '../../consoleErrors.ts';
import { Type } from '../../endpoint.ts';
import type { Permission } from '../../permissions.ts';
import { Done } from '../common.ts';
import { Reason } from './common.ts';
import { DoneOrWaits } from './waits.ts';

const DECISION_ERRORS = [
  'NO_DATA',
  'ALREADY_DECIDED',
  'QUEUE_NOT_TAKEN',
  'REQUEST_IN_PROGRESS',
  'APPROVAL_WAITING',
] as const;

/**
 * A call that decides a queue item, with a reason. It requires the operator's claim on the item and uses it up.
 * `fields` are the inputs besides the reason, `errors` the refusals besides those of every decision.
 */
export function decision<P extends TObject, F extends TProperties = Record<never, never>>(
  permission: Permission,
  summary: string,
  { params, fields, errors = [] }: { params: P; fields?: F; errors?: readonly AnyErrorCode[] },
) {
  return {
    summary,
    auth: 'operator',
    permission,
    asksCodeAgain: true,
    params,
    body: Type.Object({ ...(fields ?? ({} as F)), reason: Reason }),
    response: Done,
    errors: [...DECISION_ERRORS, ...errors],
    mutates: true,
  } as const;
}

/** A decision that may need a second operator: it then answers the waiting request. */
export function limitedDecision<P extends TObject, F extends TProperties = Record<never, never>>(
  ...[permission, summary, terms]: Parameters<typeof decision<P, F>>
) {
  return { ...decision<P, F>(permission, summary, terms), response: DoneOrWaits } as const;
}
