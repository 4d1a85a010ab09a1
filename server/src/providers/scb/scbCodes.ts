import type { Trouble } from '@krapao/contract/connections';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const Coded = Type.Object({ status: Type.Object({ code: Type.Union([Type.Integer(), Type.String()]) }) });

/** SCB's own code in an answer of its Open API. */
export const scbCode = (json: unknown) => (Value.Check(Coded, json) ? String(json.status.code) : undefined);

/** Its codes that say nothing about what was asked, from memory. */
export const SCB_TROUBLES = {
  1101: 'REFUSED',
  1102: 'REFUSED',
  8901: 'SERVER_ERROR',
  9100: 'KEY_REFUSED',
  9300: 'KEY_REFUSED',
  9500: 'KEY_REFUSED',
  9503: 'KEY_REFUSED',
  9900: 'SERVER_ERROR',
} as const satisfies Readonly<Record<string, Trouble>>;
