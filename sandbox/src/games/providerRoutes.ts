import { bahtText } from '@krapao/contract/money';
import type { FastifyInstance } from 'fastify';
import { clock } from '../clock.ts';
import { requireApiKey } from '../http/apiKey.ts';
import { amountField, fieldsOf, textField } from '../http/fields.ts';
import { badRequest, notFound, Problem } from '../http/problem.ts';
import { publicUrl } from '../http/publicUrl.ts';
import type { World } from '../world.ts';
import { endSessions, makeLaunch } from './gameSessions.ts';
import { bangkokDay, type GameTransfer, insufficient } from './playerBook.ts';
import { type ProviderFacts, providerByCode } from './providers.ts';
import { makeViewstate } from './viewstate.ts';

interface OfProvider {
  provider: string;
}
interface OfPlayer extends OfProvider {
  username: string;
}
interface OfTransfer extends OfProvider {
  id: string;
}

const USERNAME = /^[A-Za-z0-9_.-]{3,40}$/;

/** The transfer-wallet API of every provider, only for the server. */
export async function providerRoutes(app: FastifyInstance, world: World): Promise<void> {
  const { players, calls, store, config } = world;
  app.addHook('preHandler', requireApiKey(config.secret));

  app.put<{ Params: OfPlayer }>('/providers/:provider/players/:username', async (request, reply) => {
    const { code } = knownProvider(request.params.provider);
    const { username } = request.params;
    if (!USERNAME.test(username)) throw badRequest('username must be 3 to 40 letters, digits or . _ -');
    const password = textField(fieldsOf(request.body), 'password', 100);
    return calls.run(reply, {
      target: `game:${code}`,
      applies: true,
      apply: () => ({ username, created: players.create(code, username, password) }),
    });
  });

  app.put<{ Params: OfPlayer }>('/providers/:provider/players/:username/password', async (request, reply) => {
    const { code } = knownProvider(request.params.provider);
    const password = textField(fieldsOf(request.body), 'password', 100);
    return calls.run(reply, {
      target: `game:${code}`,
      applies: true,
      apply: () => {
        players.setPassword(code, request.params.username, password);
        return { username: request.params.username };
      },
    });
  });

  app.get<{ Params: OfPlayer }>('/providers/:provider/players/:username/balance', async (request, reply) => {
    const { code } = knownProvider(request.params.provider);
    return calls.run(reply, {
      target: `game:${code}`,
      applies: false,
      apply: () => {
        const { username, balance } = players.player(code, request.params.username);
        return { username, available: bahtText(balance), inPlay: '0.00' };
      },
    });
  });

  app.post<{ Params: OfProvider }>('/providers/:provider/transfers', async (request, reply) => {
    const { code } = knownProvider(request.params.provider);
    const fields = fieldsOf(request.body);
    const direction = fields.direction;
    if (direction !== 'in' && direction !== 'out') throw badRequest('direction must be in or out.');
    const order = {
      id: textField(fields, 'id', 100),
      provider: code,
      username: textField(fields, 'username', 40),
      direction,
      amount: amountField(fields),
    } as const;
    players.noteOwner(code, order.id, order.username);
    return calls.run(reply, {
      target: `game:${code}`,
      applies: true,
      special: ['duplicate', 'pendingForever', 'wrongAmount'],
      apply: (fault) => {
        players.player(code, order.username);
        const transfer = players.move(order, fault);
        if (transfer.code === 'INSUFFICIENT_BALANCE') throw insufficient();
        return presented(transfer);
      },
    });
  });

  app.get<{ Params: OfTransfer }>('/providers/:provider/transfers/:id', async (request, reply) => {
    const { code } = knownProvider(request.params.provider);
    return calls.run(reply, {
      target: `game:${code}`,
      applies: false,
      special: ['falseNotFound'],
      about: players.ownerOf(code, request.params.id),
      apply: (fault) => {
        if (fault?.mode === 'falseNotFound') throw notFound('There is no such transfer.');
        return presented(players.transfer(code, request.params.id));
      },
    });
  });

  app.post<{ Params: OfPlayer }>('/providers/:provider/players/:username/launch', async (request, reply) => {
    const { code } = knownProvider(request.params.provider);
    return calls.run(reply, {
      target: `game:${code}`,
      applies: false,
      apply: () => {
        const { username } = players.player(code, request.params.username);
        const { token, expiresAt } = makeLaunch(store, code, username);
        return { url: `${publicUrl(world, request)}/games/${code}/launch?token=${token}`, expiresAt };
      },
    });
  });

  app.post<{ Params: OfPlayer }>('/providers/:provider/players/:username/kick', async (request, reply) => {
    const { code } = knownProvider(request.params.provider);
    return calls.run(reply, {
      target: `game:${code}`,
      applies: true,
      apply: () => {
        const { username } = players.player(code, request.params.username);
        endSessions(store, code, username);
        return { username };
      },
    });
  });

  app.get<{ Params: OfProvider }>('/providers/:provider/login-form', async (request, reply) => {
    const { code, formLogin } = knownProvider(request.params.provider);
    if (!formLogin) throw new Problem(404, 'NO_LOGIN_FORM', 'This provider has no login form.');
    return calls.run(reply, {
      target: `game:${code}`,
      applies: false,
      apply: () => ({
        action: `${publicUrl(world, request)}/games/${code}/login`,
        fields: makeViewstate(config.secret, code),
      }),
    });
  });

  app.get<{ Params: OfProvider; Querystring: { day?: string } }>(
    '/providers/:provider/turnover',
    async (request, reply) => {
      const { code } = knownProvider(request.params.provider);
      const day = request.query.day ?? bangkokDay(clock.date());
      if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw badRequest('day must be YYYY-MM-DD.');
      return calls.run(reply, {
        target: `game:${code}`,
        applies: false,
        apply: () => ({
          day,
          players: players
            .turnover(code, day)
            .map((one) => ({ ...one, stake: bahtText(one.stake), win: bahtText(one.win) })),
        }),
      });
    },
  );
}

/** Throws Problem 404 for a provider that does not exist. */
export function knownProvider(code: string): ProviderFacts {
  const provider = providerByCode(code);
  if (provider) return provider;
  throw notFound(`There is no game provider ${code}.`);
}

function presented(transfer: GameTransfer) {
  const { id, username, direction, status, moved, code } = transfer;
  return { id, username, direction, status, amount: bahtText(moved), ...(code && { code }) };
}
