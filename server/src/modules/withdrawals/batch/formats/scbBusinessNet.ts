import type { FixedField, PayoutFormat } from '../payoutFormat.ts';
import { USUAL_RESULT } from '../resultReading.ts';

const blank = (name: string, width: number): FixedField => ({ name, width, holds: { text: '' } });
const zeros = (name: string, width: number): FixedField => ({
  name,
  width,
  fill: 'zeros',
  holds: { text: '0' },
});
const record = (text: string): FixedField => ({ name: 'Record Type', width: 3, holds: { text } });
const flag = (name: string, text: string): FixedField => ({ name, width: 1, holds: { text } });

const REFERENCE: FixedField = { name: 'Internal Reference', width: 8, holds: { text: '00000001' } };
const CURRENCY: FixedField = { name: 'Currency', width: 3, holds: { value: 'currency' } };
const SEQUENCE: FixedField = {
  name: 'Credit Sequence Number',
  width: 6,
  fill: 'zeros',
  holds: { value: 'line' },
};
const COUNT: FixedField = { name: 'No. of Credits', width: 6, fill: 'zeros', holds: { value: 'count' } };
const TOTAL: FixedField = {
  name: 'Debit Amount',
  width: 16,
  fill: 'zeros',
  holds: { value: 'total', as: 'thousandths' },
};
const PAYING_TYPE: FixedField = { name: 'Account Type', width: 2, holds: { value: 'payingAccountType' } };
const PAYING_BRANCH: FixedField = { name: 'Debit Branch Code', width: 4, holds: { value: 'payingBranch' } };

/** The file of SCB Business Net with records 001 to 004 and 999. */
export const scbBusinessNet: PayoutFormat = {
  code: 'scb-business-net',
  title: 'SCB Business Net',
  currencies: ['THB'],
  isConfirmed: false,
  encoding: 'windows-874',
  terms: [
    { name: 'payingAccount', pattern: '^[0-9]{10}$', example: '1234567890' },
    { name: 'companyId', pattern: '^[0-9A-Za-z]{1,12}$', example: 'comp001' },
    { name: 'productCode', pattern: '^[A-Z0-9]{3}$', example: 'MCP' },
  ],
  layout: {
    kind: 'fixed',
    head: [
      [
        record('001'),
        { name: 'Company Id', width: 12, holds: { value: 'companyId' } },
        { name: 'Customer Reference', width: 32, holds: { value: 'batchReference' } },
        { name: 'File Date', width: 8, holds: { value: 'madeDay', as: 'yyyyMMdd' } },
        { name: 'File Time', width: 6, holds: { value: 'madeTime' } },
        { name: 'Channel Id', width: 3, holds: { text: 'BCM' } },
        { name: 'Batch Reference', width: 32, holds: { value: 'batchReference' } },
      ],
      [
        record('002'),
        { name: 'Product Code', width: 3, holds: { value: 'productCode' } },
        { name: 'Value Date', width: 8, holds: { value: 'payDay', as: 'yyyyMMdd' } },
        { name: 'Debit Account No', width: 25, holds: { value: 'payingAccount' } },
        PAYING_TYPE,
        PAYING_BRANCH,
        CURRENCY,
        TOTAL,
        REFERENCE,
        COUNT,
        { name: 'Fee Debit Account', width: 15, holds: { value: 'payingAccount' } },
        blank('Filler', 9),
        blank('Media Clearing Cycle', 1),
        PAYING_TYPE,
        PAYING_BRANCH,
      ],
    ],
    row: [
      [
        record('003'),
        SEQUENCE,
        { name: 'Credit Account', width: 25, holds: { value: 'accountNo' } },
        { name: 'Credit Amount', width: 16, fill: 'zeros', holds: { value: 'amount', as: 'thousandths' } },
        CURRENCY,
        REFERENCE,
        flag('WHT Present', 'N'),
        flag('Invoice Details Present', 'N'),
        flag('Credit Advice Required', 'N'),
        blank('Delivery Mode', 1),
        blank('Pickup Location', 4),
        zeros('WHT Form Type', 2),
        blank('WHT Tax Running No.', 14),
        zeros('WHT Attach No.', 6),
        zeros('No. of WHT Details', 2),
        zeros('Total WHT Amount', 16),
        zeros('No. of Invoice Details', 6),
        zeros('Total Invoice Amount', 16),
        zeros('WHT Pay Type', 1),
        blank('WHT Remark', 40),
        blank('WHT Deduct Date', 8),
        { name: 'Receiving Bank Code', width: 3, holds: { value: 'bankNumber' } },
        blank('Receiving Bank Name', 35),
        { name: 'Receiving Branch Code', width: 4, holds: { value: 'branch' } },
        blank('Receiving Branch Name', 35),
        blank('WHT Signatory', 1),
        blank('Beneficiary Notification', 1),
        { name: 'Customer Reference Number', width: 20, holds: { value: 'reference' } },
        blank('Cheque Reference Document Type', 1),
        blank('Payment Type Code', 3),
        blank('Services Type', 2),
        blank('Remark', 50),
        blank('SCB Remark', 18),
        blank('Beneficiary Charge', 2),
      ],
      [
        record('004'),
        REFERENCE,
        SEQUENCE,
        blank('Payee1 IDCard', 15),
        { name: 'Payee1 Name (Thai)', width: 100, isCut: true, holds: { value: 'accountName' } },
        blank('Payee1 Address 1 - 3', 210),
        blank('Payee1 Tax ID', 10),
        blank('Payee1 Name (English)', 70),
        blank('Payee1 Fax Number', 10),
        blank('Payee1 Mobile Phone Number', 10),
        blank('Payee1 E-mail Address', 64),
        blank('Payee2', 310),
      ],
    ],
    tail: [
      [
        record('999'),
        { name: 'Total No. of Debits', width: 6, holds: { text: '000001' } },
        COUNT,
        { ...TOTAL, name: 'Total Amount' },
      ],
    ],
  },
  result: USUAL_RESULT,
};
