import { randomInt } from 'node:crypto';

const digits = (length: number) => Array.from({ length }, () => randomInt(10)).join('');

let members = 0;

/**
 * A unique phone number and bank account number for a member of this process. The four account digits that banks show
 * are unique too, so that a masked sender identifies one member; they repeat after 10,000 members.
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

/**
 * A unique account holder name: two members with one name count as one person (decision 144). Banks show `SOMCHAI
 * J***`.
 */
export function nameOf(shown: string): string {
  return `SOMCHAI JAI${[...shown].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')}`;
}
