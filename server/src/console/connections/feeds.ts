import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import { undone } from '../../database/undone.ts';
import { ownAccounts } from '../../modules/deposits/depositAccounts.ts';
import { depositRules } from '../../modules/deposits/depositRules.ts';
import { receivingAccount, takeFeedReport } from '../../modules/deposits/incoming/receiveFeed.ts';
import type { BankTexts } from '../../providers/bankFeed/generic/bankTexts.ts';
import type { BankFeed, BankReport } from '../../providers/bankReport.ts';
import type { LiveConnection } from '../../providers/connections/connections.ts';
import { feedAges, silentMinutesOf } from '../../providers/connections/feedAges.ts';

interface Heard {
  connection_id: string;
  phone_id: string | null;
  heard_at: Date;
  told_at: Date | null;
  unread_count: number;
}

/** All feeds and their phones, and when each was last heard. */
export async function listFeeds({ db, connections }: Pick<AppContext, 'db' | 'connections'>) {
  const silent = await silentFeeds({ db, connections });
  const rows = await db
    .selectFrom('connection')
    .select(['id', 'name', 'is_active'])
    .where('capability', '=', 'bankFeed')
    .orderBy('name')
    .execute();
  const phones = await db.selectFrom('feed_phone').selectAll().orderBy('created_at').execute();
  const heard: Heard[] = await db.selectFrom('feed_heard').selectAll().execute();
  return rows.map(({ id, name, is_active: isActive }) => {
    const all = heard.filter((one) => one.connection_id === id);
    return {
      id,
      name,
      isActive,
      receivesAt: `/webhooks/${id}`,
      silentMinutes: silentMinutesOf(connections, id),
      silentSince: silent.find((one) => one.id === id)?.silentSince ?? null,
      ...present(all),
      phones: phones
        .filter((phone) => phone.connection_id === id)
        .map((phone) => ({
          id: phone.id,
          name: phone.name,
          holder: phone.holder,
          isService: phone.is_service,
          createdAt: phone.created_at.toISOString(),
          revokedAt: phone.revoked_at?.toISOString() ?? null,
          ...present(all.filter((one) => one.phone_id === phone.id)),
        })),
    };
  });
}

/** The feeds that are switched on and were not heard for longer than they should. */
export async function silentFeeds({
  db,
  connections,
}: Pick<AppContext, 'db' | 'connections'>): Promise<{ id: string; name: string; silentSince: string }[]> {
  return (await feedAges(db, connections))
    .filter(({ seconds, silentMinutes }) => seconds > silentMinutes * 60)
    .map(({ id, name, since }) => ({ id, name, silentSince: since.toISOString() }));
}

function present(heard: readonly Heard[]) {
  const newest = (dates: (Date | null)[]) =>
    dates
      .filter((date) => date !== null)
      .toSorted((a, b) => b.getTime() - a.getTime())[0]
      ?.toISOString() ?? null;
  return {
    heardAt: newest(heard.map(({ heard_at }) => heard_at)),
    toldAt: newest(heard.map(({ told_at }) => told_at)),
    unread: heard.reduce((sum, { unread_count }) => sum + unread_count, 0),
  };
}

/** The texts that a feed reads, its own before the usual ones. @throws AppError NO_DATA */
export async function textsOf(context: AppContext, id: string): Promise<readonly BankTexts[]> {
  return (await portOf(context, id)).texts;
}

/** @throws AppError NO_DATA */
async function portOf({ connections }: AppContext, id: string): Promise<BankFeed> {
  const connection = await connections.current(id);
  if (connection?.capability !== 'bankFeed') throw new AppError('NO_DATA');
  return (connection as LiveConnection<'bankFeed'>).port;
}

/** How a feed reads a notice, and who would be credited; nothing is stored. @throws AppError NO_DATA */
export async function tryNotice(
  context: AppContext,
  id: string,
  { text, from, at }: { text: string; from: string; at?: string | undefined },
) {
  const port = await portOf(context, id);
  const now = clock.date();
  const reading = port.readNotice({
    text,
    from,
    shownAt: at === undefined ? now : new Date(at),
    receivedAt: now,
  });
  if (reading.is !== 'report')
    return { reading: reading.is, report: null, nearest: port.nearestForm({ text, from }) };
  const { report, isConfirmed } = reading;
  const account = receivingAccount(await ownAccounts(context.db), report.receiver);
  const { receiver, sender, sendingBankCode } = report;
  return {
    reading: 'report' as const,
    nearest: null,
    report: {
      isConfirmed,
      amount: bahtFromSatang(report.amount),
      currency: report.currency,
      bank: receiver.type === 'masked' ? receiver.bankCode : '',
      account: receiver.type === 'masked' ? (receiver.account ?? '') : '',
      depositAccount:
        typeof account === 'string' ? null : { bankCode: account.bank_code, accountNo: account.account_no },
      isUnclear: account === 'unclear',
      sender: [sendingBankCode, sender?.account, sender?.displayName].filter(Boolean).join(' '),
      namesBank: sendingBankCode !== null,
      sentAt: report.transferredAt.toISOString(),
      hasTime: report.slack.early < 3_600,
      balance: report.balanceAfter === null ? null : bahtFromSatang(report.balanceAfter),
      ...(await endOf(context, id, report)),
    },
  };
}

/** What would become of the money, as a delivery of now would end. */
async function endOf({ db, settings }: AppContext, connectionId: string, report: BankReport) {
  return undone(db, async (trx) => {
    const source = { connectionId, phoneId: null };
    if ((await takeFeedReport(trx, source, report, depositRules(settings))) !== 'TAKEN')
      return { member: null, note: 'NOT_OURS' };
    const { rows } = await sql<{ note: string | null; id: bigint | null; name: string | null }>`
      select t.note, m.id, m.name from feed_report r join incoming_transfer t on t.id = r.incoming_transfer_id
      left join member m on m.id = t.member_id where r.connection_id = ${connectionId}
      order by r.id desc limit 1`.execute(trx);
    const [found] = rows;
    return {
      member: found?.id == null ? null : { id: String(found.id), name: found.name ?? '' },
      note: found?.note ?? null,
    };
  });
}
