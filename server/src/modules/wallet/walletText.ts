import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';

type Wallet = ResponseOf<Contract['GET /api/wallet']>;
type Slot = Wallet['slots'][number];

const slotTexts = new WeakMap<Slot, string>();

/**
 * The answer as JSON in ASCII. Every member's answer carries the games that they have no account at, which are most of
 * it: their text is kept. ASCII, since bytes that need no encoding leave the node for nothing.
 */
export function walletText({ slots, ...rest }: Wallet): string {
  const head = JSON.stringify(rest).replace(/[^\0-\x7f]/g, escaped);
  return `${head.slice(0, -1)},"slots":[${slots.map(slotText).join(',')}]}`;
}

function slotText(slot: Slot): string {
  let text = slotTexts.get(slot);
  if (text === undefined) {
    text = JSON.stringify(slot).replace(/[^\0-\x7f]/g, escaped);
    slotTexts.set(slot, text);
  }
  return text;
}

/** One UTF-16 unit as JSON writes it. */
function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
