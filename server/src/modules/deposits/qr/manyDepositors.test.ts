import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { between, randomness } from '../../../fire/randomness.ts';
import { verify } from '../../../ledger/verify.ts';
import { histories, SEED } from '../../../testing/budget.ts';
import { DEPOSIT_RULES } from '../../../testing/depositRules.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld } from '../../../testing/verbWorld.ts';
import { receiveTransfer } from '../incoming/receiveTransfer.ts';
import { createQr } from './createQr.ts';
import type { DepositQr } from './showQr.ts';

const MEMBERS = histories(300, 1_000);
const AT_ONCE = 4;
const PRESET = 100_00n;
const BANKS = [
  ['KBANK', '004'],
  ['SCB', '014'],
  ['BBL', '002'],
] as const;
const FIRST = ['SOMCHAI', 'SOMSAK', 'MALEE', 'SUDA', 'ANAN', 'PRASERT', 'WANNA', 'NIRAN', 'KANYA', 'DAO'];
const LAST = ['JAIDEE', 'SUKJAI', 'THONGDEE', 'SRISUK', 'KAEWMANEE', 'BOONMEE', 'PHOMMA', 'WONGSAWAT'];

let world: VerbWorld;
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

interface Depositor {
  id: bigint;
  bank: (typeof BANKS)[number];
  accountNo: string;
  name: string;
  qr?: DepositQr;
}

const random = randomness(SEED);
/** A whole number below `end`, or from `low` on. */
const drawn = (end: number, low = 0) => between(random, low, end - 1);
const pick = <T>(list: readonly T[]): T => list[drawn(list.length)] as T;

function shuffled<T>(list: readonly T[]): T[] {
  const order = [...list];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = drawn(last + 1);
    [order[last], order[other]] = [order[other] as T, order[last] as T];
  }
  return order;
}

/** Members with drawn accounts and few names, so that banks show many of them alike; every tenth is the one before in another skin. */
async function register(count: number): Promise<Depositor[]> {
  const people: Omit<Depositor, 'id'>[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const twin = nth % 10 === 9 ? people.at(-1) : undefined;
    const digits = String(drawn(10 ** 5)).padStart(5, '0');
    // Nobody looks like an account of ours: a person decides about those.
    const rest = twin
      ? twin.accountNo.slice(5)
      : String(drawn(10 ** 5))
          .padStart(5, '3')
          .replaceAll('00', '34');
    const bank = twin?.bank ?? pick(BANKS);
    people.push({ bank, accountNo: `${digits}${rest}`, name: twin?.name ?? `${pick(FIRST)} ${pick(LAST)}` });
  }
  const start = drawn(10 ** 6);
  const rows = await world.owner
    .insertInto('member')
    .values(
      people.map(({ bank, accountNo, name }, nth) => ({
        phone_number: `+669${String(start + nth).padStart(8, '0')}`,
        name,
        password_hash: 'none',
        bank_code: bank[0],
        bank_account_no: accountNo,
        bank_account_name: name,
        currency: 'BAHT',
      })),
    )
    .returning(['id', 'bank_account_no'])
    .execute();
  const ids = new Map(rows.map(({ id, bank_account_no }) => [bank_account_no, id]));
  return people.map((one) => ({ ...one, id: ids.get(one.accountNo) ?? 0n }));
}

/** Does something for all, some at a time. */
async function each<T>(list: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...list];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await act(one);
    }),
  );
}

const openQr = ({ id }: { id: bigint }, amount = PRESET) =>
  world.run((trx) =>
    createQr(trx, {
      memberId: id,
      bankCode: 'KBANK',
      amount,
      minutes: 15,
      attForBaht: DEPOSIT_RULES.attForBaht,
      requestKey: undefined,
    }),
  );

/** As some bank shows a sender: what digits, whether a name, with a title or not. */
function shown({ accountNo, name }: Depositor) {
  const [first, last = ''] = name.split(' ');
  return {
    account: pick([
      `xxx-x-x${accountNo.slice(5, 9)}-x`,
      `X${accountNo.slice(-4)}`,
      `xxxxxx${accountNo.slice(-4)}`,
    ]),
    displayName: pick([
      '',
      `${first} ${last[0]}***`,
      `MR. ${first} ${last[0]}`,
      `MISS ${first} ${last.slice(0, 3)}***`,
    ]),
    proxy: null,
  };
}

interface Payment {
  transRef: string;
  depositor: Depositor;
  sender: object;
  bank: readonly [string, string] | undefined;
}

async function tell({ transRef, depositor, sender, bank }: Payment): Promise<void> {
  const { qr } = depositor;
  if (!qr) throw new Error('no QR');
  const { promptpay_id } = await world.db
    .selectFrom('deposit_account')
    .select('promptpay_id')
    .where('id', '=', qr.deposit_account_id)
    .executeTakeFirstOrThrow();
  await world.run((trx) =>
    receiveTransfer(
      trx,
      {
        eventId: randomUUID(),
        transRef,
        sendingBank: bank?.[1] ?? '000',
        sendingBankCode: bank?.[0] as string,
        amount: qr.pay_amount,
        currency: 'THB',
        receiver: { type: 'promptpay', proxyType: 'NATID', id: promptpay_id ?? '' },
        sender: sender as never,
        transferredAt: new Date(),
      },
      DEPOSIT_RULES,
    ),
  );
}

async function reckon(payments: readonly Payment[]) {
  const rows = await world.db
    .selectFrom('incoming_transfer')
    .select(['trans_ref', 'member_id', 'credited_amount'])
    .where(
      'trans_ref',
      'in',
      payments.map(({ transRef }) => transRef),
    )
    .execute();
  const byRef = new Map(rows.map((row) => [row.trans_ref, row]));
  const count = { right: 0, wrong: 0, queued: 0 };
  for (const { transRef, depositor } of payments) {
    const row = byRef.get(transRef);
    if (row?.member_id == null) count.queued += 1;
    else if (row.member_id === depositor.id && row.credited_amount === depositor.qr?.amount) count.right += 1;
    else count.wrong += 1;
  }
  return count;
}

const newRef = () => randomUUID().replaceAll('-', '').slice(0, 20);

test('DEP-06 members by the hundred who press one preset each get a QR and their own money', async () => {
  const depositors = await register(MEMBERS);
  await each(depositors, async (one) => {
    one.qr = await openQr(one);
  });
  const amounts = depositors.map(({ qr }) => qr?.amount ?? 0n);
  expect(amounts.every((amount) => amount >= PRESET && amount < PRESET + 100n)).toBe(true);
  expect(new Set(amounts).size).toBe(100);

  const payments = shuffled(depositors).map((depositor) => ({
    transRef: newRef(),
    depositor,
    sender: shown(depositor),
    bank: depositor.bank,
  }));
  await each(payments, tell);
  // Each is told once more, as banks do.
  await each(payments.slice(0, 100), tell);
  expect(await reckon(payments)).toEqual({ right: MEMBERS, wrong: 0, queued: 0 });
}, 120_000);

test('DEP-06 among members who share amounts, strangers and banks that show nothing give nobody another’s money', async () => {
  const depositors = await register(200);
  await each(depositors, async (one) => {
    one.qr = await openQr(one, 500_00n);
  });
  const payments = shuffled(depositors).map((depositor, nth): Payment => {
    const transRef = newRef();
    // Half from the own account, a quarter from somebody else's, a quarter by a bank that shows nothing.
    if (nth % 4 < 2) return { transRef, depositor, sender: shown(depositor), bank: depositor.bank };
    if (nth % 4 === 2)
      return {
        transRef,
        depositor,
        bank: pick(BANKS),
        sender: { displayName: 'ZOE Z***', account: `xxx-x-x${drawn(9999, 1000)}-x`, proxy: null },
      };
    return { transRef, depositor, bank: undefined, sender: { displayName: '', account: null, proxy: null } };
  });
  await each(payments, tell);
  const { right, wrong, queued } = await reckon(payments);
  expect(wrong).toBe(0);
  expect(right).toBeGreaterThanOrEqual(100);
  expect(right + queued).toBe(200);
}, 120_000);

test('DEP-06 members who look alike go on to another account when the satang are taken, and QR_FAIL comes last', async () => {
  const [like] = await register(1);
  if (!like) throw new Error('nobody');
  const [digits, shown] = [Number(like.accountNo.slice(0, 5)), like.accountNo.slice(5)];
  const { rows } = await sql<{ id: bigint }>`
    insert into member (phone_number, name, password_hash, bank_code, bank_account_no, bank_account_name, currency)
    select '+668' || (10000000 + n), 'ALIKE', 'none', ${like.bank[0]},
      lpad(((${digits}::int + n) % 100000)::text, 5, '0') || ${shown}, ${like.name}, 'BAHT'
    from generate_series(1, 199) n returning id`.execute(world.owner);
  const { id: otherAccount } = await world.owner
    .insertInto('deposit_account')
    .values({
      bank_code: 'SCB',
      bank_type: 'BANK',
      mode: 'QR',
      account_no: '4680000099',
      account_name: 'KRAPAO',
      promptpay_id: '0999900000099',
      currency: 'BAHT',
      position: 50,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made: DepositQr[] = [];
  await each(rows.slice(0, 198), async (one) => {
    made.push(await openQr(one, 700_00n));
  });
  // Ninety-nine each: none of them gets a whole amount.
  expect(made.filter(({ deposit_account_id }) => deposit_account_id === otherAccount)).toHaveLength(99);
  expect(made.every(({ bank_code }) => bank_code === 'KBANK')).toBe(true);
  await expect(openQr(rows[198] ?? like, 700_00n)).rejects.toMatchObject({ code: 'QR_FAIL' });
});
