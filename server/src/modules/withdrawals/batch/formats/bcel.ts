import type { PayoutFormat } from '../payoutFormat.ts';
import { USUAL_RESULT } from '../resultReading.ts';

/** BCEL i-Bank pays many accounts from a list; the bank does not publish its columns. */
export const bcel: PayoutFormat = {
  code: 'bcel-i-bank',
  title: 'BCEL i-Bank',
  currencies: ['LAK'],
  banks: { only: ['BCEL'] },
  isConfirmed: false,
  encoding: 'utf-8',
  terms: [],
  layout: {
    kind: 'separated',
    separator: ',',
    isForPeople: false,
    columns: [
      { name: 'No', holds: { value: 'line' } },
      { name: 'Account No', holds: { value: 'accountNo' } },
      { name: 'Account Name', holds: { value: 'accountName' } },
      { name: 'Amount', holds: { value: 'amount', as: 'decimal' } },
      { name: 'Currency', holds: { value: 'currency' } },
      { name: 'Description', holds: { value: 'reference' } },
    ],
  },
  result: USUAL_RESULT,
};
