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

interface Rule<Outcome extends string> {
  status?: string;
  at?: string;
  is?: string[];
  gives: Outcome | Trouble;
}

/** Outcomes after which money moves, or is given back: the maker itself must have said so. */
const FINAL: ReadonlySet<string> = new Set([
  ...['paid', 'done', 'created', 'expired', 'refunded', 'disputed'],
  ...['failed', 'rejected', 'notEnough', 'notFound', 'not_found'],
]);

/** Whether a rule reads a value of the answer: a proxy's page comes with any status. */
const readsValue = ({ at }: Rule<string>) => at !== undefined && at !== '';

/** Which final outcomes of these calls stand on a status alone, in English. */
export function answerProblems(
  calls: Readonly<Record<string, { answers: readonly Rule<string>[] } | undefined>>,
): string[] {
  return Object.entries(calls).flatMap(([name, call]) =>
    (call?.answers ?? [])
      .filter((rule) => FINAL.has(rule.gives) && !readsValue(rule))
      .map(({ gives }) => `${name}/answers: ${gives} must say at which place of the answer it stands (at)`),
  );
}

/** The key, the way or the load was wrong, whatever else the body says: only a code that a rule names tells more. */
const isOfCall = (httpStatus: number) => [401, 403, 407, 408, 429].includes(httpStatus) || httpStatus >= 500;

/**
 * What the rules say of an answer; where none fits, its HTTP status decides, and a success is a bad answer. A rule that
 * ends an order counts only if it reads a value of an answer in JSON.
 */
export function judge<Outcome extends string>(
  rules: readonly Rule<Outcome>[],
  { httpStatus, json }: { httpStatus: number; json: unknown },
): Outcome | Trouble {
  const fitting = rules.find((rule) => {
    const { status, at, is, gives } = rule;
    if (FINAL.has(gives) && !(readsValue(rule) && (is !== undefined || !isOfCall(httpStatus)))) return false;
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
