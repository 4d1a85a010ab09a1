import { bahtFromSatang } from '@krapao/contract/money';
import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import { doOnce } from '../../calls/doOnce.ts';
import type { AppContext } from '../../context.ts';
import { askBalances } from '../games/askBalances.ts';
import { activateBonus } from './activateBonus.ts';
import { cancelBonus } from './cancelBonus.ts';
import { listBonuses } from './listBonuses.ts';
import { activatePromotion, currentPromotion, findPromotion } from './promotionChoice.ts';
import { showProgress } from './showProgress.ts';

/** Bonuses and promotions (BON-01 to BON-07). */
export function bonusRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, settings } = context;
  bind(app, context, 'GET /api/bonus', ({ session, language }) =>
    listBonuses(context, session.memberId, language),
  );
  bind(app, context, 'GET /api/bonus/activate/:code', ({ session, params: { code }, keyFor }) =>
    activateBonus(context, session.memberId, code, keyFor('GET /api/bonus/activate', code)),
  );
  bind(app, context, 'GET /api/bonus/check/active', ({ session, language }) =>
    showProgress(db, session.memberId, language),
  );
  bind(app, context, 'GET /api/bonus/check/minimum', async () => {
    const { least } = await db
      .selectFrom('bonus_definition')
      .select((select) => select.fn.min('minimum_deposit').as('least'))
      .where('offer', '=', 'list')
      .where('is_active', '=', true)
      .where('condition', '<>', 'none')
      .$if(settings.get('protection').noWelcomeBonus.isOn, (query) =>
        query.where('condition', '<>', 'new_member'),
      )
      .executeTakeFirstOrThrow();
    return { minimum: bahtFromSatang(least ?? 0n) };
  });
  bind(app, context, 'GET /api/bonus/clear', async ({ session: { memberId }, keyFor }) => {
    const requestKey = keyFor('GET /api/bonus/clear');
    await doOnce(
      context,
      { memberId, requestKey },
      { kind: 'bonus_end', ref: '' },
      { ask: () => askBalances(context, memberId), act: (trx) => cancelBonus(trx, memberId) },
    );
    return { message: 'BONUS_CLEAR' as const };
  });
  bind(app, context, 'GET /api/promotion/current', ({ session }) => currentPromotion(db, session.memberId));
  bind(app, context, 'GET /api/promotion/find/:code', ({ session, params, language }) =>
    findPromotion(context, session.memberId, params.code, language),
  );
  bind(app, context, 'GET /api/promotion/activate/:code', async ({ session, params: { code }, keyFor }) => {
    const requestKey = keyFor('GET /api/promotion/activate', code);
    await activatePromotion(context, session.memberId, code, requestKey);
    return { message: 'SUCCESS' as const };
  });
}
