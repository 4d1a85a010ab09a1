import { MEMBER_ORDERS, type MemberFilter, type MemberOrder } from '@krapao/contract/api/operator/memberList';
import { plainDigits } from '@krapao/contract/digits';
import { amountIn, signedAmountFormat } from '@krapao/ui/amountFormat.ts';

/** What the list of members can be narrowed by, as the address of the page keeps it: a bookmark is a segment. */
export const FILTERS = [
  'status',
  'isFrozen',
  'hasBonus',
  'hasDeposited',
  'isPaused',
  'isAgeConfirmed',
  'registeredFrom',
  'registeredTo',
  'seenFrom',
  'seenTo',
  'balanceFrom',
  'balanceTo',
  'netFrom',
  'netTo',
  'level',
  'depositFrom',
  'depositTo',
  'tag',
] as const satisfies readonly (keyof MemberFilter)[];
export type FilterName = (typeof FILTERS)[number];

/** Which saved segment an address opened. */
export const SEGMENT = 'segment';

/** The order of an address. */
export const orderOf = (search: URLSearchParams): MemberOrder =>
  MEMBER_ORDERS.find((order) => order === search.get('order')) ?? 'newest';

/** The address of a filter, which opened a segment. */
export function searchOf(filter: MemberFilter, segment: string): URLSearchParams {
  const search = new URLSearchParams({ [SEGMENT]: segment });
  for (const [name, value] of Object.entries(filter)) search.set(name, String(value));
  return search;
}

/** The filter of an address; what cannot be sent is left out. */
export function filterOf(search: URLSearchParams): MemberFilter {
  const text = (name: FilterName) => search.get(name)?.trim() ?? '';
  const given = <Value>(name: FilterName, value: Value | undefined) =>
    value === undefined ? {} : { [name]: value };
  const day = (name: FilterName) =>
    given(name, /^\d{4}-\d{2}-\d{2}$/.test(text(name)) ? text(name) : undefined);
  const amount = (name: FilterName) =>
    given(name, amountIn(signedAmountFormat.read(text(name))) ?? undefined);
  const whole = (name: FilterName, shape: RegExp) => {
    const digits = plainDigits(text(name));
    return given(name, shape.test(digits) ? Number(digits) : undefined);
  };
  const choice = (name: FilterName) => given(name, text(name) === '' ? undefined : text(name) === 'true');
  const status = (['active', 'suspended', 'closed'] as const).find((one) => one === text('status'));
  return {
    ...given('status', status),
    ...choice('isFrozen'),
    ...choice('hasBonus'),
    ...choice('hasDeposited'),
    ...choice('isPaused'),
    ...choice('isAgeConfirmed'),
    ...day('registeredFrom'),
    ...day('registeredTo'),
    ...day('seenFrom'),
    ...day('seenTo'),
    ...amount('balanceFrom'),
    ...amount('balanceTo'),
    ...amount('netFrom'),
    ...amount('netTo'),
    ...whole('level', /^[0-3]$/),
    ...whole('depositFrom', /^\d{1,3}$/),
    ...whole('depositTo', /^\d{1,3}$/),
    ...given('tag', text('tag') === '' ? undefined : text('tag').slice(0, 40)),
  };
}
