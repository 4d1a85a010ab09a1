import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { Satang } from '@krapao/contract/money';
import type { SeamlessMaker } from '../as/seamlessMakers.ts';
import { clock } from '../clock.ts';

/** What the house asks of a wallet. */
export interface WalletCall {
  verb: 'balance' | 'bet' | 'win' | 'cancel';
  user: string;
  token: string;
  id: string;
  round: string;
  amount: Satang;
  /** The bet that a win belongs to, or that is cancelled. */
  bet: string | null;
  closes: boolean;
}

/** What a wallet answered: `no` is certain and final, `unknown` is not. */
export interface WalletAnswer {
  status: 'ok' | 'no' | 'unknown';
  code: string;
  balance: Satang | null;
}

/** The keys of the house. */
export interface HouseKeys {
  /** RSA, in PEM. */
  privateKey: string;
  publicKey: string;
  secret: string;
}

/** A call as it goes over the wire. */
export interface WireCall {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export const newKeys = (secret: string): HouseKeys => ({
  ...generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }),
  secret,
});

interface Wire {
  write(call: WalletCall, keys: HouseKeys): WireCall;
  read(httpStatus: number, body: Record<string, unknown>): WalletAnswer;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const amountOf = (value: unknown, satangIn: number): Satang | null =>
  typeof value === 'number' ? BigInt(Math.round(value * satangIn)) : null;

const hub88: Wire = {
  write({ verb, user, token, id, round, amount, bet, closes }, { privateKey }) {
    const path = {
      balance: 'user/balance',
      bet: 'transaction/bet',
      win: 'transaction/win',
      cancel: 'transaction/rollback',
    }[verb];
    const body = JSON.stringify({
      user,
      request_uuid: randomUUID(),
      token,
      game_code: 'sandbox',
      ...(verb !== 'cancel' && { currency: 'THB' }),
      ...(verb !== 'balance' && { transaction_uuid: id, round, round_closed: closes }),
      ...(bet !== null && { reference_transaction_uuid: bet }),
      ...((verb === 'bet' || verb === 'win') && { amount: Number(amount * 1_000n) }),
    });
    const signature = sign('sha256', Buffer.from(body), privateKey).toString('base64');
    return { path, headers: { ...JSON_TYPE, 'x-hub88-signature': signature }, body };
  },
  read(_httpStatus, { status, balance }) {
    const code = String(status);
    const isNo = code.startsWith('RS_ERROR_') && code !== 'RS_ERROR_UNKNOWN';
    const kind = code === 'RS_OK' ? 'ok' : isNo ? 'no' : 'unknown';
    return { status: kind, code, balance: amountOf(balance, 0.001) };
  },
};

const slotegrator: Wire = {
  write({ verb, user, token, id, round, amount, bet, closes }, { secret }) {
    const fields = {
      action: verb === 'cancel' ? 'refund' : verb,
      player_id: user,
      currency: 'THB',
      session_id: token,
      ...(verb !== 'balance' && { transaction_id: id, round_id: round, finished: closes ? '1' : '0' }),
      ...(verb === 'cancel' && bet !== null && { bet_transaction_id: bet }),
      ...((verb === 'bet' || verb === 'win') && { amount: (Number(amount) / 100).toFixed(2) }),
    };
    const headers = {
      'X-Merchant-Id': 'krapao',
      'X-Timestamp': String(Math.floor(clock.now() / 1_000)),
      'X-Nonce': randomUUID(),
    };
    const signed = Object.entries({ ...headers, ...fields }).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const sum = createHmac('sha1', secret).update(new URLSearchParams(signed).toString()).digest('hex');
    return {
      path: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers, 'X-Sign': sum },
      body: new URLSearchParams(fields).toString(),
    };
  },
  read(_httpStatus, { error_code: code, error_description: why, balance }) {
    const isNo = code !== undefined && why !== 'TROUBLE';
    const status = isNo ? 'no' : code === undefined && balance !== undefined ? 'ok' : 'unknown';
    return { status, code: String(code ?? 'OK'), balance: amountOf(balance, 100) };
  },
};

const bgaming: Wire = {
  write({ verb, user, token, id, round, amount, bet, closes }, { secret }) {
    const action = {
      action: verb === 'cancel' ? 'rollback' : verb,
      action_id: id,
      ...(verb !== 'cancel' && { amount: Number(amount) }),
      ...(verb === 'cancel' && bet !== null && { original_action_id: bet }),
    };
    const body = JSON.stringify({
      user_id: user,
      currency: 'THB',
      game: 'sandbox:slot',
      session_id: token,
      ...(verb !== 'balance' && { game_id: round, finished: closes, actions: [action] }),
    });
    const sum = createHmac('sha256', secret).update(body).digest('hex');
    return {
      path: verb === 'cancel' ? 'rollback' : 'play',
      headers: { ...JSON_TYPE, 'x-request-sign': sum },
      body,
    };
  },
  read(httpStatus, { code, balance }) {
    const isNo = typeof code === 'number' && code !== 500;
    const status = httpStatus === 200 ? 'ok' : isNo ? 'no' : 'unknown';
    return { status, code: String(code ?? 'OK'), balance: amountOf(balance, 1) };
  },
};

/** How each maker writes to a wallet, and reads it. */
export const WIRES: Readonly<Record<SeamlessMaker, Wire>> = { hub88, slotegrator, bgaming };
