import { bahtFromSatang } from '@krapao/contract/money';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { bind } from '../../calls/bind.ts';
import { doOnce } from '../../calls/doOnce.ts';
import type { AppContext } from '../../context.ts';
import { listBanners } from '../bonus/banners.ts';
import { askBalances } from '../games/askBalances.ts';
import { checkRefund } from './checkRefund.ts';
import { receiveRefund, refundToWallet } from './receiveRefund.ts';

/** A share of what was lost (RFD-01 to RFD-03). */
export function refundRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, settings } = context;
  const rules = () => ({
    refund: settings.get('refund'),
    bonus: settings.get('bonus'),
    links: settings.get('links'),
  });

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
    checkRefund(db, session.memberId, rules(), language),
  );
  bind(app, context, 'GET /api/refund/receive', async ({ session: { memberId }, keyFor }) => {
    await doOnce(
      context,
      { memberId, requestKey: keyFor('GET /api/refund/receive') },
      { kind: 'refund', ref: '' },
      { ask: () => askBalances(context, memberId), act: (trx) => receiveRefund(trx, memberId, rules()) },
    );
    return { message: 'REFUND_SUCCESS' as const };
  });
  bind(app, context, 'GET /api/refund/addWallet', async ({ session: { memberId }, keyFor }) => {
    await doOnce(
      context,
      { memberId, requestKey: keyFor('GET /api/refund/addWallet') },
      { kind: 'refund', ref: '' },
      { act: (trx) => refundToWallet(trx, memberId, rules()) },
    );
    return { message: 'REFUND_SUCCESS' as const };
  });
  bind(app, context, 'GET /api/refund/banners', async ({ language }) =>
    (await listBanners(db, 'refund', language)).map(({ image, html }) => ({ image, html })),
  );
}
