import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../appError.ts';
import { requestKeyOf } from '../../calls/requestKey.ts';
import { verify } from '../../ledger/verify.ts';
import { checkHistories, type Part, type Rig } from '../../testing/besideModel.ts';
import { HISTORIES_TIMEOUT_MS } from '../../testing/budget.ts';
import { fund } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { cancelBonus } from '../bonus/cancelBonus.ts';
import { claimCoupon } from './claimCoupon.ts';
import { couponCode } from './couponCode.ts';

const BESIDE = 50_00;

let world: VerbWorld;
let wheelId: bigint;
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
  world.set('bonus', { remainingMaximumSatang: BESIDE });
  const texts = JSON.stringify({ th: 'x', la: 'x', en: 'x' });
  const { rows } = await sql<{ id: bigint }>`
    insert into prize_wheel (code, name) values ('TEST', ${texts}) returning id`.execute(world.owner);
  wheelId = rows[0]?.id ?? 0n;
  await sql`
    insert into prize_slice (wheel_id, position, code, label, name, description, bg_color, text_color, weight, prize,
      amount, coupon_type)
    values (${wheelId}, 0, 'C', ${texts}, ${texts}, ${texts}, '#000000', '#ffffff', 1, 'coupon', 100, 'money')`.execute(
    world.owner,
  );
});
afterAll(() => world.close());

type Op =
  | { do: 'win'; member: number; amount: number; type: 'money' | 'bonus' }
  | { do: 'claim'; member: number; coupon: number; key: number | null }
  | { do: 'expire'; coupon: number }
  | { do: 'cancel'; member: number };

const member = fc.nat(2);
const coupon = fc.nat(7);
const op: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('win' as const),
      member,
      amount: fc.integer({ min: 1, max: 40_00 }),
      type: fc.constantFrom('money' as const, 'bonus' as const),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      member,
      coupon,
      key: fc.constantFrom(null, null, null, 1, 2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const), coupon }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), member }) },
);

interface Coupon {
  owner: number;
  amount: number;
  type: 'money' | 'bonus';
  isExpired: boolean;
  claimedWith: number | null | undefined;
}
interface State {
  coupons: Coupon[];
  members: { wallet: number; bonus: { given: number; later: number } | null }[];
}

function claim(who: number, nth: number, key: number | null): Part<State> {
  return ({ coupons, members }) => {
    const one = coupons[nth];
    const self = members[who];
    if (!self) return 'NO_MEMBER';
    const known =
      key === null
        ? undefined
        : coupons.findIndex(({ owner, claimedWith }) => owner === who && claimedWith === key);
    if (known !== undefined && known >= 0) return known === nth ? 'OK' : 'IDEMPOTENCY_MISMATCH';
    if (!one) return 'INVALID_PRIZE_CODE';
    if (one.owner !== who) return 'INVALID_PRIZE_CODE';
    if (one.claimedWith !== undefined) return 'NO_CLAIMABLE_COUPON';
    if (one.isExpired) return 'COUPON_EXPIRED';
    if (one.type === 'bonus') {
      if (self.bonus) return 'BONUS_REMAINING';
      if (self.wallet > BESIDE) return 'BONUS_CONDITION';
      self.bonus = { given: one.amount, later: 0 };
    } else if (self.bonus) self.bonus.later += one.amount;
    one.claimedWith = key;
    self.wallet += one.amount;
    return 'OK';
  };
}

/** Takes the bonus, or five percent of what counts, whichever is more. */
function cancel(who: number): Part<State> {
  return ({ members }) => {
    const self = members[who];
    if (!self?.bonus) return 'NO_DATA';
    const now = Math.max(self.wallet - self.bonus.later, 0);
    const cost = Math.min(Math.max(self.bonus.given, Math.ceil((now * 5) / 100)), now);
    self.wallet -= cost;
    self.bonus = null;
    return 'OK';
  };
}

async function rig(): Promise<Rig<State, Op>> {
  const members = [await world.newMember(), await world.newMember(), await world.newMember()];
  const idOf = (nth: number) => members[nth]?.id ?? 0n;
  const ids = members.map(({ id }) => id);
  await fund(world.db, idOf(2), BigInt(BESIDE + 1));
  const codes: string[] = [];

  async function win({ member: who, amount, type }: Extract<Op, { do: 'win' }>): Promise<void> {
    const code = couponCode();
    codes.push(code);
    const { rows } = await sql<{ id: string }>`
      insert into spin (member_id, nonce, wheel_id, position, server_seed, client_seed, next_hash, remaining_coin)
      values (${idOf(who)}, ${codes.length}, ${wheelId}, 0, ${Buffer.alloc(32)}, 'x', ${Buffer.alloc(32)}, 0)
      returning id`.execute(world.owner);
    await sql`
      insert into coupon (code, member_id, spin_id, coupon_type, amount, expires_at)
      values (${code}, ${idOf(who)}, ${rows[0]?.id}, ${type}, ${amount}, now() + interval '1 day')`.execute(
      world.owner,
    );
  }

  async function execute(one: Op): Promise<void> {
    switch (one.do) {
      case 'win':
        return win(one);
      case 'expire':
        await sql`update coupon set expires_at = now() where code = ${codes[one.coupon] ?? ''}`.execute(
          world.owner,
        );
        return;
      case 'cancel':
        return world.run((trx) => cancelBonus(trx, idOf(one.member)));
      case 'claim': {
        const code = codes[one.coupon] ?? couponCode();
        const requestKey = requestKeyOf(one.key === null ? undefined : `key${one.key}`, 'claim', one.coupon);
        const { settings } = world.context;
        const rules = { bonusCoupon: settings.get('bonusCoupon'), bonus: settings.get('bonus') };
        return world.run((trx) => claimCoupon(trx, idOf(one.member), { code, requestKey }, rules));
      }
    }
  }

  return {
    initial: {
      coupons: [],
      members: [0, 0, BESIDE + 1].map((wallet) => ({ wallet, bonus: null })),
    },
    model: (one) => {
      switch (one.do) {
        case 'win':
          return ({ coupons }) => {
            const { member: owner, amount, type } = one;
            coupons.push({ owner, amount, type, isExpired: false, claimedWith: undefined });
            return 'OK';
          };
        case 'expire':
          return ({ coupons }) => {
            const found = coupons[one.coupon];
            if (found) found.isExpired = true;
            return 'OK';
          };
        case 'claim':
          return claim(one.member, one.coupon, one.key);
        case 'cancel':
          return cancel(one.member);
      }
    },
    execute: (one) =>
      execute(one).then(
        () => 'OK',
        (error: unknown) => {
          if (error instanceof AppError) return error.code;
          throw error;
        },
      ),
    observe: async () => {
      const wallets = await sql<{ posted: bigint; active: boolean; shown: bigint }>`
        select a.posted,
          exists (select from member_bonus b where b.member_id = a.member_id and b.state = 'ACTIVE') as active,
          (select count(*) from statement_entry s where s.member_id = a.member_id and s.statement_type = 'bonus') as shown
        from ledger.account a where a.kind = 'wallet' and a.member_id = any(${ids}) order by a.member_id`.execute(
        world.db,
      );
      return wallets.rows.map(({ posted, active, shown }) => [Number(posted), active, Number(shown)]);
    },
    expected: ({ members: all, coupons }) =>
      all.map(({ wallet, bonus }, owner) => [
        wallet,
        bonus !== null,
        coupons.filter((one) => one.owner === owner && one.claimedWith !== undefined).length,
      ]),
  };
}

test(
  'SPN-03 SPN-05 whoever claims which coupon how often, at once too, each is given once, to its owner, in its time',
  async () => {
    await checkHistories<State, Op>({
      budget: [12, 200],
      areApart: true,
      op,
      alone: ({ do: what }) => what === 'win',
      newRig: rig,
      first: [
        [{ do: 'win', member: 0, amount: 20_00, type: 'money' }],
        [{ do: 'win', member: 0, amount: 10_00, type: 'bonus' }],
        [{ do: 'win', member: 1, amount: 33_33, type: 'bonus' }],
        [{ do: 'win', member: 2, amount: 1, type: 'bonus' }],
      ],
      after: async () => expect(await verify(world.owner)).toEqual([]),
    });
  },
  HISTORIES_TIMEOUT_MS,
);
