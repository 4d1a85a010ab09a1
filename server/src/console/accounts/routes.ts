import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import { requestKeyOf } from '../../calls/requestKey.ts';
import type { AppContext } from '../../context.ts';
import { type CashEntry, causeOf } from '../../modules/cash/cashEntry.ts';
import { gatewayTitles } from '../../modules/lookup/lookupRows.ts';
import { act, actorName } from '../act.ts';
import { applyOrAsk } from '../approvals/applyOrAsk.ts';
import type { Cause } from '../approvals/ask.ts';
import { SecondPersonNeeded } from '../approvals/ownMoney.ts';
import { requireSatang } from '../requireSatang.ts';
import { cashReversalApproval, enterCash } from './cashApprovals.ts';
import { dayOfPlace } from './dayOfPlace.ts';
import { differencesOf } from './differences.ts';
import { differencesByDay } from './differencesByDay.ts';
import { inSnapshot, listAccounts } from './listAccounts.ts';
import { requirePlace } from './places.ts';
import { bookFile, showBook } from './showBook.ts';
import { explainDifference, tellBalance } from './tellBalance.ts';
import { unknownPayoutRows, unknownPayouts } from './unknownPayouts.ts';
import { listUsedAgain } from './usedAgain.ts';

/** Our own money: bank accounts with their day and books, what is entered into them, and what every place told. */
export function ownAccountRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, readers } = context;

  bind(app, context, 'GET /api/console/accounts', () =>
    inSnapshot(db, async (trx) => ({
      accounts: await listAccounts(trx),
      unknownPayouts: await unknownPayouts(trx),
    })),
  );
  bind(app, context, 'POST /api/console/accounts/unknownPayouts', ({ body }) =>
    readers.read((from) => unknownPayoutRows(from, body)),
  );
  bind(app, context, 'GET /api/console/accounts/usedAgain', ({ query }) => listUsedAgain(db, query.after));
  bind(app, context, 'POST /api/console/accounts/:id/book', ({ params, body }) =>
    readers.read((from) => showBook(from, { ...params, ...body })),
  );
  bind(
    app,
    context,
    'POST /api/console/accounts/:id/bookFile',
    async ({ operator, ip, params, body, language }) => {
      const file = await readers.read((from) => bookFile(from, { ...params, ...body }, language));
      await act(context, { operator, ip }, (_, recorder) =>
        recorder({ action: 'cash.export', subject: `depositAccount:${params.id}`, after: body }),
      );
      return file;
    },
  );
  bind(app, context, 'GET /api/console/accounts/:id/differences', ({ params }) =>
    differencesOf(db, params.id),
  );
  bind(app, context, 'POST /api/console/accounts/days', ({ body, language }) =>
    readers.read((from) =>
      inSnapshot(from, (trx) => differencesByDay(trx, body, gatewayTitles(context, language))),
    ),
  );
  bind(app, context, 'POST /api/console/accounts/:id/day', ({ params, body, language }) =>
    readers.read((from) => dayOfPlace(from, { ...params, ...body }, gatewayTitles(context, language))),
  );
  bind(
    app,
    context,
    'POST /api/console/accounts/:id/balance',
    async ({ operator, ip, params, body, language }) => {
      const balance = requireSatang(body.balance);
      await act(context, { operator, ip }, async (trx, recorder) => {
        const place = await requirePlace(trx, params.id, gatewayTitles(context, language));
        const counted = { balance, at: new Date(body.at), note: body.note, operatorId: operator.id };
        await tellBalance(trx, recorder, place, counted);
      });
      return { code: 'OK' };
    },
  );
  bind(
    app,
    context,
    'POST /api/console/accounts/:id/explain',
    async ({ operator, ip, params, body, language }) => {
      const difference = requireSatang(body.difference);
      await act(context, { operator, ip }, async (trx, recorder) => {
        const place = await requirePlace(trx, params.id, gatewayTitles(context, language));
        const decision = { operator: actorName({ operator }), reason: body.reason };
        await explainDifference(trx, recorder, place, { day: body.day, difference, decision });
      });
      return { code: 'OK' };
    },
  );
  bind(app, context, 'POST /api/console/cash', async ({ operator, ip, body, idempotencyKey }) => {
    const { kind, from, to, counterpart = null, reference, reason, movedAt } = body;
    const requestKey = requestKeyOf(idempotencyKey, 'cash', body);
    const entry = {
      kind,
      from: from === null ? null : BigInt(from),
      to: to === null ? null : BigInt(to),
      counterpart,
      amount: requireSatang(body.amount),
      fee: requireSatang(body.fee),
      reference: reference.trim(),
      reason,
      movedAt: new Date(movedAt),
    };
    const enter = (cause?: Cause) =>
      act(context, { operator, ip }, async (trx, recorder) => {
        const request = { entry, requestKey, ...(cause && { cause }) };
        const entered = await enterCash(trx, recorder, { operator, ip }, request, context);
        return { entry: presentEntry(entered.entry), waits: entered.waits };
      });
    return enter().catch((error: unknown) => {
      if (error instanceof SecondPersonNeeded) return enter(error.why);
      throw error;
    });
  });
  bind(app, context, 'POST /api/console/cash/:id/reverse', async ({ operator, ip, params, body }) => {
    const waits = await applyOrAsk(context, { operator, ip }, cashReversalApproval, {
      subject: causeOf(params.id),
      payload: { entryId: params.id },
      reason: body.reason,
    });
    return { code: 'OK', waits };
  });
}

const presentEntry = ({ id, kind, state, reversed_at }: CashEntry) => ({
  id: String(id),
  kind,
  state: state as 'PENDING' | 'APPLIED' | 'REJECTED',
  isReversed: reversed_at !== null,
});
