import type { Satang } from '@krapao/contract/money';

/** Hundredths of a kip, as banks report amounts in kip. Members see and pay whole kip. */
export type Att = bigint;

const ATT_OF_KIP = 100n;
const SATANG_OF_BAHT = 100n;

/** The least whole kip, in att, that are worth this at a rate of att for one baht. */
export function kipFor(amount: Satang, attForBaht: number): Att {
  const wholeKip = SATANG_OF_BAHT * ATT_OF_KIP;
  return ((amount * BigInt(attForBaht) + wholeKip - 1n) / wholeKip) * ATT_OF_KIP;
}

/** The most whole kip, in att, that so many satang pay for. */
export function kipPaidFor(amount: Satang, attForBaht: number): Att {
  return ((amount * BigInt(attForBaht)) / (SATANG_OF_BAHT * ATT_OF_KIP)) * ATT_OF_KIP;
}

/** What att are worth, rounded down to the satang. */
export function satangFor(amount: Att, attForBaht: number): Satang {
  return (amount * SATANG_OF_BAHT) / BigInt(attForBaht);
}
