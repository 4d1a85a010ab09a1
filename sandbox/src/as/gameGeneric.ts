import { bahtText } from '@krapao/contract/money';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clock } from '../clock.ts';
import type { Fault, FaultMode } from '../faults/switches.ts';
import { makeLaunch } from '../games/gameSessions.ts';
import { bangkokDay, type GameTransfer } from '../games/playerBook.ts';
import { isKey } from '../http/apiKey.ts';
import { amountField, fieldsOf, textField } from '../http/fields.ts';
import { notFound, Problem } from '../http/problem.ts';
import { publicUrl } from '../http/publicUrl.ts';
import type { World } from '../world.ts';
import { GAME_MAKER_FAULT_MODES } from './gameMakers.ts';
import { rawAnswer } from './slipDialect.ts';

const HOUSE = 'game-generic';
const TARGET = `game:${HOUSE}`;
const FAULTS: readonly FaultMode[] = [
  'duplicate',
  'pendingForever',
  'wrongAmount',
  ...GAME_MAKER_FAULT_MODES,
];
const ASKING: readonly FaultMode[] = ['falseNotFound', ...GAME_MAKER_FAULT_MODES];

/** A game house that any template can describe: amounts in baht, one reference is one transfer. */
export async function gameGenericRoutes(app: FastifyInstance, world: World): Promise<void> {
  const { players, store } = world;
  const run = (
    request: FastifyRequest,
    reply: FastifyReply,
    applies: boolean,
    apply: (fault: Fault | null) => object,
  ) =>
    world.calls.run<object>(reply, {
      target: TARGET,
      applies,
      special: applies ? FAULTS : ASKING,
      apply: (fault) => {
        const raw = fault && rawAnswer(reply, fault);
        if (raw) return raw;
        if (
          !isKey(request.headers.authorization, `Bearer ${world.config.secret}`) ||
          fault?.mode === 'wrongKey'
        )
          throw new Problem(401, 'WRONG_KEY', 'The key is wrong.');
        if (fault?.mode === 'busy') throw new Problem(429, 'BUSY', 'Too many calls.');
        if (fault?.mode === 'code') throw new Problem(422, fault.code ?? 'REFUSED', 'As the switch says.');
        return apply(fault);
      },
    });

  app.get('/', (request, reply) => run(request, reply, false, () => ({ house: 'Sandbox House' })));

  app.post('/players', (request, reply) =>
    run(request, reply, true, () => {
      const player = textField(fieldsOf(request.body), 'player', 40);
      return { player, isNew: players.create(HOUSE, player, HOUSE) };
    }),
  );

  app.get<{ Params: { player: string } }>('/players/:player', (request, reply) =>
    run(request, reply, false, () => {
      const { username, balance } = players.player(HOUSE, request.params.player);
      return { player: username, balance: bahtText(balance) };
    }),
  );

  for (const [path, direction] of [
    ['/deposits', 'in'],
    ['/withdrawals', 'out'],
  ] as const)
    app.post(path, (request, reply) =>
      run(request, reply, true, (fault) => {
        const fields = fieldsOf(request.body);
        const username = textField(fields, 'player', 40);
        const id = textField(fields, 'reference', 100);
        players.player(HOUSE, username);
        return presented(
          players.move({ id, provider: HOUSE, username, direction, amount: amountField(fields) }, fault),
          fault,
        );
      }),
    );

  app.get<{ Querystring: { reference?: string } }>('/transfers', (request, reply) =>
    run(request, reply, false, (fault) => {
      if (fault?.mode === 'falseNotFound') throw notFound('There is no such transfer.');
      return presented(players.transfer(HOUSE, request.query.reference ?? ''), fault);
    }),
  );

  app.post<{ Params: { player: string } }>('/players/:player/sessions', (request, reply) =>
    run(request, reply, false, () => {
      const { username } = players.player(HOUSE, request.params.player);
      const { token } = makeLaunch(store, HOUSE, username);
      return { url: `${publicUrl(world, request)}/games/${HOUSE}/launch?token=${token}` };
    }),
  );

  app.get<{ Querystring: { day?: string } }>('/turnover', (request, reply) =>
    run(request, reply, false, () => ({
      players: players.turnover(HOUSE, request.query.day ?? bangkokDay(clock.date())).map((one) => ({
        player: one.username,
        bet: bahtText(one.stake),
        won: bahtText(one.win),
        rounds: one.rounds,
      })),
    })),
  );
}

function presented({ id, status, moved, code }: GameTransfer, fault: Fault | null) {
  const reference = fault?.mode === 'otherOrder' ? `${id.slice(0, -1)}_` : id;
  const currency = fault?.mode === 'otherCurrency' ? 'USD' : 'THB';
  return { reference, status, amount: bahtText(moved), currency, ...(code && { code }) };
}
