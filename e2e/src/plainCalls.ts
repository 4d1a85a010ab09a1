import type { Variant } from '@krapao/contract/variant';

type Body = Record<string, unknown>;

interface PlainCall {
  method: string;
  path: RegExp;
  /** The fields that the specification's payload has. */
  fields: readonly string[];
  /**
   * An answer of undefined has no body.
   * @param last the last part of the address
   */
  answer: (body: Body, last: string) => unknown;
}

const REGISTRATION =
  'name username password sourceCode inviteCode bankCode bankAccountName bankAccountNo'.split(' ');
const PAGE = ['page', 'limit'];
const NOW = '2026-11-13T14:02:10.000Z';
const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
const BANNERS = [{ image: PICTURE, html: '<p>Banner</p>' }];
const NOTHING = () => undefined;
const QR = '<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';

const message = (text: unknown, createdAt: string) => ({
  sender: 'customer',
  message: { message_type: 'text', payload: { text } },
  createdAt,
  session_id: 's1',
  userId: '7',
  guestId: null,
});

/** A call by its key: `:name` stands for one part of the address. */
function call(key: string, answer: PlainCall['answer'], fields: readonly string[] = []): PlainCall {
  const [method = '', path = ''] = key.split(' ');
  return { method, path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`), fields, answer };
}

/** The calls of the specification, of a server with one member, as a variant has them. */
export function plainCalls(variant: Variant): readonly PlainCall[] {
  const isLaos = variant === 'laos';
  const bankName = isLaos ? 'ທະນາຄານການຄ້າຕ່າງປະເທດລາວ' : 'ธนาคารกสิกรไทย';
  const bankCode = isLaos ? 'BCEL' : 'KBANK';
  const profile = { _id: '7', username: isLaos ? '02055123456' : '0812345678', name: 'Somchai J.' };
  let amount = 1_000.13;
  let hasBonus = false;
  let qr: { amount: number } | null = null;
  const opened = new Set(['pg']);
  const messages = [message('Hello', NOW)];
  const slots = () =>
    [
      { code: 'pg', name: 'Dok Mali', category: 'slot' },
      { code: 'joker2', name: 'Naga', category: 'slot' },
      { code: 'ufa', name: 'Sport One', category: 'sport' },
      { code: 'huayhd', name: 'Huay', category: 'lotto' },
    ].map((game) => ({
      ...game,
      logo: PICTURE,
      background: PICTURE,
      isActive: opened.has(game.code),
      amount: opened.has(game.code) ? 50 : 0,
      ftWalletSlot: 1,
      web: null,
      android: null,
      ios: null,
    }));
  const wallet = () => ({
    profile: { ...profile, createdAt: NOW, coin: 3 },
    bankAccount: {
      bankAccountName: 'SOMCHAI JAIDEE',
      bankAccountNo: '1234567890',
      bank: { nameTH: bankName },
    },
    wallet: { amount },
    invite: { amount: 20, success: 5, fail: 10 },
    slots: slots(),
  });
  const qrState = () =>
    qr === null
      ? { qrcodeId: null, hasQrcode: false, qrcode: '', amount: 0, expireIn: 0, message: '' }
      : { qrcodeId: 'q1', hasQrcode: true, qrcode: QR, amount: qr.amount, expireIn: 600, message: '' };
  const bonus = (code: string) => ({
    code,
    type: 'limit',
    maxReceived: 3,
    percentFail: 10,
    banners: BANNERS,
    userBonus: null,
  });
  return [
    call('GET /api/lookup/banks', () => [
      { code: bankCode, nameTH: bankName },
      { code: 'KTB', nameTH: 'ธนาคารกรุงไทย' },
    ]),
    call('GET /api/lookup/deposit', () => ({
      banks: [
        { code: 'SCB', mode: 'AUTO', bankType: 'BANK', currency: 'BAHT' },
        { code: 'KBANK', mode: 'QR', bankType: 'BANK', currency: 'BAHT' },
        { code: 'BCEL', mode: 'QR', bankType: 'BANK', currency: isLaos ? 'LAK' : 'BAHT' },
        { code: 'WW', mode: 'QR', bankType: 'WW', currency: 'BAHT' },
      ].map(({ code, ...bank }) => ({
        bank: { nameTH: `${code} TH`, nameEN: `${code} EN` },
        bankCode: code,
        bankAccountName: 'KRAPAO CO LTD',
        bankAccountNo: '0123456789',
        ...bank,
      })),
      wallets: [
        { walletAccountName: 'KRAPAO', mode: 'AUTO' },
        { walletAccountName: 'KRAPAO', mode: 'gift' },
      ],
      isManual: false,
    })),
    call('GET /api/lookup/conditions', () => ['<p>Conditions</p>']),
    call('GET /api/lookup/agreements', () => ['<p>Agreement</p>']),
    call('GET /api/lookup/info', () => ({ name: 'Krapao', website: 'https://example.com' })),
    call('GET /api/lookup/notice', () => ({ notice: '<p>%percentFail%</p>' })),
    call('GET /api/lookup/contact', () => ({
      contactText: '<p>Contact</p>',
      lineLink: 'https://example.com/line',
      lineName: '@krapao',
      lineQR: PICTURE,
    })),
    call('GET /api/lookup/withdraw', () => ({ withdrawMin: 100, withdrawMax: 50_000 })),
    call('GET /api/lookup/slip', () => ({})),
    call('GET /api/lookup/sources', () => [{ code: 'friend', description: 'A friend' }]),
    call('GET /api/lookup/active', () => ({ terminated: false })),
    call('GET /api/lookup/registerOTP', () => ({ registerOTP: true })),
    call('GET /api/lookup/enableChatWidget', () => ({ enableChatWidget: true })),
    call('POST /api/account/validate', NOTHING, REGISTRATION),
    call('POST /api/account', NOTHING, [...REGISTRATION, 'currency']),
    call('GET /api/account/profile', () => profile),
    call('PUT /api/account/profile', () => profile, ['name', 'bankCode', 'bankAccountName', 'bankAccountNo']),
    call('PUT /api/account/bankAccountName', NOTHING, ['bankCode', 'bankAccountName']),
    call('PUT /api/account/changepwd', NOTHING, ['oldPassword', 'newPassword']),
    call('POST /api/login', () => ({ token: 'plain' }), ['username', 'password']),
    call('POST /api/otp/send', () => ({ otpRef: 'ABCD', otpToken: 't', code: 'OK' }), ['phoneNumber']),
    call('POST /api/otp/verify', () => ({ code: 'OTP_CODE_VALID' }), ['otpToken', 'otpCode']),
    call('GET /api/wallet', wallet),
    call('GET /api/wallet/refresh/slot', NOTHING),
    call('GET /api/wallet/activate/:slotCode', (_, code) => {
      opened.add(code);
      return undefined;
    }),
    call('GET /api/wallet/account/:slotCode', () => ({ username: 'km7', password: 'secret12' })),
    call('GET /api/wallet/resetpassword/:slotCode', NOTHING),
    call('POST /api/wallet/add', () => ({}), ['amount']),
    call(
      'POST /api/wallet/transfer',
      (body) => {
        amount -= Number(body.amount);
        return undefined;
      },
      ['from', 'to', 'amount'],
    ),
    call('POST /api/wallet/transferAll', NOTHING, ['to']),
    call('POST /api/wallet/withdraw', () => ({}), ['amount']),
    call('POST /api/wallet/withdrawAll', NOTHING, ['amount']),
    call('POST /api/wallet/slip', () => ({})),
    call('POST /api/wallet/truelink', NOTHING, ['link']),
    call('GET /api/qrcode/:bankCode', qrState),
    call(
      'POST /api/qrcode/:bankCode',
      (body) => {
        qr = { amount: Number(body.amount) };
        return undefined;
      },
      ['amount'],
    ),
    call('DELETE /api/qrcode/:qrcodeId', () => {
      qr = null;
      return undefined;
    }),
    call(
      'POST /api/invite',
      () => ({ invites: [{ from: { name: 'Malee' }, amount: 20, createdAt: NOW }] }),
      PAGE,
    ),
    call('GET /api/invite/bonus', () => ({ message: 'INVITE_BONUS_SUCCESS' })),
    call('GET /api/invite/banners', () => BANNERS),
    call('POST /api/refund', () => ({ refunds: [{ refundAmount: 10, createdAt: NOW }] }), PAGE),
    call('GET /api/refund/check', () => ({
      result: true,
      bonus: false,
      info: '<p>Refund</p>',
      refundAmount: 10,
      refundSuccess: 100,
      refundFail: 0,
    })),
    call('GET /api/refund/receive', () => ({ message: 'REFUND_SUCCESS' })),
    call('GET /api/refund/addWallet', () => ({})),
    call('GET /api/refund/banners', NOTHING),
    call('GET /api/spinwheel/setup', () => ({
      activeSpinwheel: {
        name: 'Wheel',
        slice: ['A', 'B', 'C', 'D'].map((code) => ({
          code,
          label: code,
          bgColor: '#222',
          textColor: '#fff',
        })),
      },
      userCoin: 3,
    })),
    call('POST /api/spinwheel/spin', () => ({ code: 'A', label: 'A', remainingCoin: 2 })),
    call('GET /api/spinwheel/coupon', NOTHING),
    call('POST /api/spinwheel/coupon/claim', () => ({}), ['coupon']),
    call('GET /api/spinwheel/active', () => ({ isActive: true })),
    call('GET /api/autoLogin/:provider/:username', () => ({ link: 'https://example.com/play' })),
    call('GET /api/autoLogin/:provider/:username/:password', () => ({ link: 'https://example.com/play' })),
    call('GET /api/bonus', () => [bonus('WELCOME'), bonus('WEEKLY')]),
    call('GET /api/bonus/activate/:code', () => {
      hasBonus = true;
      return { _id: 'u1', isActive: true, received: [] };
    }),
    call('GET /api/bonus/check/active', () => ({ status: hasBonus, type: hasBonus ? 'WELCOME' : null })),
    call('GET /api/bonus/check/minimum', () => ({})),
    call('GET /api/bonus/clear', () => {
      hasBonus = false;
      return { message: 'BONUS_CLEAR' };
    }),
    call('GET /api/promotion/current', () => ({})),
    call('GET /api/promotion/find/:code', () => ({ percentFail: 10, description: '<p>Promotion</p>' })),
    call('GET /api/promotion/activate/:code', () => ({})),
    call(
      'POST /api/statement',
      () => ({
        total: 2,
        statements: ['deposit', 'withdraw'].map((statementType) => ({
          statementType,
          status: 'SUCCESS',
          from: 'SCB',
          to: 'WALLET',
          amount: 100,
          createdAt: NOW,
        })),
      }),
      PAGE,
    ),
    call(
      'POST /api/statement/slip',
      () => ({
        slips: [
          { createdAt: NOW, amount: 100, status: 'FAILED', note: 'NOT_MATCH', link: null, reference: 'r1' },
        ],
      }),
      PAGE,
    ),
    call('GET /api/statement/slip/reference/:reference', () => ({ url: 'https://example.com/slip.png' })),
    call('GET /api/chat/config', () => ({ PREFIX: 'chat-' })),
    call(
      'POST /api/chat/send-message',
      ({ message: said }) => {
        messages.unshift(message(((said as Body).payload as Body).text, new Date().toISOString()));
        return undefined;
      },
      [
        'sender',
        'message',
        'createdAt',
        'session_id',
        'userId',
        'guestId',
        'username',
        'name',
        'deviceToken',
      ],
    ),
    call(
      'POST /api/chat/history',
      ({ skip, limit }) => messages.slice(Number(skip), Number(skip) + Number(limit)),
      ['userId', 'guestId', 'limit', 'skip'],
    ),
    call('POST /api/chat/upload-image', () => ({ path: 'p' })),
    call('POST /api/chat/upload-video', () => ({ path: 'p' })),
    call('PUT /api/chat/read-customer/', NOTHING, ['userId', 'guestId']),
  ];
}
