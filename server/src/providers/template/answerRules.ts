import { TROUBLES, type Trouble } from '@krapao/contract/connections';
import { Type } from 'typebox';
import { troubleOfStatus } from '../connections/troubleOfStatus.ts';

/** A JSON Pointer (RFC 6901). */
export const PointerShape = Type.String({ pattern: '^(/[^/]{1,60}){0,8}$' });

/** The value that a JSON Pointer names; undefined if there is none. */
export function valueAt(json: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      json,
    );
}

/**
 * One line of a table of answers: what an answer of this HTTP status (`200`, `4xx`) with one of these texts at this place
 * gives. The first line that fits counts.
 */
export function ruleShape<const Outcome extends string>(outcomes: readonly Outcome[]) {
  return Type.Object(
    {
      status: Type.Optional(Type.String({ pattern: '^[1-5]([0-9]{2}|xx)$' })),
      at: Type.Optional(PointerShape),
      is: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 })),
      gives: Type.Unsafe<Outcome | Trouble>(
        Type.Union([...outcomes, ...TROUBLES].map((name) => Type.Literal(name))),
      ),
    },
    { additionalProperties: false },
  );
}

/** What the rules say of an answer; where none fits, its HTTP status decides, and a success is a bad answer. */
export function judge<Outcome extends string>(
  rules: readonly { status?: string; at?: string; is?: string[]; gives: Outcome | Trouble }[],
  { httpStatus, json }: { httpStatus: number; json: unknown },
): Outcome | Trouble {
  const fitting = rules.find(({ status, at, is }) => {
    if (status !== undefined && !isStatus(status, httpStatus)) return false;
    if (at === undefined) return true;
    const value = valueAt(json, at);
    if (is === undefined) return value !== undefined && value !== null;
    return ['string', 'number', 'boolean'].includes(typeof value) && is.includes(String(value));
  });
  return fitting?.gives ?? troubleOfStatus(httpStatus);
}

const isStatus = (wanted: string, status: number) =>
  wanted.endsWith('xx') ? wanted.startsWith(String(status)[0] ?? '') : wanted === String(status);
