import { createPublicKey, createVerify } from 'node:crypto';
import type { Satang } from '@krapao/contract/money';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Fault, FaultMode } from '../faults/switches.ts';
import { makeLaunch } from '../games/gameSessions.ts';
import { type Fields, fieldsOf, textField } from '../http/fields.ts';
import { badRequest, Problem } from '../http/problem.ts';
import { publicUrl } from '../http/publicUrl.ts';
import type { World } from '../world.ts';
import { GAME_MAKER_FAULT_MODES } from './gameMakers.ts';
import { bodyOf, rawAnswer } from './slipDialect.ts';

const HOUSE = 'hub88';
const TARGET = `game:${HOUSE}`;
const KEYS = 'hub88Keys';
const CURRENCY = 'THB';
/** Hub88 writes hundred-thousandths; a satang is a thousand of them. */
const UNITS_IN_SATANG = 1_000n;
const FAULTS: readonly FaultMode[] = [
  'duplicate',
  'wrongAmount',
  'pendingForever',
  ...GAME_MAKER_FAULT_MODES,
];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Answer = (order: Order, fault: Fault | null) => object;
interface Order {
  body: Fields;
  user: string;
  requestUuid: string;
  /** This sandbox's address. */
  site: string;
}

/**
 * Hub88's transfer wallet: errors by HTTP status with `error`, everything else is 200 with a `status`. Requests are
 * signed with the operator's key, which `PUT /as/hub88/operator {publicKey}` sets, as in its back office.
 */
export async function hub88Routes(app: FastifyInstance, world: World): Promise<void> {
  // The signature is over the bytes that came.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, done) => done(null, text));

  app.put('/operator', async (request) => {
    const key = textField(fieldsOf(readJson(request.body)), 'publicKey', 4_000);
    try {
      createPublicKey(key);
    } catch {
      throw badRequest('publicKey must be a public key in PEM.');
    }
    world.store.put(KEYS, 'operator', key);
    return { publicKey: key };
  });

  const at = (path: string, applies: boolean, answer: Answer) =>
    app.post(path, async (request, reply) =>
      world.calls.run<object>(reply, {
        target: TARGET,
        applies,
        special: FAULTS,
        apply: (fault) => {
          const raw = fault && rawAnswer(reply, fault);
          return raw ?? answered(world, request, reply, fault, answer);
        },
      }),
    );
  const wallet = '/operator/generic/v2/transfer_wallet';
  const { players } = world;

  at(`${wallet}/create_wallet`, true, (order) => {
    players.create(HOUSE, order.user, order.requestUuid);
    return told(world, order);
  });
  at(`${wallet}/balance`, false, (order, fault) => told(world, order, fault));
  at(`${wallet}/deposit`, true, (order, fault) => moved(world, order, 'in', fault));
  at(`${wallet}/withdraw`, true, (order, fault) => moved(world, order, 'out', fault));
  at('/operator/generic/v2/game/list', false, () => [
    { name: 'Hub88', game_code: HOUSE, product: 'Sandbox', enabled: true },
  ]);
  at('/operator/generic/v2/game/url', false, ({ user, body, site }) => {
    players.player(HOUSE, user);
    if (typeof body.game_code !== 'string' || typeof body.lobby_url !== 'string')
      throw new Problem(400, 'INVALID_PARAMETERS', 'game_code and lobby_url are missing');
    const { token } = makeLaunch(world.store, HOUSE, user);
    return { url: `${site}/games/${HOUSE}/launch?token=${token}` };
  });
}

function answered(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  fault: Fault | null,
  answer: Answer,
): object {
  const text = String(request.body);
  if (!isSigned(world, text, request.headers['x-hub88-signature']) || fault?.mode === 'wrongKey')
    return failed(reply, 401, 'Invalid signature');
  if (fault?.mode === 'busy') return failed(reply, 429, 'Too many requests');
  const body = bodyOf(readJson(text));
  const requestUuid = String(body.request_uuid ?? '');
  if (fault?.mode === 'code') {
    const code = fault.code ?? '';
    return /^[45]\d\d$/.test(code)
      ? failed(reply, Number(code), 'As the switch says')
      : { status: code, request_uuid: requestUuid };
  }
  const { operator_id: operator, currency, user } = body;
  if (!Number.isSafeInteger(operator)) return failed(reply, 404, 'operator not found');
  if (currency !== undefined && currency !== CURRENCY)
    return { status: 'RS_ERROR_WRONG_CURRENCY', request_uuid: requestUuid };
  try {
    return answer({ body, user: String(user ?? ''), requestUuid, site: publicUrl(world, request) }, fault);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code === 'DUPLICATE_ID'
      ? { status: 'RS_ERROR_DUPLICATE_TRANSACTION', request_uuid: requestUuid }
      : failed(reply, error.statusCode, error.message);
  }
}

function moved(world: World, order: Order, direction: 'in' | 'out', fault: Fault | null): object {
  const { body, user, requestUuid } = order;
  const id = String(body.transaction_uuid ?? '');
  const amount = satangOf(body.amount);
  if (!UUID.test(id) || amount === null) throw new Problem(400, 'INVALID_PARAMETERS', 'invalid parameters');
  world.players.player(HOUSE, user);
  const transfer = world.players.move({ id, provider: HOUSE, username: user, direction, amount }, fault);
  if (transfer.status === 'failed') return { status: 'RS_ERROR_NOT_ENOUGH_MONEY', request_uuid: requestUuid };
  if (transfer.status === 'pending') return { status: 'RS_ERROR_UNKNOWN', request_uuid: requestUuid };
  return told(world, order, fault);
}

function told(world: World, { user, requestUuid }: Order, fault: Fault | null = null): object {
  const { balance } = world.players.player(HOUSE, user);
  return {
    user,
    status: 'RS_OK',
    request_uuid: fault?.mode === 'otherOrder' ? requestUuid.replace(/.$/, '_') : requestUuid,
    currency: fault?.mode === 'otherCurrency' ? 'EUR' : CURRENCY,
    balance: Number(balance * UNITS_IN_SATANG),
  };
}

function satangOf(amount: unknown): Satang | null {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) return null;
  return BigInt(amount) % UNITS_IN_SATANG === 0n ? BigInt(amount) / UNITS_IN_SATANG : null;
}

function failed(reply: FastifyReply, status: number, error: string): object {
  reply.code(status);
  return { error };
}

function isSigned(world: World, text: string, signature: unknown): boolean {
  const key = world.store.all<string>(KEYS).get('operator');
  if (key === undefined || typeof signature !== 'string') return false;
  return createVerify('sha256').update(text).verify(key, signature, 'base64');
}

function readJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
