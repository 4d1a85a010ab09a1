const MINUS = '\u2212';
const DASH = '-';
const THOUSANDS = /\B(?=(?:\d{3})+(?!\d))/g;

/** The `number` filter of the specification: two decimals with thousands separators, or a dash if it is no number. */
export function amountText(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return DASH;
  const [whole = '', satang] = fixed(value, 2).split('.');
  return `${grouped(whole)}.${satang}`;
}

/** The `decimal` filter of the specification: no decimals, or a dash if it is no number. */
export function wholeText(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value) ? grouped(fixed(value, 0)) : DASH;
}

/** An amount without decimals where it has none, or else with two: no satang are rounded away. A dash if it is no number. */
export const shortAmountText = (value: unknown): string =>
  Number.isInteger(value) ? wholeText(value) : amountText(value);

// Not Intl.NumberFormat: creating the first one takes 50 ms on a phone and delays the first page.
/** Digits with thousands separators and a true minus sign. */
export const grouped = (whole: string) => whole.replace(THOUSANDS, ',').replace('-', MINUS);

/** Digits of a fixed length; what rounds to zero has no minus. */
const fixed = (value: number, digits: number) => value.toFixed(digits).replace(/^-(?=[0.]+$)/, '');

/** An amount in baht with its sign: `฿1,250.00`, `−฿20.00`, or a dash. */
export function bahtText(value: unknown): string {
  return withSign('฿', amountText(value));
}

/** A figure with a currency sign in front; a minus sign stands before both. */
export function withSign(sign: string, text: string): string {
  if (text === DASH) return text;
  return text.startsWith(MINUS) ? `${MINUS}${sign}${text.slice(1)}` : sign + text;
}

/**
 * An amount with the sign of its kind in front: plus for deposit and bonus, minus for withdraw, none for others (STM-02). There is
 * no minus before zero.
 */
export function signedBahtText(value: number, sign: '+' | '-' | ''): string {
  return sign === '-' ? bahtText(-Math.abs(value)) : sign + bahtText(Math.abs(value));
}

/** The parts of a large figure: baht with separators, and satang with the decimal point (`12,580` and `.75`). */
export function bahtParts(value: number): { whole: string; satang: string } {
  const [whole = '', satang = '00'] = amountText(value).split('.');
  return { whole, satang: `.${satang}` };
}

/** Whether a text has no letters, so that a translator has nothing to do: `฿1,250.00`, `3/12`, a dash. */
export function isFigure(text: unknown): boolean {
  return typeof text === 'number' || (typeof text === 'string' && !/\p{L}/u.test(text));
}
