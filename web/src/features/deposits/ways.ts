import { nameIn } from '@krapao/ui/nameIn.ts';
import type { Words } from '../../i18n/words.ts';
import type { Habits } from '../../lib/habits.ts';
import { type DepositLookup, type QrChannel, qrChannels } from './channels.ts';

/** A way to deposit: a channel of QRs, a transfer to one of our accounts, or a mobile wallet. */
export type Way = { kind: 'qr'; id: string; channel: QrChannel } | { kind: 'bank' | 'wallet'; id: string };

/** The id of the way by QR at a bank or gateway. */
const qrId = (bankCode: string) => `qr ${bankCode}`;

/**
 * The ways of the site, those by QR first, and of them those in the money of the member's own bank. Transfers are always
 * among them: a slip is attached there, also while all accounts rest.
 * @param currency of the member's account
 */
export function waysOf(
  { banks, wallets }: Pick<DepositLookup, 'banks' | 'wallets'>,
  currency: string,
): Way[] {
  const isOwn = ({ bank }: QrChannel) => bank.currency === currency;
  const channels = qrChannels(banks);
  return [
    ...[...channels.filter(isOwn), ...channels.filter((channel) => !isOwn(channel))].map(
      (channel) => ({ kind: 'qr', id: qrId(channel.bank.bankCode), channel }) as const,
    ),
    { kind: 'bank', id: 'bank' },
    ...(wallets.length > 0 ? [{ kind: 'wallet', id: 'wallet' } as const] : []),
  ];
}

/** Which way is open at first: the QR that was asked for, the way of the last deposit, or the first one. */
export function wayToBegin(
  ways: readonly Way[],
  asked: string | undefined,
  habits: Pick<Habits, 'depositWay' | 'lastQr'> | undefined,
): Way | undefined {
  const last = habits?.lastQr ?? null;
  const usual = habits?.depositWay === 'qr' ? last && qrId(last.bankCode) : habits?.depositWay;
  const wanted = [asked === undefined ? null : qrId(asked), usual];
  return wanted.flatMap((id) => ways.find((way) => way.id === id) ?? [])[0] ?? ways[0];
}

/** What a way is called. A gateway has a title of its own. */
export function wayWords(way: Way, language: Parameters<typeof nameIn>[1]): Words | string {
  if (way.kind !== 'qr') return [`deposit.${way.kind}`];
  const name = nameIn(way.channel.bank.bank, language);
  return way.channel.isGateway ? name : ['deposit.qrOf', { name }];
}
