import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import { gatewayTitles } from '../../modules/lookup/lookupRows.ts';
import { requireAccount } from '../accounts/listAccounts.ts';
import { act } from '../act.ts';
import { decide } from '../queues/decide.ts';
import { explainEvening } from './evenings.ts';
import { showClientMoney } from './showClientMoney.ts';

/** Members' money apart from the house's: accounts set aside for it, and whether they hold what is owed. */
export function clientMoneyRoutes(app: FastifyInstance, context: AppContext): void {
  const { readers, settings } = context;

  bind(app, context, 'GET /api/console/clientMoney', ({ language }) =>
    readers.read((from) =>
      showClientMoney(from, settings.get('kip').attForBaht, gatewayTitles(context, language)),
    ),
  );
  bind(
    app,
    context,
    'PUT /api/console/accounts/:id/clientMoney',
    async ({ operator, ip, params, body: { isClientMoney, reason } }) => {
      await act(context, { operator, ip }, async (trx, recorder) => {
        const account = await requireAccount(trx, params.id);
        const was = account.client_money_since;
        await trx
          .updateTable('deposit_account')
          .set({ client_money_since: isClientMoney ? (was ?? clock.date()) : null })
          .where('id', '=', account.id)
          .execute();
        await recorder({
          action: 'cash.clientMoney',
          subject: `depositAccount:${account.id}`,
          before: { isClientMoney: was !== null },
          after: { isClientMoney },
          reason,
        });
      });
      return { code: 'OK' };
    },
  );
  bind(app, context, 'POST /api/console/clientMoney/:id/explain', (call) =>
    decide(context, call, 'clientMoney', async (trx, { recorder, decision }) => {
      await explainEvening(trx, BigInt(call.params.id), decision);
      await recorder({
        action: 'cash.explainEvening',
        subject: `clientMoney:${call.params.id}`,
        reason: decision.reason,
      });
    }),
  );
}
