import { readJson } from '../../outsideJson.ts';
import type { CallTemplate } from './callTemplate.ts';
import { bodyForm, fillTemplate, placesOf } from './fillTemplate.ts';

/** One value that a call sends, by the names on the way to it. */
interface Sent {
  name: string;
  text: string;
}

type Call = Pick<CallTemplate<string>, 'path' | 'headers' | 'body'>;

/** The places of an amount. */
export const AMOUNT_PLACES = ['amount', 'amountMinor', 'amountWhole'] as const;

/**
 * What is wrong, in English, with a call that orders money: each of the groups must stand in it as a value of its own, and
 * no amount and no account may be typed where a place belongs.
 */
export function orderProblems(name: string, call: Call, groups: readonly (readonly string[])[]): string[] {
  const marks = markedPlaces(call);
  const sent = sentValues(call, marks);
  const typed = ({ text }: Sent) => withoutMarks(text, marks);
  const isAlone = (place: string) => {
    const mark = marks.get(place);
    return mark !== undefined && sent.some((one) => one.text.includes(mark) && !/[0-9]/.test(typed(one)));
  };
  return [
    ...groups
      .filter((places) => !places.some(isAlone))
      .map((places) => `${name} must send {${places.join('} or {')}}`),
    ...sent
      .filter((one) => isOfMoney(one.name) && /[1-9]/.test(typed(one)) && /^[\d\s.,-]*$/.test(typed(one)))
      .map((one) => `${name} must not name an amount or account that is typed: ${one.name}`),
  ];
}

const MONEY = /amount|amt|acc(?:oun)?t|iban|payee|beneficiary|receiver/i;
/** Our own account, and what describes an account or an amount. */
const NOT_MONEY =
  /from|source|debit|sender|payer|origin|merchant|(?:currency|type|kind|format|scale|code|bank|id)$/i;
const isOfMoney = (name: string) => MONEY.test(name) && !NOT_MONEY.test(name);

/** For each place a number that stands nowhere else: it is valid also where JSON has no quotes around a place. */
function markedPlaces({ path, headers = {}, body = '' }: Call): Map<string, string> {
  const places = [...new Set([path, body, ...Object.values(headers)].flatMap(placesOf))];
  return new Map(places.map((place, index) => [place, String(8_123_450_000_700 + index)]));
}

const withoutMarks = (text: string, marks: ReadonlyMap<string, string>): string =>
  [...marks.values()].reduce((rest, mark) => rest.replaceAll(mark, ''), text);

function sentValues({ path, headers = {}, body = '' }: Call, marks: ReadonlyMap<string, string>): Sent[] {
  const filled = (text: string) => fillTemplate(text, Object.fromEntries(marks), 'text');
  const [way = '', query = ''] = filled(path).split('?');
  return [
    ...way.split('/').map((text) => ({ name: '', text })),
    ...pairs(query),
    ...Object.entries(headers).map(([name, text]) => ({ name, text: filled(text) })),
    ...bodyValues(filled(body), bodyForm(headers) === 'url'),
  ];
}

function bodyValues(body: string, isForm: boolean): Sent[] {
  if (isForm) return pairs(body);
  const json = readJson(body);
  return json === undefined
    ? body.split(/[<>&=\s"']+/).map((text) => ({ name: '', text }))
    : leaves('', json);
}

const pairs = (text: string): Sent[] =>
  [...new URLSearchParams(text)].map(([name, value]) => ({ name, text: value }));

function leaves(name: string, value: unknown): Sent[] {
  if (typeof value !== 'object' || value === null) return [{ name, text: String(value) }];
  return Object.entries(value).flatMap(([key, inner]) => leaves(name === '' ? key : `${name}.${key}`, inner));
}
