import { validate } from 'promptparse';
import { readJson } from './message.ts';

/** Fields by which makers name a payment. */
const NAMES =
  /^(?:id|uuid|ref(?:erence)?[_-]?(?:no|nbr|id|\d)?|ex_?reference_?no|invoice(?:_?no)?|partner_?txn_?uid|\w{0,20}(?:trans_?ref|(?:transaction|order|payment|charge|transfer)_?(?:id|uuid|no)))$/i;
/** Long enough to be of one payment, and no date. */
const VALUE = /^(?=.*\d)(?!\d{8}$)(?!\d{4}-\d\d-\d\d)[\w.-]{8,64}$/;
const MOST = 12;

/** What names the payment in this address and these texts: transaction references, order ids, the content of a mini-QR. */
export function referencesIn(url: string, ...texts: readonly string[]): string[] {
  const { pathname, searchParams } = new URL(url, 'http://sandbox');
  const found = new Set(pathname.split('/').filter((part) => VALUE.test(part)));
  const look = (name: string, value: unknown) => {
    if (typeof value !== 'string') return;
    if (NAMES.test(name) && VALUE.test(value)) found.add(value);
    if (/^00\d\d.{20,120}$/.test(value)) {
      const slip = validate.slipVerify(value);
      if (slip) found.add(slip.transRef);
    }
  };
  for (const [name, value] of searchParams) look(name, value);
  for (const text of texts) {
    const json = readJson(text);
    if (json) each(json, look);
    else if (/^[\w.-]+=/.test(text)) for (const [name, value] of new URLSearchParams(text)) look(name, value);
  }
  return [...found].slice(0, MOST);
}

function each(json: object, look: (name: string, value: unknown) => void): void {
  JSON.stringify(json, (name, value) => {
    look(name, value);
    return value;
  });
}
