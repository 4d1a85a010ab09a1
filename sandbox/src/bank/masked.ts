import { splitTitles } from '@krapao/contract/nameTitles';
import type { Receiver } from './receiver.ts';

/** One side of a transfer as a bank shows it to others. */
export interface MaskedParty {
  displayName: string;
  account: string | null;
  proxy: { type: 'MSISDN' | 'NATID' | 'EWALLETID' | 'BILLERID' | 'LAOQR'; value: string } | null;
}

/** `1234531090` as `xxx-x-x3109-x`: of the digits, only the four before the last one are visible. */
function maskAccount(accountNo: string): string {
  const shown = accountNo.slice(-5, -1);
  if (accountNo.length === 10) return `xxx-x-x${shown}-x`;
  return `${'x'.repeat(Math.max(accountNo.length - 5, 0))}${shown}x`;
}

/** `SOMCHAI JAIDEE` as `SOMCHAI J***`, with its titles. */
function maskName(name: string): string {
  const { titles, rest } = splitTitles(name.trim());
  const [first = '', ...others] = rest.split(/\s+/);
  const last = others.at(-1);
  return titles + (last ? `${first} ${[...last][0]}***` : first);
}

export function maskSender(accountNo: string, accountName: string): MaskedParty {
  return { displayName: maskName(accountName), account: maskAccount(accountNo), proxy: null };
}

export function maskReceiver(receiver: Receiver, accountName: string): MaskedParty {
  const displayName = maskName(accountName);
  switch (receiver.type) {
    case 'account':
      return { displayName, account: maskAccount(receiver.accountNo), proxy: null };
    case 'promptpay':
      return {
        displayName,
        account: null,
        proxy: { type: receiver.proxyType, value: maskProxy(receiver.id) },
      };
    case 'biller':
      return { displayName, account: null, proxy: { type: 'BILLERID', value: receiver.billerId } };
    case 'laoqr':
      return { displayName, account: null, proxy: { type: 'LAOQR', value: maskProxy(receiver.receiverId) } };
    case 'onepay':
      return { displayName, account: null, proxy: { type: 'LAOQR', value: maskProxy(receiver.merchantId) } };
  }
}

/** `0812345678` as `xxx-xxx-5678`; longer ids also show their last four digits. */
function maskProxy(id: string): string {
  return id.length === 10
    ? `xxx-xxx-${id.slice(-4)}`
    : `${'x'.repeat(Math.max(id.length - 4, 0))}${id.slice(-4)}`;
}
