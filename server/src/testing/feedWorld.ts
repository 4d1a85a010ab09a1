import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { DepositRules } from '../modules/deposits/depositRules.ts';
import { takeFeedReport } from '../modules/deposits/incoming/receiveFeed.ts';
import type { BankReport } from '../providers/bankReport.ts';
import { DEPOSIT_RULES } from './depositRules.ts';
import { moneyOf, until } from './moneyWorld.ts';
import type { TestMember } from './testMember.ts';
import { makeOperator } from './testOperator.ts';
import { startTestServer } from './testServer.ts';

export const REASON = 'phones of the cashiers';
/** Our account at SCB, into which deposits need no slip. */
export const SHOWN = 'x000017';
export const TERMS = { name: 'phones', priority: 10, config: {}, secrets: {}, reason: REASON };
export const SWITCHED_ON = { isActive: true, isShadow: false };
const SIGNED = {
  by: 'signature',
  header: 'x-signature',
  signature: { algorithm: 'hmac-sha256', over: '{body}', encoding: 'hex' },
};

interface Key {
  id: string;
  key: string;
}

interface Feed {
  id: string;
  silentSince: string | null;
  heardAt: string | null;
  unread: number;
  phones: {
    id: string;
    name: string;
    heardAt: string | null;
    toldAt: string | null;
    revokedAt: string | null;
  }[];
}

/** Narrow limits of what holders of keys may credit. */
export const NARROW: DepositRules = {
  ...DEPOSIT_RULES,
  feed: {
    phoneNoticeSatang: 500_00,
    phoneDaySatang: 700_00,
    phonesNoticeSatang: 5_000_00,
    phonesDaySatang: 100_000_00,
    keyNoticeSatang: 900_00,
    keyDaySatang: 1_000_00,
  },
};

export const bangkok = () => new Date(Date.now() + 7 * 3_600_000).toISOString();

/** A report as a phone's text tells it, of money from the member's account. */
export const reportOf = (member: TestMember, amount: bigint, more: Partial<BankReport> = {}): BankReport => ({
  sourceKey: `report-${amount}`,
  channel: 'SMS',
  text: `report ${amount}`,
  postedAt: new Date(),
  hasZone: true,
  datedBy: 'TEXT',
  transRef: null,
  sendingBankCode: 'KBANK',
  amount,
  currency: 'THB',
  receiver: { type: 'masked', bankCode: 'SCB', account: SHOWN },
  sender: { displayName: '', account: `x${member.bankAccountNo.slice(-6)}`, proxy: null },
  reference: null,
  transferredAt: new Date(),
  slack: { early: 300, late: 300 },
  balanceAfter: null,
  ...more,
});

export type FeedWorld = Awaited<ReturnType<typeof openFeedWorld>>;

/** A server with feeds of a bank, and phones and a service that tell of money. */
export async function openFeedWorld(databaseUrl: string) {
  const server = await startTestServer(databaseUrl);
  const admin = await makeOperator(server, 'administrator');
  const cashier = await makeOperator(server, 'cashier');
  const connect = async (config: object, secrets = {}): Promise<string> => {
    const terms = { ...TERMS, config, secrets };
    const kind = { capability: 'bankFeed', driver: 'generic' };
    const added = await admin.call('POST /api/console/connections', { ...kind, ...terms });
    expect([added.status, added.body]).toMatchObject([200, {}]);
    const { id } = added.body as { id: string };
    const changed = { ...terms, ...SWITCHED_ON, version: 1 };
    expect((await admin.call(`PUT /api/console/connections/${id}`, changed)).status).toBe(200);
    return id;
  };
  const feedId = await connect({});
  /** One whose maker signs with a key that was typed. */
  const signedId = await connect(
    { template: JSON.stringify({ proof: SIGNED }) },
    { webhookSecret: 'made-by-the-maker' },
  );
  const fencedId = await connect({ allowedAddresses: '203.0.113.0/24 ::2' });
  const post = (key: string, body: object | string, type = 'application/json'): Promise<Response> =>
    fetch(`${server.url}/webhooks/${feedId}`, {
      method: 'POST',
      headers: { 'content-type': type, authorization: `Bearer ${key}` },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  await until(async () => (await post('no key', {})).status === 401);
  // Made before the first member's money is in: later a second operator must agree.
  const keys = new Map<string, Key>();
  for (const [name, holder, isService] of [
    ['counter', 'counter', false],
    ['office', 'office', false],
    ['stolen', 'stolen', false],
    ['heart', 'heart', false],
    ['service', 'clerk', true],
    ['clerk', 'Clerk', false],
    ['pocket', '  Counter ', false],
  ] as const) {
    const body = { name, holder, isService, reason: REASON };
    const made = await admin.call(`POST /api/console/feeds/${feedId}/phones`, body);
    expect([made.status, (made.body as { waits: unknown }).waits]).toEqual([200, null]);
    keys.set(name, made.body as Key);
  }
  return {
    server,
    admin,
    cashier,
    feedId,
    signedId,
    fencedId,
    post,
    phone(name: string): Key {
      const made = keys.get(name);
      if (made === undefined) throw new Error(name);
      return made;
    },
    wallet: async ({ id }: TestMember) => Number((await moneyOf(server.db, id)).wallet),
    /** A text of SCB that names the sender's bank and digits. */
    async textOf(member: TestMember, amount: string, balance: string): Promise<string> {
      const { bank_account_no: number, bank_code: bank } = await server.db
        .selectFrom('member')
        .select(['bank_account_no', 'bank_code'])
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow();
      const now = bangkok();
      const day = `${now.slice(8, 10)}/${now.slice(5, 7)}@${now.slice(11, 16)}`;
      return `${day} ${amount} จาก${bank}/x${number.slice(-6)}เข้า${SHOWN} ใช้ได้${balance}บ`;
    },
    async feed(): Promise<Feed> {
      const { body } = await admin.call('GET /api/console/feeds');
      const found = (body as { feeds: Feed[] }).feeds.find(({ id }) => id === feedId);
      if (found === undefined) throw new Error('no feed');
      return found;
    },
    take: (phoneId: string | null, report: BankReport, rules = NARROW) =>
      server.db
        .transaction()
        .execute((trx) => takeFeedReport(trx, { connectionId: feedId, phoneId }, report, rules)),
    /** The newest transfer of this amount. */
    told: (amount: bigint) =>
      server.db
        .selectFrom('incoming_transfer')
        .select(['status', 'note', 'id'])
        .where('amount', '=', amount)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    /** One more phone, which somebody else carries. */
    async lent(isService = false): Promise<string> {
      const id = randomUUID();
      await server.owner
        .insertInto('feed_phone')
        .values({
          id,
          connection_id: feedId,
          name: 'lent',
          holder: id,
          is_service: isService,
          key_hash: Buffer.from(id),
          created_by: admin.id,
        })
        .execute();
      return id;
    },
  };
}
