import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import { bind } from '../../calls/bind.ts';
import { requestKeyOf } from '../../calls/requestKey.ts';
import type { AppContext } from '../../context.ts';
import { type CashEntry, causeOf } from '../../modules/cash/cashEntry.ts';
import { act } from '../act.ts';
import { applyOrAsk } from '../approvals/applyOrAsk.ts';
import type { Cause } from '../approvals/ask.ts';
import { SecondPersonNeeded } from '../approvals/ownMoney.ts';
import { requireSatang } from '../requireSatang.ts';
import { cashReversalApproval, enterCash } from './cashApprovals.ts';
import { differencesOf } from './differences.ts';
import { listAccounts, requireAccount } from './listAccounts.ts';
import { bookFile, showBook } from './showBook.ts';

const CLOCKS_DIFFER_MS = 5 * 60_000;

/** Our own bank accounts: their day, their books, and what is entered into them. */
export function ownAccountRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;

  bind(app, context, 'GET /api/console/accounts', async () => ({ accounts: await listAccounts(db) }));
  bind(app, context, 'POST /api/console/accounts/:id/book', ({ params, body }) =>
    showBook(db, { ...params, ...body }),
  );
  bind(app, context, 'POST /api/console/accounts/:id/bookFile', ({ params, body }) =>
    bookFile(db, { ...params, ...body }),
  );
  bind(app, context, 'GET /api/console/accounts/:id/differences', ({ params }) =>
    differencesOf(db, params.id),
  );
  bind(app, context, 'POST /api/console/accounts/:id/balance', async ({ operator, ip, params, body }) => {
    const balance = requireSatang(body.balance);
    const at = new Date(body.at);
    if (at.getTime() > Date.now() + CLOCKS_DIFFER_MS) throw new AppError('CASH_PERIOD', 'in the future');
    await act(context, { operator, ip }, async (trx, recorder) => {
      const account = await requireAccount(trx, params.id);
      await trx
        .insertInto('account_balance')
        .values({ deposit_account_id: account.id, balance, at, source: 'OPERATOR', told_by: operator.id })
        .execute();
      await recorder({
        action: 'cash.balance',
        subject: `depositAccount:${account.id}`,
        after: { balance, at },
      });
    });
    return { code: 'OK' };
  });
  bind(app, context, 'POST /api/console/cash', async ({ operator, ip, body, idempotencyKey }) => {
    const { kind, from, to, reference, reason, movedAt } = body;
    const requestKey = requestKeyOf(idempotencyKey, 'cash', body);
    const entry = {
      kind,
      from: from === null ? null : BigInt(from),
      to: to === null ? null : BigInt(to),
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
