import { createHash } from 'node:crypto';
import { type ConsentKind, type ConsentPlace, shownText } from '@krapao/contract/consents';
import type { Language } from '@krapao/contract/limits';
import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import { deviceName, storedUserAgent } from '../../../calls/device.ts';
import type { Db, Trx } from '../../../database/connect.ts';
import { SETTINGS, type SettingValue } from '../../../settings/schema.ts';

const SHOWN = 100;
/** The newest version is the one that the app shows. */
const TEXTS = ['agreements', 'conditions'] as const;
type TextKind = (typeof TEXTS)[number];

const isText = (kind: ConsentKind): kind is TextKind => kind !== 'marketing';

/** What a client says that it showed. */
interface Shown {
  place: ConsentPlace;
  language: Language;
  /** SHA-256 of the text, in hexadecimal. */
  hash: string;
}

interface Answer {
  memberId: bigint;
  kind: ConsentKind;
  isGiven: boolean;
  shown?: Shown | undefined;
  userAgent: string | undefined;
}

/**
 * Agrees to a text, or allows or ends marketing. Without `shown` the newest version counts, and nobody knows what was
 * shown. What is so already, and known as well, writes nothing.
 * @throws AppError CONSENT_NEEDED: a text cannot be taken back while there is an account; INVALID_REQUEST: no such text
 * was ever published
 */
export async function giveConsent(
  trx: Trx,
  { memberId, kind, isGiven, shown, userAgent }: Answer,
): Promise<void> {
  if (isText(kind) && !isGiven) throw new AppError('CONSENT_NEEDED');
  if (!isText(kind) && shown) throw new AppError('INVALID_REQUEST', 'marketing has no text');
  await trx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute();
  const newest = (await consentsOf(trx, memberId)).find((consent) => consent.kind === kind);
  const version = isText(kind)
    ? shown
      ? await versionShown(trx, kind, shown)
      : (await versions(trx))[kind]
    : null;
  const isSame = (newest?.isGiven ?? false) === isGiven && (newest?.version ?? null) === version;
  if (isSame && (!shown || newest?.shown)) return;
  await trx
    .insertInto('consent')
    .values({
      member_id: memberId,
      kind,
      is_given: isGiven,
      version,
      place: shown?.place ?? null,
      language: shown?.language ?? null,
      user_agent: storedUserAgent(userAgent),
    })
    .execute();
}

/** The version of the text that was shown; 0: what the site shows before it publishes one. @throws AppError INVALID_REQUEST */
async function versionShown(trx: Trx, kind: TextKind, { language, hash }: Shown): Promise<number> {
  const rows = await trx
    .selectFrom('setting')
    .where('key', '=', kind)
    .orderBy('version', 'desc')
    .select(['version', 'value'])
    .execute();
  const published = rows.map(({ version, value }) => ({ version, parts: value as SettingValue<TextKind> }));
  const found = [...published, { version: 0, parts: SETTINGS[kind].default }].find(
    ({ parts }) => sha256(shownText(parts.map((part) => part[language]))) === hash,
  );
  if (!found) throw new AppError('INVALID_REQUEST', 'no such text was published');
  return found.version;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A member's consents with their history, newest first. */
export async function consentsOf(db: Db | Trx, memberId: bigint) {
  const rows = await db
    .selectFrom('consent')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .select(['kind', 'is_given', 'version', 'place', 'language', 'user_agent', 'at'])
    .execute();
  return rows.map(({ kind, is_given, version, place, language, user_agent, at }) => ({
    kind: kind as ConsentKind,
    isGiven: is_given,
    version,
    shown:
      place === null || language === null
        ? null
        : { place: place as ConsentPlace, language: language as Language },
    client: deviceName(user_agent),
    at: at.toISOString(),
  }));
}

/** The texts that the member has not agreed to as they are now. */
export async function newVersionsFor(
  db: Db | Trx,
  consents: Awaited<ReturnType<typeof consentsOf>>,
): Promise<ConsentKind[]> {
  const current = await versions(db);
  return TEXTS.filter((text) => (consents.find(({ kind }) => kind === text)?.version ?? 0) < current[text]);
}

async function versions(db: Db | Trx): Promise<Record<TextKind, number>> {
  const rows = await db
    .selectFrom('setting')
    .where('key', 'in', [...TEXTS])
    .groupBy('key')
    .select(['key', sql<number>`max(version)`.as('version')])
    .execute();
  const of = (text: TextKind) => rows.find(({ key }) => key === text)?.version ?? 0;
  return { agreements: of('agreements'), conditions: of('conditions') };
}
