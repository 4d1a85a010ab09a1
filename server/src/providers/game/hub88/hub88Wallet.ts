import { type KeyObject, verify } from 'node:crypto';
import type { Variant } from '@krapao/contract/variant';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { jsonOf } from '../../connections/delivery.ts';
import type { SeamlessCall, SeamlessDialect, SeamlessMove, SeamlessReading } from '../../seamlessWallet.ts';
import { UNITS_IN_SATANG } from '../hub88-transfer/hub88Api.ts';
import { jsonAnswer } from '../seamlessAnswer.ts';
import { HUB88_REFUSALS } from './hub88Answers.ts';

const Text = Type.String({ minLength: 1, maxLength: 255 });
/** Hub88 writes null for what it leaves out. */
const orNone = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const Shared = { user: Text, request_uuid: Text, token: Type.Optional(Text) };
const Named = Type.Object({ request_uuid: Text });
const Asked = Type.Object({ ...Shared, currency: Type.Optional(Type.String()) });
const Moved = Type.Object({
  ...Shared,
  transaction_uuid: Text,
  round: orNone(Text),
  round_closed: orNone(Type.Boolean()),
  reference_transaction_uuid: orNone(Text),
  is_supplier_promo: orNone(Type.Boolean()),
  // Of a rollback neither comes.
  currency: Type.Optional(Type.String()),
  amount: Type.Optional(Type.Number()),
});

const MOVES: Readonly<Record<string, SeamlessMove['verb']>> = {
  'transaction/bet': 'debit',
  'transaction/win': 'credit',
  'transaction/rollback': 'cancel',
};

/** Hub88's Wallet API: JSON, signed with Hub88's key over the raw body. */
export function hub88Wallet(key: KeyObject, { variant }: { variant: Variant }): SeamlessDialect {
  return {
    networks: [],
    read({ path, headers, body }) {
      const signature = headers['x-hub88-signature'];
      if (typeof signature !== 'string' || !verify('sha256', body, key, Buffer.from(signature, 'base64')))
        return { status: 'refused', reason: 'BAD_SIGNATURE' };
      const told = jsonOf(body);
      const verb = Object.hasOwn(MOVES, path) ? MOVES[path] : undefined;
      if (verb !== undefined)
        return Value.Check(Moved, told) ? moveOf(verb, told) : { status: 'refused', reason: 'BAD_BODY' };
      if (path !== 'user/info' && path !== 'user/balance') return { status: 'refused', reason: 'NOT_FOUND' };
      if (!Value.Check(Asked, told)) return { status: 'refused', reason: 'BAD_BODY' };
      const { user, token = null, currency = null } = told;
      const asks = path === 'user/info' ? 'session' : 'balance';
      return { status: 'call', call: { verb: asks, user, token, currency, moves: [] } };
    },
    answer({ path, body }, call, result) {
      const requestUuid = requestOf(body);
      const shared = {
        ...(call && { user: call.user }),
        ...(requestUuid !== undefined && { request_uuid: requestUuid }),
      };
      if (result.status === 'refused')
        return jsonAnswer(200, {
          ...shared,
          status: HUB88_REFUSALS[result.reason],
          ...(result.balance !== null && { currency: 'THB', balance: unitsOf(result.balance) }),
        });
      const country = variant === 'laos' ? 'LA' : 'TH';
      return jsonAnswer(200, {
        ...shared,
        status: 'RS_OK',
        currency: 'THB',
        ...(path === 'user/info' ? { country } : { balance: unitsOf(result.balance) }),
      });
    },
  };
}

function moveOf(asked: SeamlessMove['verb'], told: Static<typeof Moved>): SeamlessReading {
  const { user, token = null, currency = null, amount, transaction_uuid: id, is_supplier_promo } = told;
  const satang = asked === 'cancel' ? 0n : satangOf(amount);
  if (satang === undefined) return { status: 'refused', reason: 'BAD_AMOUNT' };
  if (asked !== 'cancel' && currency === null) return { status: 'refused', reason: 'WRONG_CURRENCY' };
  // The bet of a promotion stakes nothing and may come long after the session: as a win of nothing it needs none.
  const verb = asked === 'debit' && is_supplier_promo === true && satang === 0n ? 'credit' : asked;
  const refersTo = told.reference_transaction_uuid ?? null;
  const round = told.round ?? refersTo ?? id;
  const move = { verb, id, amount: satang, round, closesRound: told.round_closed ?? false, refersTo };
  const call: SeamlessCall = { verb: 'moves', user, token, currency, moves: [move] };
  return { status: 'call', call };
}

/** Undefined for parts of a satang, for negative amounts, and for more than JSON holds exactly. */
function satangOf(units: number | undefined): bigint | undefined {
  if (units === undefined || !Number.isSafeInteger(units) || units < 0) return undefined;
  const exact = BigInt(units);
  return exact % UNITS_IN_SATANG === 0n ? exact / UNITS_IN_SATANG : undefined;
}

const unitsOf = (satang: bigint): number => Number(satang * UNITS_IN_SATANG);

/** The answer names its request, also where the rest cannot be read. */
function requestOf(body: Buffer): string | undefined {
  const told = jsonOf(body);
  return Value.Check(Named, told) ? told.request_uuid : undefined;
}
