import type { Trouble } from '@krapao/contract/connections';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Answered } from '../connections/makerAnswers.ts';

const Coded = Type.Object({ status: Type.Object({ code: Type.Union([Type.Integer(), Type.String()]) }) });

/**
 * SCB's own code in an answer of its Open API; with the HTTP status before it (`400_9100`) where that changes its meaning.
 */
export function scbCode({ httpStatus, json }: Answered): string | undefined {
  if (!Value.Check(Coded, json)) return undefined;
  const code = String(json.status.code);
  const both = `${httpStatus}_${code}`;
  return Object.hasOwn(SCB_TROUBLES, both) ? both : code;
}

/**
 * Its codes that say nothing about what was asked ("Generic response codes",
 * developer.scb/assets/documents/api-reference-index/references/generic-response-codes.html, as public notes quote it).
 */
export const SCB_TROUBLES = {
  1101: 'REFUSED',
  1102: 'REFUSED',
  1103: 'REFUSED',
  1105: 'REFUSED',
  1111: 'REFUSED',
  4101: 'REFUSED',
  8101: 'SERVER_ERROR',
  8102: 'REFUSED',
  8901: 'SERVER_ERROR',
  8902: 'SERVER_ERROR',
  9100: 'KEY_REFUSED',
  // A header is missing: the key was not looked at.
  '400_9100': 'REFUSED',
  9300: 'KEY_REFUSED',
  9500: 'KEY_REFUSED',
  9503: 'KEY_REFUSED',
  9700: 'SERVER_ERROR',
  9900: 'SERVER_ERROR',
  // "Wrong http method" and "Unsupported content type": another address than SCB's.
  '405_9900': 'BAD_ANSWER',
  '415_9900': 'BAD_ANSWER',
} as const satisfies Readonly<Record<string, Trouble>>;
