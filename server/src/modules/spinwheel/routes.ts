import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Language } from '@krapao/contract/limits';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import { bind } from '../../calls/bind.ts';
import { askThenMake, takeTurn } from '../../calls/keyTurn.ts';
import { madeBefore } from '../../calls/madeBefore.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { askBalances } from '../games/askBalances.ts';
import { claimCoupon, isBonusCoupon } from './claimCoupon.ts';
import { commitmentOf, lockCoins } from './commitment.ts';
import { hashSeed } from './draw.ts';
import { listCoupons } from './listCoupons.ts';
import { spinWheel } from './spinWheel.ts';
import { currentWheelId, inLanguage, readWheel } from './wheel.ts';

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
  bind(app, context, 'POST /api/spinwheel/spin', ({ session, body, language, keyFor }) =>
    db.transaction().execute((trx) =>
      spinWheel(
        trx,
        session.memberId,
        {
          clientSeed: body.clientSeed,
          language,
          requestKey: keyFor('POST /api/spinwheel/spin', body),
        },
        settings.get('spinwheel'),
      ),
    ),
  );
  bind(app, context, 'GET /api/spinwheel/coupon', ({ session, language }) =>
    listCoupons(db, session.memberId, language),
  );
  bind(app, context, 'POST /api/spinwheel/coupon/claim', async ({ session, body, keyFor }) => {
    const { memberId } = session;
    const requestKey = keyFor('POST /api/spinwheel/coupon/claim', body);
    const rules = { bonusCoupon: settings.get('bonusCoupon'), bonus: settings.get('bonus') };
    const claim = (trx: Trx) => claimCoupon(trx, memberId, { code: body.coupon, requestKey }, rules);
    if (await isBonusCoupon(db, memberId, body.coupon)) {
      const turn = await db.transaction().execute(async (trx) => {
        await madeBefore(trx, 'coupon', memberId, requestKey);
        return takeTurn(trx, context, memberId, requestKey);
      });
      await askThenMake(db, turn, { ask: () => askBalances(context, memberId), make: claim });
    } else await db.transaction().execute(claim);
    return { code: 'SUCCESS' };
  });
}

/** The wheel, the member's coins and the commitment to the next spin (SPN-01). @throws AppError NO_DATA */
async function showWheel(
  trx: Trx,
  memberId: bigint,
  language: Language,
): Promise<ResponseOf<Contract['GET /api/spinwheel/setup']>> {
  const userCoin = await lockCoins(trx, memberId);
  const { serverSeed, wheelId, nonce } = await commitmentOf(trx, memberId, 'showing');
  const { name, slices } = await readWheel(trx, wheelId);
  return {
    activeSpinwheel: {
      name: inLanguage(name, language),
      slice: slices.map(({ code, label, bg_color, text_color, weight }) => ({
        code,
        label: inLanguage(label, language),
        bgColor: bg_color,
        textColor: text_color,
        weight,
      })),
    },
    userCoin,
    serverSeedHash: hashSeed(serverSeed).toString('hex'),
    nonce,
  };
}
