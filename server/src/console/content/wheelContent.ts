import { Type } from '@krapao/contract/endpoint';
import { currentWheelId, readWheel, type SliceRow } from '../../modules/spinwheel/wheel.ts';
import { LocalizedHtml } from '../../settings/shapes.ts';
import { contentKind, type Texts } from './contentKind.ts';
import { Colour, RequiredTexts } from './fields.ts';
import { type Problem, repeated } from './problems.ts';
import { spinCost } from './spinCost.ts';

const Coupon = Type.Union([Type.Literal('money'), Type.Literal('bonus'), Type.Null()]);

const Slice = Type.Object({
  code: Type.String({ pattern: '^[A-Z0-9_]{1,40}$' }),
  weight: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  prize: Type.Enum(['nothing', 'coins', 'money', 'coupon']),
  amountSatang: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  coins: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  couponType: Coupon,
  label: RequiredTexts,
  name: RequiredTexts,
  description: LocalizedHtml,
  bgColor: Colour,
  textColor: Colour,
});
const Wheel = Type.Object({
  name: RequiredTexts,
  slices: Type.Array(Slice, { minItems: 2, maxItems: 24 }),
});
export type WheelSlice = Type.Static<typeof Slice>;
export type WheelDocument = Type.Static<typeof Wheel>;

const CURRENT = 'current';
const NOTHING: WheelDocument = { name: { th: '', la: '', en: '' }, slices: [] };

/**
 * The prize wheel. A used wheel never changes: publishing creates a new wheel, and members are shown the newest one. A
 * member who was shown the previous one can spin it once more, as promised.
 */
export const wheelContent = contentKind<WheelDocument>({
  schema: () => Wheel,
  fixed: async () => [],
  async list(db) {
    const id = await currentWheelId(db);
    const wheel = id === undefined ? undefined : await readWheel(db, id);
    return [
      {
        item: CURRENT,
        name: (wheel?.name ?? null) as Texts | null,
        hint: String(wheel?.slices.length ?? 0),
        isActive: null,
      },
    ];
  },
  async read(db, item) {
    if (item !== CURRENT) return undefined;
    const id = await currentWheelId(db);
    if (id === undefined) return NOTHING;
    const { name, slices } = await readWheel(db, id);
    return { name: name as Texts, slices: slices.map(sliceOf) };
  },
  async check(_db, { slices }): Promise<Problem[]> {
    const problems = slices.flatMap(({ prize, amountSatang, coins, couponType }, index) => [
      ...amountProblems(`/slices/${index}/amountSatang`, amountSatang, ['money', 'coupon'].includes(prize)),
      ...amountProblems(`/slices/${index}/coins`, coins, prize === 'coins'),
      ...((prize === 'coupon') === (couponType !== null)
        ? []
        : [
            {
              field: `/slices/${index}/couponType`,
              rule: prize === 'coupon' ? 'required' : 'notHere',
            },
          ]),
    ]);
    return [
      ...problems,
      ...repeated(
        slices.map(({ code }) => code),
        (index) => `/slices/${index}/code`,
      ),
      ...(spinCost(slices) === undefined ? [{ field: '/slices', rule: 'neverEnds' }] : []),
    ];
  },
  async write(trx, { name, slices }, item) {
    const wheel = await trx
      .insertInto('prize_wheel')
      .values({ code: crypto.randomUUID(), name: JSON.stringify(name) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('prize_slice')
      .values(
        slices.map((slice, position) => ({
          wheel_id: wheel.id,
          position,
          code: slice.code,
          label: JSON.stringify(slice.label),
          name: JSON.stringify(slice.name),
          description: JSON.stringify(slice.description),
          bg_color: slice.bgColor,
          text_color: slice.textColor,
          weight: slice.weight,
          prize: slice.prize,
          amount: BigInt(slice.prize === 'coins' ? slice.coins : slice.amountSatang),
          coupon_type: slice.couponType,
        })),
      )
      .execute();
    return item;
  },
});

function amountProblems(field: string, amount: number, isPrize: boolean): Problem[] {
  if (isPrize) return amount > 0 ? [] : [{ field, rule: 'minimum', limit: 1 }];
  return amount === 0 ? [] : [{ field, rule: 'notHere' }];
}

function sliceOf(row: SliceRow): WheelSlice {
  const prize = row.prize as WheelSlice['prize'];
  return {
    code: row.code,
    weight: row.weight,
    prize,
    amountSatang: prize === 'coins' ? 0 : Number(row.amount),
    coins: prize === 'coins' ? Number(row.amount) : 0,
    couponType: row.coupon_type as WheelSlice['couponType'],
    label: row.label as Texts,
    name: row.name as Texts,
    description: row.description as Texts,
    bgColor: row.bg_color,
    textColor: row.text_color,
  };
}
