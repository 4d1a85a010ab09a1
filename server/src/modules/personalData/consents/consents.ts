import type { ConsentKind } from '@krapao/contract/api/personalData';
import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Db, Trx } from '../../../database/connect.ts';

const SHOWN = 100;
/** Without them there is no account; the newest version is the one that the app shows. */
const TEXTS = ['agreements', 'conditions'] as const;

const isText = (kind: ConsentKind): kind is (typeof TEXTS)[number] => kind !== 'marketing';

/** Notes that whoever registers agreed to the texts as they are now. */
export async function agreeAtRegistration(
  trx: Trx,
  memberId: bigint,
  userAgent: string | undefined,
): Promise<void> {
  for (const kind of TEXTS) await write(trx, { memberId, kind, isGiven: true, userAgent });
}

/**
 * Agrees to the newest version of a text, or allows or ends marketing. What is so already writes nothing.
 * @throws AppError CONSENT_NEEDED: a text cannot be taken back while there is an account
 */
export async function giveConsent(
  trx: Trx,
  {
    memberId,
    kind,
    isGiven,
    userAgent,
  }: { memberId: bigint; kind: ConsentKind; isGiven: boolean; userAgent: string | undefined },
): Promise<void> {
  if (isText(kind) && !isGiven) throw new AppError('CONSENT_NEEDED');
  await trx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute();
  const newest = (await consentsOf(trx, memberId)).find((consent) => consent.kind === kind);
  const version = isText(kind) ? (await versions(trx))[kind] : null;
  if ((newest?.isGiven ?? false) === isGiven && (newest?.version ?? null) === version) return;
  await write(trx, { memberId, kind, isGiven, userAgent });
}

/** A member's consents with their history, newest first. */
export async function consentsOf(db: Db | Trx, memberId: bigint) {
  const rows = await db
    .selectFrom('consent')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .select(['kind', 'is_given', 'version', 'at'])
    .execute();
  return rows.map(({ kind, is_given, version, at }) => ({
    kind: kind as ConsentKind,
    isGiven: is_given,
    version,
    at: at.toISOString(),
  }));
}

/** The texts that were published anew since the member agreed to them. */
export async function newVersionsFor(
  db: Db | Trx,
  consents: Awaited<ReturnType<typeof consentsOf>>,
): Promise<ConsentKind[]> {
  const current = await versions(db);
  return TEXTS.filter((text) => (consents.find(({ kind }) => kind === text)?.version ?? 0) < current[text]);
}

async function versions(db: Db | Trx): Promise<Record<(typeof TEXTS)[number], number>> {
  const rows = await db
    .selectFrom('setting')
    .where('key', 'in', [...TEXTS])
    .groupBy('key')
    .select(['key', sql<number>`max(version)`.as('version')])
    .execute();
  const of = (text: string) => rows.find(({ key }) => key === text)?.version ?? 0;
  return { agreements: of('agreements'), conditions: of('conditions') };
}

async function write(
  trx: Trx,
  {
    memberId,
    kind,
    isGiven,
    userAgent = '',
  }: { memberId: bigint; kind: ConsentKind; isGiven: boolean; userAgent: string | undefined },
): Promise<void> {
  await trx
    .insertInto('consent')
    .values({
      member_id: memberId,
      kind,
      is_given: isGiven,
      version: isText(kind) ? (await versions(trx))[kind] : null,
      user_agent: userAgent.slice(0, 300),
    })
    .execute();
}
