import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Language } from '@krapao/contract/limits';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { listBanners } from './banners.ts';
import { isGiven } from './bonusDefinition.ts';
import type { Localized } from './localized.ts';

type Bonus = ResponseOf<Contract['GET /api/bonus']>[number];
export type UserBonus = ResponseOf<Contract['GET /api/bonus/activate/:code']>;

/** The bonuses on offer, with how often the member has received each (BON-03). */
export async function listBonuses(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  memberId: bigint,
  language: Language,
): Promise<Bonus[]> {
  const pack = settings.get('protection');
  const [definitions, banners, received] = await Promise.all([
    db
      .selectFrom('bonus_definition')
      .selectAll()
      .where('offer', '=', 'list')
      .where('is_active', '=', true)
      .orderBy('position')
      .orderBy('code')
      .execute(),
    listBanners(db, 'bonus', language),
    receivedBy(db, memberId),
  ]);
  return definitions
    .filter((definition) => isGiven(definition, pack))
    .map(({ code, name, type, max_received, fail_bps }) => ({
      code,
      name: (name as unknown as Localized)[language],
      type: type as Bonus['type'],
      maxReceived: max_received,
      percentFail: fail_bps / 100,
      banners: banners
        .filter((banner) => banner.bonusCode === code)
        .map(({ image, html }) => ({ image, html })),
      userBonus: received.get(code) ?? null,
    }));
}

/** What the member has received of one bonus. */
export async function presentUserBonus(db: Db | Trx, memberId: bigint, code: string): Promise<UserBonus> {
  const bonus = (await receivedBy(db, memberId, code)).get(code);
  if (bonus === undefined) throw new AppError('INTERNAL_SERVER_ERROR', `no bonus ${code} of the member`);
  return bonus;
}

async function receivedBy(db: Db | Trx, memberId: bigint, code?: string): Promise<Map<string, UserBonus>> {
  const rows = await db
    .selectFrom('member_bonus')
    .select(['id', 'code', 'state', 'created_at'])
    .where('member_id', '=', memberId)
    .where('code', 'is not', null)
    .$if(code !== undefined, (query) => query.where('code', '=', code ?? ''))
    .orderBy('id', 'desc')
    .execute();
  const byCode = new Map<string, UserBonus>();
  for (const row of rows) {
    const known = byCode.get(row.code ?? '') ?? { _id: row.id.toString(), isActive: false, received: [] };
    known.isActive ||= row.state === 'ACTIVE';
    // Time of receipt; the counts per day and week use it.
    known.received.push({ updatedAt: row.created_at.toISOString() });
    byCode.set(row.code ?? '', known);
  }
  return byCode;
}
