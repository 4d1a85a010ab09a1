import { createHash, randomUUID } from 'node:crypto';
import type { StatementFormat } from '@krapao/contract/api/operator/statementFormat';
import { bahtText } from '@krapao/contract/money';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { previewStatement } from '../../../console/reports/compareStatement.ts';
import { importStatementFile } from '../../../console/reports/importStatementFile.ts';
import { readStatement } from '../../../console/reports/statementFile.ts';
import { verify } from '../../../ledger/verify.ts';
import type { BankReport } from '../../../providers/bankReport.ts';
import type { SlipLookup } from '../../../providers/slipVerifier.ts';
import { HISTORIES_TIMEOUT_MS, histories } from '../../../testing/budget.ts';
import { DEPOSIT_RULES } from '../../../testing/depositRules.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld, type WorldMember } from '../../../testing/verbWorld.ts';
import { type DepositAccount, ownAccounts } from '../depositAccounts.ts';
import { lookUpNextSlips } from '../slip/lookUpSlip.ts';
import { importStatement } from './importStatement.ts';
import { takeFeedReport } from './receiveFeed.ts';
import { receiveTransfer } from './receiveTransfer.ts';
import { unreferenced } from './unreferenced.ts';

const MINUTE = 60_000;
const BANK = '004';
const MEMBERS = 4;
const FILE_FORMAT: StatementFormat = {
  date: 'date',
  in: 'in',
  balance: 'balance',
  reference: 'reference',
  senderName: 'name',
  senderAccount: 'account',
  senderBank: 'bank',
  years: 'GREGORIAN',
};
const SOURCES = ['slip', 'app', 'sms', 'webhook', 'statement'] as const;
type Source = (typeof SOURCES)[number];

/** What the sources of one history show of each payment. */
interface Shows {
  /** Whether the sender's visible digits are told. */
  sender: Record<Exclude<Source, 'slip'>, boolean>;
  /** Whether webhook and statement carry the slip's reference, one of their own, or none. */
  webhookRef: 'shared' | 'own';
  statementRef: 'shared' | 'own' | 'none';
  isStatementOfDays: boolean;
  /** An operator uploads the statement, up to each payment anew: its files overlap. */
  isStatementFile: boolean;
  hasBalance: boolean;
  /** Whether an SMS has no time of its own: it counts as of when it came. */
  isSmsUndated: boolean;
}

interface Payment {
  member: number;
  /** Seconds after the first payment. */
  at: number;
  /** Seconds by which its SMS comes late. */
  smsLate: number;
  /** What reaches the server, how often. */
  told: Record<Source, 0 | 1 | 2>;
}

interface History {
  shows: Shows;
  /** All members pay the same amount; seconds between payments at most. */
  payments: Payment[];
  /** Ranks of the deliveries: their order. */
  order: number[];
  /** How many of them arrive at once. */
  atOnce: number[];
}

const times = fc.constantFrom(0 as const, 1 as const, 1 as const, 2 as const);
const history = (spread: number): fc.Arbitrary<History> =>
  fc.record({
    shows: fc.record({
      sender: fc.record({
        app: fc.boolean(),
        sms: fc.boolean(),
        webhook: fc.boolean(),
        statement: fc.boolean(),
      }),
      webhookRef: fc.constantFrom('shared' as const, 'own' as const),
      statementRef: fc.constantFrom('shared' as const, 'own' as const, 'none' as const),
      isStatementOfDays: fc.boolean(),
      isStatementFile: fc.boolean(),
      hasBalance: fc.boolean(),
      isSmsUndated: fc.constant(false),
    }),
    payments: fc
      .array(
        fc.record({
          member: fc.nat(MEMBERS - 1),
          at: fc.nat(spread),
          smsLate: fc.constant(0),
          told: fc.record({ slip: times, app: times, sms: times, webhook: times, statement: times }),
        }),
        { minLength: 2, maxLength: 5 },
      )
      .map((all) => all.map((one, nth) => ({ ...one, at: one.at + (spread > 3_600 ? nth * 2_400 : 0) }))),
    order: fc.array(fc.nat(10_000), { minLength: 50, maxLength: 50 }),
    atOnce: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 50, maxLength: 50 }),
  });

let world: VerbWorld;
let account: DepositAccount;
let nextAmount = 1_000_00n;
const verified = new Map<string, SlipLookup>();
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
  world.set('deposit', { slipHours: 48 });
  const unlimited = Number.MAX_SAFE_INTEGER;
  world.set('ownMoney', {
    decisionSatang: unlimited,
    operatorDaySatang: unlimited,
    memberDaySatang: unlimited,
  });
  // Deposits into it need no slip: a sender who is one member's account is credited.
  account = (await ownAccounts(world.db)).find(({ bank_code }) => bank_code === 'SCB') as DepositAccount;
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

async function play({ shows, payments, order, atOnce }: History) {
  // Each history has its own amount, so that no other one's reports are near.
  nextAmount += 1_00n;
  const amount = nextAmount;
  // References that two sources share are learned for an account, and would be another history's knowledge.
  await world.owner.deleteFrom('shared_reference').execute();
  const members: WorldMember[] = [];
  for (let nth = 0; nth < MEMBERS; nth += 1) members.push(await world.newMember());
  const connectionId = randomUUID();
  const first = Math.floor(Date.now() / MINUTE) * MINUTE - 12 * 3_600_000;
  const balances = payments.map((_, nth) => 5_000_00n + BigInt(nth) * amount);

  const facts = payments.map(({ member, at }, nth) => {
    const who = members[member] as WorldMember;
    return {
      nth,
      who,
      sentAt: new Date(first + at * 1_000),
      slipRef: `S${randomUUID().replaceAll('-', '').slice(0, 19)}`,
      sender: {
        displayName: 'SOMCHAI J***',
        account: `xxx-x-x${who.bankAccountNo.slice(5, 9)}-x`,
        proxy: null,
      },
    };
  });
  type Fact = (typeof facts)[number];
  const NOBODY = { displayName: '', account: null, proxy: null };
  const senderFor = (source: Exclude<Source, 'slip'>, { sender }: Fact) =>
    shows.sender[source] ? sender : NOBODY;
  const refOf = (kind: 'shared' | 'own', prefix: string, { slipRef }: Fact) =>
    kind === 'shared' ? slipRef : `${prefix}${slipRef.slice(1)}`;

  function text(channel: 'APP' | 'SMS', fact: Fact): BankReport {
    const source = channel === 'APP' ? 'app' : 'sms';
    const isUndated = source === 'sms' && shows.isSmsUndated;
    const late = isUndated ? (payments[fact.nth]?.smsLate ?? 0) : 0;
    const postedAt = new Date(fact.sentAt.getTime() + (late + 4) * 1_000);
    const minute = new Date(Math.floor(fact.sentAt.getTime() / MINUTE) * MINUTE);
    const balanceAfter = shows.hasBalance ? (balances[fact.nth] ?? null) : null;
    const sender = senderFor(source, fact);
    return {
      sourceKey: `${channel} ${fact.nth}`,
      channel,
      text: `${channel} ${isUndated ? '' : minute.toISOString()} ${amount} ${balanceAfter} ${sender.account}`,
      postedAt,
      hasZone: true,
      datedBy: isUndated ? 'PHONE' : 'TEXT',
      transRef: null,
      sendingBankCode: shows.sender[source] ? 'KBANK' : null,
      amount,
      currency: 'THB',
      receiver: { type: 'masked', bankCode: 'SCB', account: `x${account.account_no.slice(-4)}` },
      sender: shows.sender[source] ? sender : null,
      reference: null,
      transferredAt: isUndated ? postedAt : minute,
      slack: { early: isUndated ? 3_600 : 300, late: 300 },
      balanceAfter,
    };
  }

  /** The bank's file of all that it tells until a payment: looked at, and imported until no line is left. */
  async function uploadUntil({ sentAt: until }: Fact): Promise<void> {
    const lines = facts
      .filter(({ nth, sentAt }) => (payments[nth]?.told.statement ?? 0) > 0 && sentAt <= until)
      .toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime() || a.nth - b.nth)
      .map((one) => {
        const { displayName, account: from } = senderFor('statement', one);
        const at = new Date(one.sentAt.getTime() + 7 * 3_600_000).toISOString().replace('T', ' ');
        const reference = shows.statementRef === 'none' ? '' : refOf(shows.statementRef, 'T', one);
        const bank = shows.sender.statement ? 'KBANK' : '';
        const balance = shows.hasBalance ? bahtText(balances[one.nth] ?? 0n) : '';
        const cells = [at.slice(0, shows.isStatementOfDays ? 10 : 19), bahtText(amount), balance];
        return [...cells, reference, displayName, from ?? '', bank].join(';');
      });
    const text = ['date;in;balance;reference;name;account;bank', ...lines].join('\n');
    const read = readStatement(text, FILE_FORMAT, { id: String(account.id), currency: 'THB' });
    const file = { ...read, sha256: createHash('sha256').update(text).digest('hex') };
    const preview = await previewStatement(world.db, account, file);
    expect([preview.isImportable, preview.incoming.count]).toEqual([true, lines.length]);
    const asker = { operator: { id: world.operatorId, role: 'cashier' as const }, ip: '127.0.0.1' };
    let left = 1;
    for (let calls = 0; left > 0; calls += 1) {
      expect(
        calls,
        'lines are left for a next call only while other reports take their transfers',
      ).toBeLessThan(9);
      const done = await importStatementFile(world.context, asker, account, 'statement.csv', file);
      expect(done.waits).toBeNull();
      left = done.left;
    }
  }

  const tell: Record<Source, (fact: Fact) => Promise<unknown>> = {
    app: (fact) =>
      world.run((trx) =>
        takeFeedReport(trx, { connectionId, phoneId: null }, text('APP', fact), DEPOSIT_RULES),
      ),
    sms: (fact) =>
      world.run((trx) =>
        takeFeedReport(trx, { connectionId, phoneId: null }, text('SMS', fact), DEPOSIT_RULES),
      ),
    webhook: (fact) =>
      world.run((trx) =>
        receiveTransfer(
          trx,
          {
            eventId: randomUUID(),
            transRef: refOf(shows.webhookRef, 'W', fact),
            sendingBank: BANK,
            sendingBankCode: 'KBANK',
            amount,
            currency: 'THB',
            receiver: { type: 'account', bankCode: account.bank_code, accountNo: account.account_no },
            sender: senderFor('webhook', fact),
            transferredAt: fact.sentAt,
          },
          DEPOSIT_RULES,
        ),
      ),
    statement: (fact) => {
      if (shows.isStatementFile) return uploadUntil(fact);
      const isDay = shows.isStatementOfDays;
      const day = new Date(fact.sentAt.getTime() + 7 * 3_600_000).toISOString().slice(0, 10);
      return importStatement(
        world.db,
        account,
        [
          {
            transRef:
              shows.statementRef === 'none'
                ? unreferenced('a statement', fact.slipRef)
                : refOf(shows.statementRef, 'T', fact),
            sendingBank: shows.sender.statement ? BANK : undefined,
            sendingBankCode: shows.sender.statement ? 'KBANK' : undefined,
            amount,
            currency: 'THB',
            sender: senderFor('statement', fact),
            reference: null,
            transferredAt: isDay ? new Date(`${day}T00:00:00+07:00`) : fact.sentAt,
            isDay,
          },
        ],
        DEPOSIT_RULES,
      );
    },
    slip: async ({ who, slipRef, sender, sentAt }) => {
      const payload = `mini QR ${slipRef}`;
      verified.set(payload, {
        status: 'found',
        slip: {
          transRef: slipRef,
          sendingBank: BANK,
          receivingBank: '014',
          transTimestamp: sentAt,
          sender,
          receiver: {
            displayName: 'KRAPAO',
            account: `xxx-x-x${account.account_no.slice(5, 9)}-x`,
            proxy: null,
          },
          amount,
          currency: 'THB',
          ref1: null,
        },
      });
      await world.owner
        .insertInto('slip')
        .values({
          member_id: who.id,
          reference: randomUUID(),
          file_key: randomUUID(),
          step: 'LOOKUP',
          payload,
          trans_ref: slipRef,
          sending_bank: BANK,
          due_at: new Date(),
        })
        .execute();
      await lookUpNextSlips(world.context, {
        lookUp: async (asked) => verified.get(asked) ?? { status: 'not_found' },
      });
    },
  };

  const deliveries = facts
    .flatMap((fact) =>
      SOURCES.flatMap((source) =>
        Array.from({ length: payments[fact.nth]?.told[source] ?? 0 }, () => () => tell[source](fact)),
      ),
    )
    .map((run, nth) => ({ run, rank: order[nth % order.length] ?? 0 }))
    .toSorted((a, b) => a.rank - b.rank);
  let at = 0;
  for (let step = 0; at < deliveries.length; step += 1) {
    const some = deliveries.slice(at, at + (atOnce[step % atOnce.length] ?? 1));
    await Promise.all(some.map(({ run }) => run()));
    at += some.length;
  }
  const { rows } = await sql<{ member_id: bigint; posted: bigint }>`
    select member_id, posted from ledger.account
    where kind = 'wallet' and member_id = any(${members.map(({ id }) => id)}::bigint[])`.execute(world.db);
  const wallet = new Map(rows.map(({ member_id, posted }) => [member_id, posted]));
  const { rows: failed } = await sql<{ note: string }>`
    select note from slip where member_id = any(${members.map(({ id }) => id)}::bigint[]) and status = 'FAILED'`.execute(
    world.db,
  );
  const { rows: queued } = await sql<{ account: string | null }>`
    select sender->>'account' as account from incoming_transfer where amount = ${amount} and status = 'QUEUED'`.execute(
    world.db,
  );
  const waiting = new Map(
    facts.map(({ who, sender }) => [
      who.id,
      queued.filter(({ account: shown }) => shown === sender.account).length,
    ]),
  );
  return { amount, members, wallet, waiting, failed };
}

/**
 * How many payments of a member the best source that proves their owner told of. Texts of one minute that show no balance
 * are equal: they may be one text, shown twice.
 */
function provenOf(nth: number, { shows, payments }: History): number {
  const own = payments.filter(({ member }) => member === nth);
  const proving = SOURCES.filter((source) => source === 'slip' || shows.sender[source]);
  const toldBy = (source: Source) => own.filter(({ told }) => told[source] > 0);
  const areTexts = (source: Source) => (source === 'app' || source === 'sms') && !shows.hasBalance;
  const counts = proving.map((source) =>
    areTexts(source)
      ? new Set(toldBy(source).map(({ at }) => Math.floor(at / 60))).size
      : toldBy(source).length,
  );
  return Math.max(...counts);
}

/** Whether each source that tells anything names the senders, so that it tells the members apart. */
function allTellApart({ shows, payments }: History): boolean {
  return SOURCES.every(
    (source) => source === 'slip' || shows.sender[source] || payments.every(({ told }) => told[source] === 0),
  );
}

async function holds(one: History, isApart: (one: History) => boolean): Promise<void> {
  const { amount, members, wallet, waiting, failed } = await play(one);
  // A member's own slip of money that came in is never refused; at worst a person decides.
  expect(failed).toEqual([]);
  for (const [nth, { id }] of members.entries()) {
    const paid = one.payments.filter(
      ({ member, told }) => member === nth && SOURCES.some((source) => told[source] > 0),
    );
    const credited = Number((wallet.get(id) ?? 0n) / amount);
    expect(credited, `member ${nth} is credited no more than was sent`).toBeLessThanOrEqual(paid.length);
    if (isApart(one))
      expect(credited, `member ${nth} is not left out`).toBeGreaterThanOrEqual(
        Math.min(1, provenOf(nth, one)),
      );
    // Of several payments of one member, what is not credited waits for a person with this member's name.
    if (isApart(one) && allTellApart(one))
      expect(credited + (waiting.get(id) ?? 0)).toBeGreaterThanOrEqual(provenOf(nth, one));
  }
}

test(
  'DEP-05 DEP-06 equal amounts within minutes, told by slips, texts, webhooks and statements, also as files, in any order and with any loss: nobody is credited twice, nobody whom all sources tell apart is left out',
  async () => {
    await fc.assert(
      fc.asyncProperty(history(480), (one) => holds(one, allTellApart)),
      { numRuns: histories(6, 24), endOnFailure: true },
    );
  },
  HISTORIES_TIMEOUT_MS,
);

test(
  'DEP-05 DEP-06 equal amounts far apart in time are told apart by texts without a sender too',
  async () => {
    const far = history(3_601).map((one) => ({
      ...one,
      shows: { ...one.shows, isStatementOfDays: false },
      payments: one.payments.map((payment, nth) => ({ ...payment, at: nth * 2_400 })),
    }));
    await fc.assert(
      fc.asyncProperty(far, (one) => holds(one, () => true)),
      { numRuns: histories(4, 12), endOnFailure: true },
    );
  },
  HISTORIES_TIMEOUT_MS,
);

test(
  'DEP-05 DEP-06 SMS without a time that come hours late credit nobody twice',
  async () => {
    const late = history(3_601).chain((one) =>
      fc.array(fc.nat(3 * 3_600), { minLength: 5, maxLength: 5 }).map((seconds) => ({
        ...one,
        shows: { ...one.shows, isSmsUndated: true },
        payments: one.payments.map((payment, nth) => ({ ...payment, smsLate: seconds[nth] ?? 0 })),
      })),
    );
    await fc.assert(
      fc.asyncProperty(late, (one) => holds(one, () => false)),
      { numRuns: histories(4, 12), endOnFailure: true },
    );
  },
  HISTORIES_TIMEOUT_MS,
);
