import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { signedHeaders } from '../providers/game/slotegrator/signature.ts';

/** What a test wants a maker to ask. Amounts in satang; a text is sent as it is. */
export interface MakersCall {
  verb: 'session' | 'balance' | 'debit' | 'credit' | 'cancel' | 'together';
  user: string;
  token?: string | undefined;
  id?: string;
  amount?: bigint | string | number;
  round?: string;
  closes?: boolean;
  refersTo?: string;
  currency?: string;
  /** Of `together`: a bet and its win in one message. */
  win?: { id: string; amount: bigint };
}

/** A call as it goes over the wire. */
export interface Wire {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** What came back, in our words. */
export interface Told {
  httpStatus: number;
  /** `OK`, or the maker's code of the refusal. */
  code: string;
  /** Satang; undefined where the answer names none. */
  balance: bigint | undefined;
}

interface HowSigned {
  at?: number;
  key?: 'right' | 'wrong';
}

export interface Maker {
  driver: string;
  config: Record<string, string>;
  secrets: Record<string, string>;
  write(call: MakersCall, how?: HowSigned): Wire;
  /** The headers of a body, whatever it holds. */
  sign(body: string | Buffer, how?: HowSigned): Record<string, string>;
  read(httpStatus: number, body: string): Told;
}

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const theirs = pair();
const ours = pair();
const stranger = pair();
const SECRET = 'key-of-a-seamless-house';

const numberOf = (amount: MakersCall['amount'], unit: (satang: bigint) => number) =>
  typeof amount === 'bigint' ? unit(amount) : amount;

const hub88: Maker = {
  driver: 'hub88',
  config: { operatorId: '7', subPartnerId: 'krapao', currency: 'THB', publicKey: theirs.publicKey },
  secrets: { privateKey: ours.privateKey },
  write({ verb, user, token, id, amount, round, closes, refersTo, currency = 'THB' }, how) {
    const path = {
      session: 'user/info',
      balance: 'user/balance',
      debit: 'transaction/bet',
      credit: 'transaction/win',
      cancel: 'transaction/rollback',
      together: 'transaction/together',
    }[verb];
    const isMove = path.startsWith('transaction');
    const body = JSON.stringify({
      user,
      request_uuid: randomUUID(),
      token,
      ...(isMove && { transaction_uuid: id, round, round_closed: closes ?? false }),
      ...(refersTo !== undefined && { reference_transaction_uuid: refersTo }),
      ...(verb !== 'cancel' && { currency }),
      ...(amount !== undefined && { amount: numberOf(amount, (satang) => Number(satang) * 1_000) }),
    });
    return { path, headers: hub88.sign(body, how), body };
  },
  sign(body, { key = 'right' } = {}) {
    const { privateKey } = key === 'right' ? theirs : stranger;
    const signature = sign('sha256', Buffer.from(body), privateKey).toString('base64');
    return { 'content-type': 'application/json', 'x-hub88-signature': signature };
  },
  read(httpStatus, body) {
    const { status, balance } = JSON.parse(body) as { status: string; balance?: number };
    return {
      httpStatus,
      code: status === 'RS_OK' ? 'OK' : status,
      balance: balance === undefined ? undefined : BigInt(balance) / 1_000n,
    };
  },
};

const slotegrator: Maker = {
  driver: 'slotegrator',
  config: { merchantId: 'krapao', currency: 'THB' },
  secrets: { secretKey: SECRET },
  write({ verb, user, token, id, amount, round, closes, refersTo, currency = 'THB' }, how) {
    const action = {
      session: 'balance',
      balance: 'balance',
      debit: 'bet',
      credit: 'win',
      cancel: 'refund',
      together: 'together',
    }[verb];
    const fields = Object.entries({
      action,
      player_id: user,
      currency,
      session_id: token,
      transaction_id: id,
      round_id: round,
      finished: closes === undefined ? undefined : closes ? '1' : '0',
      bet_transaction_id: verb === 'cancel' ? refersTo : undefined,
      amount: amount === undefined ? undefined : String(numberOf(amount, (satang) => Number(satang) / 100)),
    }).filter((field): field is [string, string] => field[1] !== undefined);
    const body = new URLSearchParams(fields).toString();
    return { path: '', headers: slotegrator.sign(body, how), body };
  },
  sign(body, { at = Date.now(), key = 'right' } = {}) {
    const keys = { merchantId: 'krapao', secretKey: key === 'right' ? SECRET : 'another key' };
    const fields = [...new URLSearchParams(body.toString())];
    const signed = signedHeaders(keys, fields, { seconds: Math.floor(at / 1_000), nonce: randomUUID() });
    return { 'content-type': 'application/x-www-form-urlencoded', ...signed };
  },
  read(httpStatus, body) {
    const told = JSON.parse(body) as { error_code?: string; error_description?: string; balance?: number };
    return {
      httpStatus,
      code: told.error_code === undefined ? 'OK' : `${told.error_code} ${told.error_description}`,
      balance: told.balance === undefined ? undefined : BigInt(Math.round(told.balance * 100)),
    };
  },
};

const bgaming: Maker = {
  driver: 'bgaming',
  config: { clientId: 'krapao', currency: 'THB' },
  secrets: { secretKey: SECRET },
  write({ verb, user, token, id, amount, round, closes, refersTo, currency = 'THB', win }, how) {
    const isMove = verb !== 'session' && verb !== 'balance';
    const action = verb === 'credit' ? 'win' : verb === 'cancel' ? 'rollback' : 'bet';
    const sum = numberOf(amount, Number);
    const first = { action, action_id: id, amount: sum, original_action_id: refersTo };
    const body = JSON.stringify({
      user_id: user,
      currency,
      game: 'sandbox:slot',
      game_id: round,
      session_id: token,
      finished: closes ?? false,
      ...(isMove && {
        actions: [first, ...(win ? [{ action: 'win', action_id: win.id, amount: Number(win.amount) }] : [])],
      }),
    });
    return { path: verb === 'cancel' ? 'rollback' : 'play', headers: bgaming.sign(body, how), body };
  },
  sign(body, { key = 'right' } = {}) {
    const secret = key === 'right' ? SECRET : 'another key';
    const sum = createHmac('sha256', secret).update(body).digest('hex');
    return { 'content-type': 'application/json', 'x-request-sign': sum };
  },
  read(httpStatus, body) {
    const told = JSON.parse(body) as { code?: number; balance?: number };
    return {
      httpStatus,
      code: told.code === undefined ? 'OK' : String(told.code),
      balance: told.balance === undefined ? undefined : BigInt(told.balance),
    };
  },
};

/** Makers of seamless games as they call us. */
export const MAKERS = { hub88, slotegrator, bgaming } as const;
export type MakerName = keyof typeof MAKERS;
/** What a house of the sandbox needs to sign as Hub88. */
export const HUB88_KEYS = { theirs, ours };

/** What each maker is told of a refusal. */
export const SAID = {
  notEnough: {
    hub88: 'RS_ERROR_NOT_ENOUGH_MONEY',
    slotegrator: 'INSUFFICIENT_FUNDS NOT_ENOUGH',
    bgaming: '100',
  },
  conflict: {
    hub88: 'RS_ERROR_DUPLICATE_TRANSACTION',
    slotegrator: 'INTERNAL_ERROR CONFLICT',
    bgaming: '155',
  },
  cancelled: {
    hub88: 'RS_ERROR_TRANSACTION_ROLLED_BACK',
    slotegrator: 'INTERNAL_ERROR CANCELLED',
    bgaming: '155',
  },
  closed: { hub88: 'RS_ERROR_USER_DISABLED', slotegrator: 'INTERNAL_ERROR CLOSED', bgaming: '110' },
  limit: { hub88: 'RS_ERROR_LIMIT_REACHED', slotegrator: 'INTERNAL_ERROR LIMIT', bgaming: '105' },
  session: { hub88: 'RS_ERROR_TOKEN_EXPIRED', slotegrator: 'INTERNAL_ERROR NO_SESSION', bgaming: '101' },
} as const;
