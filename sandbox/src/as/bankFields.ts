import type { MaskedParty } from '../bank/masked.ts';
import type { ToldSlip } from './slipDialect.ts';

/** ISO 4217 number of a slip's currency. */
export const currencyNumber = ({ currency }: ToldSlip) => (currency === 'LAK' ? '418' : '764');

/** Thai banks show the first letter of a surname, without stars. */
export const bankName = (displayName: string) => displayName.replace(/\*+$/, '');

/** The fields with which Thai banks answer a slip inquiry, as SlipOK, SlipMate, RDCW and SCB pass them on. */
export function bankFields(slip: ToldSlip) {
  return {
    language: 'TH',
    transRef: slip.transRef,
    sendingBank: slip.sendingBank,
    receivingBank: slip.receivingBank ?? '',
    transDate: slip.transDate,
    transTime: slip.transTime,
    sender: party(slip.sender),
    receiver: party(slip.receiver),
    amount: slip.amount,
    paidLocalAmount: slip.amount,
    paidLocalCurrency: currencyNumber(slip),
    countryCode: 'TH',
    transFeeAmount: 0,
    ref1: slip.ref1 ?? '',
    ref2: slip.ref2 ?? '',
    ref3: '',
    toMerchantId: '',
  };
}

function party({ displayName, account, proxy }: MaskedParty) {
  const shown = bankName(displayName);
  return {
    displayName: shown,
    name: /[A-Za-z]/.test(shown) ? shown : '',
    proxy: proxy ?? { type: null, value: null },
    account: account === null ? { type: '', value: '' } : { type: 'BANKAC', value: account },
  };
}
