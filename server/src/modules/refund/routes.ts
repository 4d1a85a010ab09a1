import { bahtFromSatang } from '@krapao/contract/money';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { bind } from '../../http/bind.ts';
import { listBanners } from '../bonus/banners.ts';
import { askBalances } from '../games/askBalances.ts';
import { checkRefund } from './checkRefund.ts';
import { receiveRefund, refundToWallet } from './receiveRefund.ts';

/** A share of what was lost (RFD-01 to RFD-03). */
export function refundRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, settings } = context;
  const rules = () => ({ refund: settings.get('refund'), bonus: settings.get('bonus') });

  bind(app, context, 'POST /api/refund', async ({ session, body: { page, limit } }) => {
    const mine = db.selectFrom('refund').where('member_id', '=', session.memberId);
    const [{ total }, rows] = await Promise.all([
      mine.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow(),
      mine
        .select(['amount', 'created_at'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute(),
    ]);
    return {
      total: Number(total),
      refunds: rows.map(({ amount, created_at }) => ({
        refundAmount: bahtFromSatang(amount),
        createdAt: created_at.toISOString(),
      })),
    };
  });
  bind(app, context, 'GET /api/refund/check', ({ session, language }) =>
    checkRefund(db, session.memberId, settings.get('refund'), language),
  );
  bind(app, context, 'GET /api/refund/receive', async ({ session }) => {
    await askBalances(context, session.memberId);
    await db.transaction().execute((trx) => receiveRefund(trx, session.memberId, rules()));
    return { message: 'REFUND_SUCCESS' as const };
  });
  bind(app, context, 'GET /api/refund/addWallet', async ({ session }) => {
    await db.transaction().execute((trx) => refundToWallet(trx, session.memberId, rules()));
    return { message: 'REFUND_SUCCESS' as const };
  });
  bind(app, context, 'GET /api/refund/banners', async ({ language }) =>
    (await listBanners(db, 'refund', language)).map(({ image, html }) => ({ image, html })),
  );
}
