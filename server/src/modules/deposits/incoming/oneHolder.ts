import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import type { DepositRules } from '../depositRules.ts';
import type { IncomingTransfer } from './incomingTransfer.ts';
import { type Match, matchTransfer } from './matchTransfer.ts';
import { toldBy } from './twinReport.ts';

/** Whoever holds these keys of feeds can write any amount: all they tell is one source. */
interface Holder {
  /** Of a person; false for a feed's own key, which its maker holds. */
  isPerson: boolean;
  /** As `keyOf` names them, also those that were revoked. */
  keys: string[];
}

type Owned = Exclude<Match, { by: 'nobody' }>;

const NOBODY = { displayName: '', account: null, proxy: null };
const isFeed = (teller: string) => teller.startsWith('FEED:');
const areFeeds = (tellers: readonly string[]) => tellers.length > 0 && tellers.every(isFeed);

/**
 * Whether a match rests on the word of one holder of keys, beyond what that word alone may credit: nobody else told of
 * the money, or nobody else showed whose it is (docs/decisions/186-holders-of-keys.md). The holder's day stays locked
 * until the transaction ends.
 */
export async function isBeyondOneHolder(
  trx: Trx,
  transfer: IncomingTransfer,
  match: Owned,
  account: DepositAccount,
  rules: DepositRules,
): Promise<boolean> {
  const holder = await restsOn(trx, transfer, match, account, rules);
  if (holder === undefined) return false;
  const { feed } = rules;
  const [notice, day] = holder.isPerson
    ? [feed.phoneNoticeSatang, feed.phoneDaySatang]
    : [feed.keyNoticeSatang, feed.keyDaySatang];
  if (match.amount > BigInt(notice)) return true;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.holder:${holder.keys.toSorted()[0]}`}, 0))`.execute(
    trx,
  );
  return (await creditedToday(trx, holder)) + match.amount > BigInt(day);
}

async function restsOn(
  trx: Trx,
  transfer: IncomingTransfer,
  match: Owned,
  account: DepositAccount,
  rules: DepositRules,
): Promise<Holder | undefined> {
  if (!transfer.told_by.every(isFeed) && !areFeeds(transfer.named_by)) return undefined;
  const alone = await onlyHolder(trx, [...(await toldBy(trx, transfer))]);
  if (alone !== undefined) return alone;
  // The report that has just come may be its twin, and name the sender too.
  const { named_by: namers } = await trx
    .selectFrom('incoming_transfer')
    .select('named_by')
    .where('id', '=', transfer.id)
    .executeTakeFirstOrThrow();
  const namer = await onlyHolder(trx, namers);
  if (namer === undefined) return undefined;
  // Others told of the money: only whose it is may be the holder's word.
  const unnamed = await matchTransfer(
    trx,
    { ...transfer, sender: NOBODY as unknown as IncomingTransfer['sender'] },
    account,
    rules,
  );
  return unnamed.by !== 'nobody' && unnamed.memberId === match.memberId ? undefined : namer;
}

/**
 * The one holder of the keys of all these tellers; undefined where a bank, an operator or a second holder tells too.
 * Phones whose holder is not known confirm nobody.
 */
async function onlyHolder(trx: Trx, tellers: readonly string[]): Promise<Holder | undefined> {
  if (!areFeeds(tellers)) return undefined;
  const keys = [...new Set(tellers.map(keyOf))];
  const makers = keys.filter((key) => key.endsWith(':key'));
  const phones = keys.filter((key) => !key.endsWith(':key'));
  const { rows } = await sql<{ id: string; holder: string }>`
    with told as (select ${holderName} as holder from feed_phone where id::text = any(${phones}::text[]))
    select id::text, ${holderName} as holder from feed_phone
    where ${holderName} in (select holder from told) order by id`.execute(trx);
  const named = new Set(rows.flatMap(({ holder }) => (holder === '' ? [] : [holder])));
  if (named.size + makers.length > 1) return undefined;
  const [holder] = named;
  if (holder === undefined && makers.length > 0) return { isPerson: false, keys };
  // Of phones without a known holder, all count as one person's.
  const held = rows.filter((row) => row.holder === holder || row.holder === '').map(({ id }) => id);
  return { isPerson: true, keys: [...new Set([...held, ...phones])] };
}

const holderName = sql`lower(regexp_replace(btrim(holder), '\\s+', ' ', 'g'))`;

/** What is written with one key: a phone's, or a feed's own. */
function keyOf(teller: string): string {
  const [, connection, phone] = teller.split(':');
  return phone === 'key' ? `${connection}:key` : String(phone);
}

/** The same of a column, for SQL. */
const keyIn = (teller: RawBuilder<unknown>) =>
  sql`case split_part(${teller}, ':', 3) when 'key' then split_part(${teller}, ':', 2) || ':key' else split_part(${teller}, ':', 3) end`;

/** What was credited on the holder's word alone today in Bangkok, in satang. */
async function creditedToday(trx: Trx, { keys }: Holder): Promise<bigint> {
  const isOthers = sql`not (${keyIn(sql`teller`)} = any(${keys}::text[]))`;
  const { rows } = await sql<{ credited: bigint }>`
    select coalesce(sum(t.credited_amount), 0)::bigint as credited from incoming_transfer t
    where t.status = 'CREDITED' and t.decided_by is null
      and t.credited_at >= date_trunc('day', now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok'
      and (not exists (select from unnest(t.told_by || array(
          select w.source from transfer_twin w where w.incoming_transfer_id = t.id)) teller where ${isOthers})
        or t.named_by <> '{}' and t.cause not like 'qr:%'
          and not exists (select from unnest(t.named_by) teller where ${isOthers}))`.execute(trx);
  return rows[0]?.credited ?? 0n;
}
