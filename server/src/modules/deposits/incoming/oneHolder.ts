import type { Satang } from '@krapao/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import { ownAccounts } from '../depositAccounts.ts';
import type { DepositRules } from '../depositRules.ts';
import type { IncomingTransfer } from './incomingTransfer.ts';
import { matchTransfer } from './matchTransfer.ts';
import { toldBy } from './twinReport.ts';

/** Those whose word a credit rests on: whoever holds a key of a feed can write any amount with it. */
interface Holders {
  /** One who carries phones, one who has the key of a service, or several who carry phones. */
  are: 'PERSON' | 'MAKER' | 'PHONES';
  /** As `keyOf` names them, also those that were revoked. */
  keys: string[];
}

const NOBODY = { displayName: '', account: null, proxy: null };
const isFeed = (teller: string) => teller.startsWith('FEED:');
/** Whether holders of keys alone tell it; false if nobody does. */
export const areFeeds = (tellers: readonly string[]) => tellers.length > 0 && tellers.every(isFeed);

/**
 * Whether a credit rests on the word of holders of keys, beyond what that word alone may credit: of one holder, or of
 * phones together; for the money, or for whose it is (docs/decisions/186-holders-of-keys.md and
 * 191-who-vouches-for-money.md). Their day stays locked until the transaction ends.
 * @param isBooked whether the credit is booked already: its caller has locked the day before (`lockHolders`)
 */
export async function isBeyondHolders(
  trx: Trx,
  transfer: IncomingTransfer,
  credit: { memberId: bigint; amount: Satang },
  rules: DepositRules,
  isBooked = false,
): Promise<boolean> {
  const ask = isBooked ? restsOn : lockHolders;
  for (const holders of await ask(trx, transfer, credit.memberId, rules)) {
    const [notice, day] = limitsOf(holders, rules);
    if (credit.amount > BigInt(notice)) return true;
    if ((await creditedToday(trx, holders, transfer)) + credit.amount > BigInt(day)) return true;
  }
  return false;
}

/**
 * Locks the day of those whose word a credit rests on, until the transaction ends. Call it before anything is booked: who
 * has booked takes no lock that others hold while they book.
 */
export async function lockHolders(
  trx: Trx,
  transfer: IncomingTransfer,
  memberId: bigint,
  rules: DepositRules,
): Promise<Holders[]> {
  const all = await restsOn(trx, transfer, memberId, rules);
  const locks = all.map(({ are, keys }) => (are === 'PHONES' ? 'phones' : (keys.toSorted()[0] ?? '')));
  for (const lock of locks.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.holder:${lock}`}, 0))`.execute(trx);
  return all;
}

function limitsOf({ are }: Holders, { feed }: DepositRules): [notice: number, day: number] {
  if (are === 'PERSON') return [feed.phoneNoticeSatang, feed.phoneDaySatang];
  if (are === 'MAKER') return [feed.keyNoticeSatang, feed.keyDaySatang];
  return [feed.phonesNoticeSatang, feed.phonesDaySatang];
}

/** Who alone tells of the money, and who alone tells whose it is; nobody where a bank or an operator does. */
async function restsOn(
  trx: Trx,
  transfer: IncomingTransfer,
  memberId: bigint,
  rules: DepositRules,
): Promise<Holders[]> {
  if (!transfer.told_by.every(isFeed) && !areFeeds(transfer.named_by)) return [];
  // The report that has just come may be its twin, and name the sender too.
  const { named_by: named, doubted_tellers: doubted } = await trx
    .selectFrom('incoming_transfer')
    .select(['named_by', 'doubted_tellers'])
    .where('id', '=', transfer.id)
    .executeTakeFirstOrThrow();
  const vouching = [...(await toldBy(trx, transfer))].filter((teller) => !doubted.includes(teller));
  const tellers = await holdersOf(trx, vouching);
  if (tellers !== undefined && tellers.are !== 'PHONES') return [tellers];
  const all = tellers === undefined ? [] : [tellers];
  const namers = await holdersOf(trx, named);
  if (namers === undefined || namers.are === tellers?.are) return all;
  // Others told of the money: only whose it is may be the holders' word.
  const account = (await ownAccounts(trx)).find(({ id }) => id === transfer.deposit_account_id);
  if (account === undefined) return [...all, namers];
  const unnamed = await matchTransfer(
    trx,
    { ...transfer, sender: NOBODY as unknown as IncomingTransfer['sender'] },
    account,
    rules,
  );
  return unnamed.by !== 'nobody' && unnamed.memberId === memberId ? all : [...all, namers];
}

/**
 * The holders of the keys of all these tellers; undefined where a bank or an operator tells too, or a service beside
 * another holder. Phones whose holder is not known confirm nobody.
 */
async function holdersOf(trx: Trx, tellers: readonly string[]): Promise<Holders | undefined> {
  if (!areFeeds(tellers)) return undefined;
  const keys = [...new Set(tellers.map(keyOf))];
  const typed = keys.filter((key) => key.endsWith(':key'));
  const given = keys.filter((key) => !key.endsWith(':key'));
  const { rows } = await sql<{ id: string; holder: string; is_service: boolean }>`
    with told as (select ${holderName} as holder from feed_phone where id::text = any(${given}::text[]))
    select id::text, ${holderName} as holder, is_service from feed_phone
    where ${holderName} in (select holder from told) order by id`.execute(trx);
  const isOfService = typed.length > 0 || rows.some(({ id, is_service }) => is_service && given.includes(id));
  const named = new Set(rows.flatMap(({ holder }) => (holder === '' ? [] : [holder])));
  if (named.size + typed.length > 1) return isOfService ? undefined : { are: 'PHONES', keys: given };
  const [holder] = named;
  if (holder === undefined && typed.length > 0) return { are: 'MAKER', keys };
  // Of phones without a known holder, all count as one person's.
  const held = rows
    .filter((row) => (row.holder === holder || row.holder === '') && (isOfService || !row.is_service))
    .map(({ id }) => id);
  return { are: isOfService ? 'MAKER' : 'PERSON', keys: [...new Set([...held, ...given])] };
}

const holderName = sql`lower(regexp_replace(btrim(holder), '\\s+', ' ', 'g'))`;

/** What is written with one key: a phone's or a service's that the site gave, or a feed's own that was typed. */
function keyOf(teller: string): string {
  const [, connection, phone] = teller.split(':');
  return phone === 'key' ? `${connection}:key` : String(phone);
}

/** The same of a column, for SQL. */
const keyIn = (teller: RawBuilder<unknown>) =>
  sql`case split_part(${teller}, ':', 3) when 'key' then split_part(${teller}, ':', 2) || ':key' else split_part(${teller}, ':', 3) end`;

/**
 * What was credited on their word alone today in Bangkok, in satang, without this transfer and without what counts as
 * money on an operator's word.
 */
async function creditedToday(
  trx: Trx,
  { are, keys }: Holders,
  { id }: Pick<IncomingTransfer, 'id'>,
): Promise<bigint> {
  const isTheirs =
    are === 'PHONES'
      ? sql`teller like 'FEED:%' and split_part(teller, ':', 3) in (
          select id::text from feed_phone where not is_service)`
      : sql`${keyIn(sql`teller`)} = any(${keys}::text[])`;
  const { rows } = await sql<{ credited: bigint }>`
    select coalesce(sum(t.credited_amount), 0)::bigint as credited from incoming_transfer t
    where t.status = 'CREDITED' and t.id <> ${id}
      and t.credited_at >= date_trunc('day', site.now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok'
      and (t.decided_by is null or not exists (select from own_money o
        where o.subject in ('incoming:' || t.id, t.cause, replace(t.cause, 'manual:', 'notice:'))))
      and ${vouchedBy(isTheirs)}`.execute(trx);
  return rows[0]?.credited ?? 0n;
}

/**
 * Whether `isTheirs` holds for every teller of a credited transfer `t`, or for every one that showed its sender where the
 * sender decided.
 */
const vouchedBy = (isTheirs: RawBuilder<unknown>) => sql<boolean>`(
  not exists (select from unnest(t.told_by || array(
    select w.source from transfer_twin w where w.incoming_transfer_id = t.id)) teller where not (${isTheirs}))
  or t.named_by <> '{}' and t.cause not like 'qr:%'
    and not exists (select from unnest(t.named_by) teller where not (${isTheirs})))`;

/**
 * Whether a credited transfer `t` rests on keys of services alone that this operator knows: they typed the key, or it was
 * shown to them (docs/decisions/198-keys-doubts-and-takeovers.md).
 */
export const restsOnKeysOf = (operatorId: bigint) =>
  sql<boolean>`(t.decided_by is null and ${vouchedBy(sql`
  teller like 'FEED:%' and ${keyIn(sql`teller`)} in (
    select id::text from feed_phone where is_service and created_by = ${operatorId}
    union all select connection_id || ':key' from typed_secret where operator_id = ${operatorId})`)})`;
