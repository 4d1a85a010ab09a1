import { bahtFromSatang } from '@krapao/contract/money';
import type { FastifyInstance } from 'fastify';
import { amountField, amountOrZeroField, fieldsOf, textField } from '../http/fields.ts';
import { badRequest } from '../http/problem.ts';
import type { World } from '../world.ts';
import { knownProvider } from './providerRoutes.ts';

/** Rounds with a chosen result, and late results of pending transfers, for tests and the pages. */
export async function roundRoutes(app: FastifyInstance, world: World): Promise<void> {
  app.post<{ Params: { provider: string } }>('/games/:provider/rounds', async (request) => {
    const { code } = knownProvider(request.params.provider);
    const fields = fieldsOf(request.body);
    const stake = amountField(fields, 'stake');
    const win = amountOrZeroField(fields, 'win');
    const player = world.players.round(code, textField(fields, 'username', 40), stake, win);
    return { balance: bahtFromSatang(player.balance) };
  });

  app.post<{ Params: { provider: string; id: string } }>(
    '/games/:provider/transfers/:id/settle',
    async (request) => {
      const { code } = knownProvider(request.params.provider);
      const status = fieldsOf(request.body).status;
      if (status !== 'success' && status !== 'failed') throw badRequest('status must be success or failed.');
      return { status: world.players.settle(code, request.params.id, status).status };
    },
  );
}
