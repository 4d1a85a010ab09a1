import type { FixedField, PayoutFormat } from '../payoutFormat.ts';
import { USUAL_RESULT } from '../resultReading.ts';

const blank = (width: number): FixedField => ({ name: 'Blank', width, holds: { text: '' } });

/** Krungsri CashLink with records of 128 bytes: to accounts at Krungsri. It has no reference for a payment. */
export const krungsriCashLink: PayoutFormat = {
  code: 'krungsri-cashlink',
  title: 'Krungsri CashLink (128)',
  currencies: ['THB'],
  banks: { only: ['BAY'] },
  isConfirmed: false,
  encoding: 'windows-874',
  terms: [
    { name: 'payingAccount', pattern: '^[0-9]{10}$', example: '1234567890' },
    { name: 'companyId', pattern: '^[0-9]{3}$', example: '001' },
    { name: 'productCode', pattern: '^[0-9A-Z_]{1,10}$', example: 'PAYROLL' },
  ],
  layout: {
    kind: 'fixed',
    head: [
      [
        { name: 'Record Id', width: 3, holds: { value: 'companyId' } },
        { name: 'Record Type', width: 3, holds: { text: '001' } },
        { name: 'Pay day', width: 6, holds: { value: 'payDay', as: 'ddMMyy' } },
        { name: 'Debit account', width: 30, holds: { value: 'payingAccount' } },
        { name: 'Code', width: 3, holds: { text: '712' } },
        blank(27),
        { name: 'Payment type', width: 1, holds: { text: 'A' } },
        { name: 'Control', width: 7, holds: { text: '0010001' } },
        { name: 'Payments', width: 7, fill: 'zeros', holds: { value: 'count' } },
        { name: 'Total', width: 15, fill: 'zeros', holds: { value: 'total', as: 'hundredths' } },
        blank(16),
        { name: 'Product', width: 10, holds: { value: 'productCode' } },
      ],
    ],
    row: [
      [
        { name: 'Record Id', width: 3, holds: { value: 'companyId' } },
        { name: 'Record Type', width: 3, holds: { text: '001' } },
        { name: 'Account', width: 10, holds: { value: 'accountNo' } },
        { name: 'Name', width: 20, isCut: true, holds: { value: 'accountName' } },
        { name: 'Amount', width: 11, fill: 'zeros', holds: { value: 'amount', as: 'hundredths' } },
        blank(26),
        { name: 'Control', width: 7, holds: { text: '0010001' } },
        blank(48),
      ],
    ],
    tail: [],
  },
  result: USUAL_RESULT,
};
