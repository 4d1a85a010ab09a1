import type { CallKey, Contract } from '@krapao/contract/api/index';
import { ApiError, type CallInput, type Client } from '@krapao/contract/client';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { getToken } from './session.ts';
import { variant } from './variant.ts';

/** An answer of the specification: fields beyond it may be absent. */
// biome-ignore lint/suspicious/noExplicitAny: the specification leaves the shape of some answers open
type Plain = any;
type Fill = (answer: Plain, ask: Client, input: Plain) => unknown;

/** Providers with a login link (GAM-03). */
const AUTO_LOGIN = new Set(
  'pg betflix askmebet imi usun areaslot circus slotracha pgslot joker2 huayhd'.split(' '),
);
/** What the payment types of the specification take (DEP-10), in baht. */
const GATEWAYS: Record<string, object> = {
  WW: { presets: [100, 200, 300, 500, 1000], minimum: 100, isPage: false },
  E2P: { presets: [50, 100, 200, 500, 1000], minimum: 50, isPage: false },
};
const COLOUR = '#5b5470';

const named = (bank: Plain) => ({ nameEN: bank.nameTH, nameLA: bank.nameEN ?? bank.nameTH, ...bank });

/** The bank's code, by which the app knows whose account names are English: the registered account has only its name. */
async function bankCodeOf(account: Plain, ask: Client): Promise<string> {
  if (account.bankCode !== undefined) return account.bankCode;
  const banks = await ask('GET /api/lookup/banks').catch(() => []);
  return banks.find(({ nameTH }) => nameTH === account.bank.nameTH)?.code ?? '';
}

const wallet: Fill = async (answer, ask) => {
  // The specification does not say what a refresh answers.
  const told: Plain = answer?.wallet === undefined ? await ask('GET /api/wallet') : answer;
  if (told?.wallet === undefined) throw new ApiError('refused', 502, 'an answer without a wallet');
  const { bankAccount } = told;
  return {
    ...told,
    bankAccount: {
      bankCode: await bankCodeOf(bankAccount, ask),
      currency: 'BAHT',
      ...bankAccount,
      bank: named(bankAccount.bank),
    },
    wallet: { inTransfer: { amount: 0 }, onTheWay: [], ...told.wallet },
    slots: told.slots.map((slot: Plain) => ({
      nameTH: slot.name,
      nameLA: slot.name,
      nameEN: slot.name,
      isSeamless: false,
      isAutoLogin: AUTO_LOGIN.has(slot.code),
      updatedAt: null,
      isStale: false,
      health: null,
      healthUntil: null,
      isFavourite: false,
      playedAt: null,
      ...slot,
    })),
  };
};

const money =
  (status: 'SUCCESS' | 'PENDING'): Fill =>
  (answer, _, input) => ({ status, id: '', amount: input?.body?.amount ?? 0, ...answer });

/** The specification counts the statement alone: of the other lists the app knows whether there may be another page. */
const total = ({ page, limit }: { page: number; limit: number }, rows: readonly unknown[]) =>
  (page - 1) * limit + rows.length + (rows.length === limit ? 1 : 0);
const withIds = ({ page }: { page: number }, rows: readonly object[]) =>
  rows.map((row, index) => ({ _id: `${page}-${index}`, ...row }));

const qr: Fill = (answer) => ({
  status: answer?.hasQrcode ? 'OPEN' : 'NONE',
  ...{ qrcodeId: null, hasQrcode: false, qrcode: '', amount: 0, expireIn: 0, message: '' },
  ...answer,
});

const FILLS: Partial<Record<CallKey, Fill>> = {
  'GET /api/lookup/banks': (banks: Plain[]) =>
    banks.map((bank) => ({
      ...named(bank),
      country: bank.country ?? (variant === 'laos' ? 'LA' : 'TH'),
      colour: bank.colour ?? COLOUR,
    })),
  'GET /api/lookup/deposit': (answer) => ({
    depositMin: 1,
    ...answer,
    banks: answer.banks.map((bank: Plain) => {
      const gateway = GATEWAYS[bank.bankType];
      return { ...(gateway && { gateway }), ...bank, bank: named(bank.bank) };
    }),
    wallets: answer.wallets.map((one: Plain) => ({ walletAccountNo: '', ...one })),
  }),
  'GET /api/lookup/withdraw': (answer) => ({ isFrozen: false, ...answer }),
  'GET /api/lookup/registerOTP': (answer) => ({ opensLater: false, ...answer }),
  'GET /api/lookup/notice': (answer) => ({ notice: '', ...answer }),
  'GET /api/lookup/slip': (answer) => ({ isActive: true, uploadWithinMinutes: 60, ...answer }),
  'GET /api/account/profile': async (answer, ask) => {
    if (answer.bank !== undefined) return answer;
    const { profile, bankAccount } = (await wallet(await ask('GET /api/wallet'), ask, undefined)) as Plain;
    return { ...bankAccount, ...profile, ...answer };
  },
  'GET /api/wallet': wallet,
  'GET /api/wallet/refresh/slot': wallet,
  'GET /api/wallet/resetpassword/:slotCode': (answer, ask, { params }) =>
    answer?.password === undefined ? ask('GET /api/wallet/account/:slotCode', { params }) : answer,
  'POST /api/wallet/add': money('PENDING'),
  'POST /api/wallet/transfer': money('SUCCESS'),
  // How much the games held, the server alone knows.
  'POST /api/wallet/transferAll': (answer) => ({ status: 'SUCCESS', id: '', amount: null, ...answer }),
  'POST /api/wallet/withdraw': money('PENDING'),
  'POST /api/wallet/withdrawAll': money('PENDING'),
  'POST /api/wallet/truelink': money('PENDING'),
  'POST /api/wallet/slip': (answer) => ({
    ...{ _id: '', createdAt: new Date().toISOString(), amount: null, status: 'PENDING', note: null },
    ...{ link: null, reference: '' },
    ...answer,
  }),
  'GET /api/qrcode/:bankCode': qr,
  // It may have been created without a word of what it is.
  'POST /api/qrcode/:bankCode': async (answer, ask, { params }) =>
    qr(
      answer?.hasQrcode === undefined
        ? { ...(await ask('GET /api/qrcode/:bankCode', { params })), ...answer }
        : answer,
      ask,
      undefined,
    ),
  'DELETE /api/qrcode/:qrcodeId': qr,
  'POST /api/invite': (answer, _, { body }) => ({ total: total(body, answer.invites), ...answer }),
  'POST /api/refund': (answer, _, { body }) => ({ total: total(body, answer.refunds), ...answer }),
  'POST /api/statement': (answer, _, { body }) => ({
    ...answer,
    statements: withIds(body, answer.statements),
  }),
  'POST /api/statement/slip': (answer, _, { body }) => ({
    total: total(body, answer.slips),
    ...answer,
    slips: withIds(body, answer.slips),
  }),
  'GET /api/spinwheel/setup': (answer) => ({
    ...{ serverSeedHash: '', nonce: 0 },
    ...answer,
    activeSpinwheel: {
      ...answer.activeSpinwheel,
      slice: answer.activeSpinwheel.slice.map((slice: Plain) => ({ weight: 1, ...slice })),
    },
  }),
  'POST /api/spinwheel/spin': (answer) => ({
    prize: { type: 'untold', amount: 0, coupon: null },
    ...{ serverSeed: '', serverSeedHash: '', clientSeed: '', nonce: 0, slice: [], nextServerSeedHash: '' },
    ...answer,
  }),
  'GET /api/bonus': (bonuses: Plain[]) =>
    bonuses.map((bonus) => ({ name: bonus.code, userBonus: null, ...bonus })),
  'GET /api/bonus/check/active': (answer) => ({ progress: null, ...answer }),
  'GET /api/promotion/find/:code': (answer, _, { params }) => ({ code: params.code, ...answer }),
  'GET /api/chat/config': async (answer, ask) => ({
    ...{ unread: 0, lastMessageAt: null, isOpen: true, opensAt: null, answersWithinMinutes: null },
    userId: getToken() === null ? null : (await ask('GET /api/account/profile'))._id,
    guest: { guestId: crypto.randomUUID(), guestToken: 'none' },
    ...answer,
  }),
  // The created time, in whatever form.
  'POST /api/chat/send-message': (answer) =>
    typeof answer === 'string' || answer?._id !== undefined
      ? answer
      : (answer?.createdAt ?? new Date().toISOString()),
  'POST /api/chat/history': (messages: Plain[], _, { body }) =>
    messages.map((message, index) => ({
      _id: message.createdAt,
      clientId: null,
      // Counted back from the newest, which comes first.
      position: -1 - body.skip - index,
      isRead: true,
      ...message,
    })),
};

/** Calls that answer a list. A server may say of none that there is nothing, without a body. */
const LISTS: readonly CallKey[] = [
  'GET /api/lookup/banks',
  'GET /api/lookup/conditions',
  'GET /api/lookup/agreements',
  'GET /api/lookup/sources',
  'GET /api/invite/banners',
  'GET /api/refund/banners',
  'GET /api/spinwheel/coupon',
  'GET /api/bonus',
  'POST /api/chat/history',
];

/** The answer of a server that speaks the specification alone, with what it leaves out: nothing is known, nothing is on. */
export async function filledIn<K extends CallKey>(
  ask: Client,
  key: K,
  input: CallInput<K> | undefined,
  answer: Plain,
): Promise<ResponseOf<Contract[K]>> {
  const fill = FILLS[key];
  const told = LISTS.includes(key) && !Array.isArray(answer) ? [] : answer;
  return (fill === undefined ? told : await fill(told, ask, input)) as ResponseOf<Contract[K]>;
}
