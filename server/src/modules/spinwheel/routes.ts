import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import { bind } from '../../calls/bind.ts';
import { requestKeyOf } from '../../calls/requestKey.ts';
import type { AppContext } from '../../context.ts';
import { askBalances } from '../games/askBalances.ts';
import { claimCoupon, isBonusCoupon } from './claimCoupon.ts';
import { listCoupons } from './listCoupons.ts';
import { showWheel } from './showWheel.ts';
import { spinWheel } from './spinWheel.ts';
import { currentWheelId } from './wheel.ts';

/** The prize wheel and its coupons (SPN-01 to SPN-05). */
export function spinwheelRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, settings } = context;
  bind(app, context, 'GET /api/spinwheel/active', async () => ({
    isActive: settings.get('spinwheel').isActive && (await currentWheelId(db)) !== undefined,
  }));
  bind(app, context, 'GET /api/spinwheel/setup', async ({ session, language }) => {
    if (!settings.get('spinwheel').isActive) throw new AppError('NO_DATA', 'the prize wheel is off');
    return db.transaction().execute((trx) => showWheel(trx, session.memberId, language));
  });
  bind(app, context, 'POST /api/spinwheel/spin', ({ session, body, language, idempotencyKey }) =>
    db.transaction().execute((trx) =>
      spinWheel(
        trx,
        session.memberId,
        {
          clientSeed: body.clientSeed,
          language,
          requestKey: requestKeyOf(idempotencyKey, 'POST /api/spinwheel/spin', body),
        },
        settings.get('spinwheel'),
      ),
    ),
  );
  bind(app, context, 'GET /api/spinwheel/coupon', ({ session, language }) =>
    listCoupons(db, session.memberId, language),
  );
  bind(app, context, 'POST /api/spinwheel/coupon/claim', async ({ session, body, idempotencyKey }) => {
    const { memberId } = session;
    if (await isBonusCoupon(db, memberId, body.coupon)) await askBalances(context, memberId);
    const request = {
      code: body.coupon,
      requestKey: requestKeyOf(idempotencyKey, 'POST /api/spinwheel/coupon/claim', body),
    };
    const rules = { bonusCoupon: settings.get('bonusCoupon'), bonus: settings.get('bonus') };
    await db.transaction().execute((trx) => claimCoupon(trx, memberId, request, rules));
    return { code: 'SUCCESS' };
  });
}
