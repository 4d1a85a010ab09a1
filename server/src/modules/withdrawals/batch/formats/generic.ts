import type { PayoutFormat } from '../payoutFormat.ts';
import { USUAL_RESULT } from '../resultReading.ts';

/** Our own table, for spreadsheets and for banks whose portal maps columns. */
export const generic: PayoutFormat = {
  code: 'generic',
  title: 'CSV',
  currencies: ['THB', 'LAK'],
  isConfirmed: true,
  encoding: 'utf-8',
  terms: [],
  layout: {
    kind: 'separated',
    separator: ',',
    isForPeople: true,
    columns: [
      { name: 'reference', holds: { value: 'reference' } },
      { name: 'bank', holds: { value: 'bankCode' } },
      { name: 'account_no', holds: { value: 'accountNo' } },
      { name: 'account_name', holds: { value: 'accountName' } },
      { name: 'amount', holds: { value: 'amount', as: 'decimal' } },
      { name: 'currency', holds: { value: 'currency' } },
    ],
  },
  result: USUAL_RESULT,
};
