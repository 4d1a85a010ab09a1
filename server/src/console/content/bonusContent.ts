import { NEW_ITEM } from '@krapao/contract/contentPermissions';
import { Type } from '@krapao/contract/endpoint';
import { sql } from 'kysely';
import type { DefinitionRow } from '../../modules/bonus/bonusDefinition.ts';
import { type PackProblem, packProblems } from '../../modules/bonus/packRules.ts';
import { storedSetting } from '../../settings/settings.ts';
import { LocalizedHtml } from '../../settings/shapes.ts';
import { contentKind, type Texts } from './contentKind.ts';
import { Bps, orNull, RequiredTexts, Satang } from './fields.ts';
import { above, type Problem } from './problems.ts';
import { setPositions } from './setPositions.ts';

const PACK_FIELDS: Readonly<Record<PackProblem, string>> = {
  packTurnover: '/turnoverBps',
  packWelcome: '/condition',
};

const Bonus = Type.Object({
  code: Type.String({ pattern: '^[A-Z0-9_-]{1,40}$' }),
  offer: Type.Union([Type.Literal('list'), Type.Literal('promotion')]),
  name: RequiredTexts,
  description: LocalizedHtml,
  condition: Type.Union([Type.Literal('none'), Type.Literal('deposit'), Type.Literal('new_member')]),
  minimumDepositSatang: Type.Integer({ minimum: 0, maximum: 10_000_000_000 }),
  rewardBps: orNull(Bps),
  rewardSatang: orNull(Satang),
  rewardMaximumSatang: orNull(Satang),
  successBps: Bps,
  failBps: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  turnoverBps: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  maximumPayoutSatang: orNull(Satang),
  type: Type.Union([Type.Literal('limit'), Type.Literal('day'), Type.Literal('week')]),
  maxReceived: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  quota: orNull(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
  isActive: Type.Boolean(),
});
export type BonusDocument = Type.Static<typeof Bonus>;

const EMPTY: BonusDocument = {
  code: '',
  offer: 'promotion',
  name: { th: '', la: '', en: '' },
  description: { th: '', la: '', en: '' },
  condition: 'deposit',
  minimumDepositSatang: 100_00,
  rewardBps: 10_00,
  rewardSatang: null,
  rewardMaximumSatang: null,
  successBps: 300_00,
  failBps: 5_00,
  turnoverBps: 0,
  maximumPayoutSatang: null,
  type: 'limit',
  maxReceived: 1,
  quota: null,
  isActive: true,
};

/**
 * Bonuses and promotions. Members who received one keep its terms, which their row stores. A member who chose a
 * promotion and has not deposited yet gets the current terms.
 */
export const bonusContent = contentKind<BonusDocument>({
  schema: () => Bonus,
  fixed: async () => ['code', 'offer'],
  async list(db) {
    const bonuses = await db
      .selectFrom('bonus_definition')
      .selectAll()
      .orderBy('position')
      .orderBy('code')
      .execute();
    return bonuses.map(({ code, name, offer, is_active }) => ({
      item: code,
      name: name as Texts,
      hint: `${code} · ${offer}`,
      isActive: is_active,
    }));
  },
  async read(db, item) {
    if (item === NEW_ITEM) return EMPTY;
    const row = await db
      .selectFrom('bonus_definition')
      .selectAll()
      .where('code', '=', item)
      .executeTakeFirst();
    return row && documentOf(row);
  },
  async check(db, value, item): Promise<Problem[]> {
    const row = await db
      .selectFrom('bonus_definition')
      .select('claimed')
      .where('code', '=', value.code)
      .executeTakeFirst();
    const { quota } = value;
    // An offer that is switched off harms nobody.
    const barred = value.isActive ? packProblems(value, await storedSetting(db, 'protection')) : [];
    return [
      ...barred.map((rule) => ({ field: PACK_FIELDS[rule], rule })),
      ...(item === NEW_ITEM && row ? [{ field: '/code', rule: 'taken' }] : []),
      ...(value.rewardBps !== null && value.rewardSatang !== null
        ? [{ field: '/rewardSatang', rule: 'oneOf' }]
        : []),
      ...(value.rewardBps === null && value.rewardSatang === null
        ? [{ field: '/rewardBps', rule: 'oneOf' }]
        : []),
      ...(value.condition === 'none' && value.rewardBps !== null
        ? [{ field: '/rewardBps', rule: 'noDeposit' }]
        : []),
      ...above('/successBps', value.successBps, value.failBps, { orEqual: false }),
      ...(item !== NEW_ITEM && row && quota !== null && quota < row.claimed
        ? [{ field: '/quota', rule: 'minimum', limit: row.claimed }]
        : []),
    ];
  },
  async write(trx, value, item) {
    const row = rowOf(value);
    if (item !== NEW_ITEM) {
      await trx.updateTable('bonus_definition').set(row).where('code', '=', item).execute();
      return item;
    }
    await trx
      .insertInto('bonus_definition')
      .values({
        ...row,
        position: sql<number>`(select coalesce(max(position), 0) + 1 from bonus_definition)`,
      })
      .execute();
    return value.code;
  },
  order: (trx, items) => setPositions(trx, sql`bonus_definition`, sql`code`, items),
});

function documentOf(row: DefinitionRow): BonusDocument {
  return {
    code: row.code,
    offer: row.offer as BonusDocument['offer'],
    name: row.name as BonusDocument['name'],
    description: row.description as BonusDocument['description'],
    condition: row.condition as BonusDocument['condition'],
    minimumDepositSatang: Number(row.minimum_deposit),
    rewardBps: row.reward_bps,
    rewardSatang: numberOrNull(row.reward_amount),
    rewardMaximumSatang: numberOrNull(row.reward_maximum),
    successBps: row.success_bps,
    failBps: row.fail_bps,
    turnoverBps: row.turnover_bps,
    maximumPayoutSatang: numberOrNull(row.maximum_payout),
    type: row.type as BonusDocument['type'],
    maxReceived: row.max_received,
    quota: row.quota,
    isActive: row.is_active,
  };
}

/** The row of a document, without columns that operators do not edit. */
export function rowOf(value: BonusDocument) {
  return {
    code: value.code,
    offer: value.offer,
    name: JSON.stringify(value.name),
    description: JSON.stringify(value.description),
    condition: value.condition,
    minimum_deposit: BigInt(value.minimumDepositSatang),
    reward_bps: value.rewardBps,
    reward_amount: bigintOrNull(value.rewardSatang),
    reward_maximum: bigintOrNull(value.rewardMaximumSatang),
    success_bps: value.successBps,
    fail_bps: value.failBps,
    turnover_bps: value.turnoverBps,
    maximum_payout: bigintOrNull(value.maximumPayoutSatang),
    type: value.type,
    max_received: value.maxReceived,
    quota: value.quota,
    is_active: value.isActive,
  };
}

const numberOrNull = (amount: bigint | null) => (amount === null ? null : Number(amount));
const bigintOrNull = (amount: number | null) => (amount === null ? null : BigInt(amount));
