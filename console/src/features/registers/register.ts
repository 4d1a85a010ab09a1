import type { Contract } from '@krapao/contract/api/index';
import type { RegisterFilter } from '@krapao/contract/api/operator/registers';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { amountFormat, amountIn } from '@krapao/ui/amountFormat.ts';

export type Register = ResponseOf<Contract['POST /api/console/registers/deposits']>;
export type RegisterRow = Register['rows'][number];

export const PAGE = 50;
const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What a register is narrowed by beside its days, as the address of the page keeps it. */
export const FILTERS = [
  'member',
  'state',
  'way',
  'place',
  'minimum',
  'maximum',
  'account',
  'operator',
  'reference',
] as const;
export type FilterName = (typeof FILTERS)[number];

/** What fits every register, and stays when an operator turns from one to another. */
const SHARED = ['from', 'to', 'member'] as const;

/** The address of another register, with what fits it too. */
export function sharedSearch(search: URLSearchParams): string {
  const shared = new URLSearchParams(
    SHARED.flatMap((name) => {
      const value = search.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  return shared.size === 0 ? '' : `?${shared}`;
}

/** The days of an address; the last 30 where it names none. */
export function daysOf(search: URLSearchParams): { from: string; to: string } {
  const from = search.get('from') ?? '';
  const to = search.get('to') ?? '';
  if (DAY.test(from) && DAY.test(to) && from <= to) return { from, to };
  const now = Date.now();
  return { from: bangkokDay(now - 29 * DAY_MS), to: bangkokDay(now) };
}

/** Which page an address shows, from 1. */
export const pageOf = (search: URLSearchParams): number =>
  /^[1-9]\d{0,5}$/.test(search.get('page') ?? '') ? Number(search.get('page')) : 1;

/** The filter of an address; what cannot be sent is left out. */
export function filterOf(search: URLSearchParams): RegisterFilter {
  const text = (name: FilterName) => search.get(name)?.trim() ?? '';
  const given = (name: string, value: unknown) =>
    value === undefined || value === '' ? {} : { [name]: value };
  const amount = (name: FilterName) => given(name, amountIn(amountFormat.read(text(name))) ?? undefined);
  const choice = (name: 'states' | 'ways', value: string) => given(name, value === '' ? '' : [value]);
  return {
    ...daysOf(search),
    ...given('member', text('member').slice(0, 80)),
    ...choice('states', text('state')),
    ...choice('ways', text('way')),
    ...given('place', /^[A-Za-z0-9_-]{1,40}$/.test(text('place')) ? text('place') : ''),
    ...amount('minimum'),
    ...amount('maximum'),
    ...given('account', /^\d{1,18}$/.test(text('account')) ? text('account') : ''),
    ...given('operator', text('operator').slice(0, 60)),
    ...given('reference', text('reference').slice(0, 100)),
  };
}
