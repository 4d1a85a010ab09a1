import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';

type Preset = ResponseOf<Contract['GET /api/console/reconciliation/formats']>['presets'][number];

/**
 * Forms in which banks write statement files. No bank of Thailand or Laos publishes its form, so that none is confirmed:
 * an operator reads a real file in the preview first (docs/connections/statements.md).
 */
export const STATEMENT_PRESETS: readonly Preset[] = [
  {
    id: 'kbank-k-biz',
    title: 'KBank, K BIZ (CSV)',
    bankCode: 'KBANK',
    isConfirmed: false,
    from: 'public code of an accounting program that reads such files',
    format: {
      headerLine: 14,
      date: 1,
      time: 2,
      out: 4,
      in: 6,
      balance: 8,
      description: 12,
      years: 'GREGORIAN',
    },
  },
  {
    id: 'thai-two-columns',
    title: 'Thai headings, two columns of money (CSV)',
    bankCode: null,
    isConfirmed: false,
    from: 'the headings that Thai banks print on statements',
    format: {
      date: 'วันที่',
      time: 'เวลา',
      out: 'ถอนเงิน',
      in: 'ฝากเงิน',
      balance: 'ยอดคงเหลือ',
      description: 'รายละเอียด',
      years: 'BUDDHIST',
    },
  },
  {
    id: 'english-debit-credit',
    title: 'English headings, Debit and Credit (CSV)',
    bankCode: null,
    isConfirmed: false,
    from: 'the headings that banks of both countries print on statements in English',
    format: {
      date: 'Date',
      out: 'Debit',
      in: 'Credit',
      balance: 'Balance',
      description: 'Description',
      years: 'GREGORIAN',
    },
  },
  {
    id: 'english-withdrawal-deposit',
    title: 'English headings, Withdrawal and Deposit (CSV)',
    bankCode: null,
    isConfirmed: false,
    from: 'the headings that Thai banks print on statements in English',
    format: {
      date: 'Date',
      time: 'Time',
      out: 'Withdrawal',
      in: 'Deposit',
      balance: 'Balance',
      description: 'Details',
      years: 'GREGORIAN',
    },
  },
  {
    id: 'lao-two-columns',
    title: 'Lao headings, two columns of money (CSV)',
    bankCode: null,
    isConfirmed: false,
    from: 'the usual Lao words of bank books',
    format: {
      date: 'ວັນທີ',
      out: 'ຖອນ',
      in: 'ຝາກ',
      balance: 'ຍອດເຫຼືອ',
      description: 'ລາຍລະອຽດ',
      years: 'GREGORIAN',
    },
  },
];
