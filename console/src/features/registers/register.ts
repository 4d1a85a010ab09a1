import type { Contract } from '@krapao/contract/api/index';
import type { RegisterFilter } from '@krapao/contract/api/operator/registers';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { amountFormat, amountIn } from '@krapao/ui/amountFormat.ts';

export type Register = ResponseOf<Contract['POST /api/console/registers/deposits']>;
export type RegisterRow = Register['rows'][number];

export const PAGE = 50;
const DAY_MS = 86_400_000;

/** What an operator typed and chose, as texts; empty: no such filter. */
export interface Choice {
  from: string;
  to: string;
  member: string;
  state: string;
  way: string;
  place: string;
  minimum: string;
  maximum: string;
  operator: string;
  reference: string;
}

/** The last 30 days, and nothing else. */
export function firstChoice(): Choice {
  const now = Date.now();
  return {
    from: bangkokDay(now - 29 * DAY_MS),
    to: bangkokDay(now),
    member: '',
    state: '',
    way: '',
    place: '',
    minimum: '',
    maximum: '',
    operator: '',
    reference: '',
  };
}

/** The filter that a choice means; what cannot be sent is left out. */
export function filterOf({
  from,
  to,
  state,
  way,
  minimum,
  maximum,
  place,
  ...texts
}: Choice): RegisterFilter {
  const amount = (text: string) => amountIn(amountFormat.read(text)) ?? undefined;
  const written = Object.entries(texts).flatMap(([name, text]) =>
    text.trim() === '' ? [] : [[name, text.trim()] as const],
  );
  const least = amount(minimum);
  const most = amount(maximum);
  return {
    from,
    to,
    ...Object.fromEntries(written),
    ...(/^[A-Za-z0-9_-]{1,40}$/.test(place.trim()) && { place: place.trim() }),
    ...(state !== '' && { states: [state as never] }),
    ...(way !== '' && { ways: [way as never] }),
    ...(least !== undefined && { minimum: least }),
    ...(most !== undefined && { maximum: most }),
  };
}
