import { randomInt } from 'node:crypto';

const digits = (length: number) => Array.from({ length }, () => randomInt(10)).join('');

let members = 0;

/**
 * A phone number and an account number for another member of this process. The four digits of the account that banks show
 * are nobody else's, so that a masked sender is one member; after 10,000 members they come again.
 */
export function newNumbers(): { phoneNumber: string; bankAccountNo: string; shown: string } {
  members += 1;
  const shown = String(members % 10_000).padStart(4, '0');
  return {
    phoneNumber: `08${String(members % 100_000).padStart(5, '0')}${digits(3)}`,
    bankAccountNo: `${digits(5)}${shown}${digits(1)}`,
    shown,
  };
}

/** A name of an account that nobody else here has: two of one name are one person (decision 144). Banks show `SOMCHAI J***`. */
export function nameOf(shown: string): string {
  return `SOMCHAI JAI${[...shown].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')}`;
}
