import type { DocumentKind, DocumentPart } from '@krapao/contract/identity';
import type { AppContext } from '../../../context.ts';
import { identityKeys } from '../../../identityKeys.ts';
import type { LiveConnection } from '../../../providers/connections/connections.ts';
import type { DocumentCheck, VerificationAnswer } from '../../../providers/identityVerifier.ts';
import { readPicture } from '../documents/documentPicture.ts';
import type { VerificationRow } from './verificationJob.ts';

const NOBODY: VerificationAnswer = { status: 'unknown', reason: 'CONNECTION' };

/**
 * Asks the maker that a check belongs to, and sends the pictures if it does not have them. They are opened in memory, and
 * go to no other maker. Never throws for what the maker does.
 */
export async function askMaker(context: AppContext, row: VerificationRow): Promise<VerificationAnswer> {
  const connection = await verifierOf(context, row.connection_id);
  if (connection === undefined) return NOBODY;
  if (row.sent_at !== null) {
    const answer = await queryMaker(context, connection, row.id);
    if (answer.status !== 'not_found') return answer;
  }
  const check = await checkOf(context, row);
  if (check === undefined) return NOBODY;
  return guarded(() => context.connections.ask(connection, 'check', (port) => port.check(check), troubleIn));
}

/** What a maker says now of a check that it has. */
export function queryMaker(
  { connections }: Pick<AppContext, 'connections'>,
  connection: LiveConnection<'verification'>,
  id: string,
): Promise<VerificationAnswer | { status: 'not_found' }> {
  return guarded(() => connections.ask(connection, 'query', (port) => port.query(id), troubleIn));
}

async function verifierOf(
  { connections }: Pick<AppContext, 'connections'>,
  id: string | null,
): Promise<LiveConnection<'verification'> | undefined> {
  const connection = id === null ? undefined : await connections.current(id);
  const isOurs = connection?.capability === 'verification' && connection.isActive;
  return isOurs ? (connection as LiveConnection<'verification'>) : undefined;
}

const troubleIn = (answer: { status: string; reason?: unknown }) => ({
  trouble: answer.status === 'unknown' ? (answer as { reason: typeof NOBODY.reason }).reason : null,
});

/** A defect of a driver says nothing of the member. */
async function guarded<Answer>(ask: () => Promise<Answer>): Promise<Answer | VerificationAnswer> {
  try {
    return await ask();
  } catch {
    return { status: 'unknown', reason: 'BAD_ANSWER' };
  }
}

/** The pictures, opened; undefined if one is gone. */
async function checkOf(
  { db, files, secrets }: AppContext,
  { id, request_id }: VerificationRow,
): Promise<DocumentCheck | undefined> {
  const request = await db
    .selectFrom('identity_request')
    .innerJoin('member', 'member.id', 'identity_request.member_id')
    .where('identity_request.id', '=', request_id)
    .select(['document_kind', 'bank_account_name'])
    .executeTakeFirstOrThrow();
  const documents = await db
    .selectFrom('identity_document')
    .where('request_id', '=', request_id)
    .where('discarded_at', 'is', null)
    .select(['id', 'part'])
    .execute();
  const keys = await identityKeys(db, secrets);
  const pictures: Partial<Record<DocumentPart, Buffer>> = {};
  for (const document of documents) {
    const picture = await readPicture(files, keys, document.id);
    if (picture === null) return undefined;
    pictures[document.part as DocumentPart] = picture;
  }
  if (pictures.front === undefined || pictures.selfie === undefined) return undefined;
  return {
    id,
    documentKind: request.document_kind as DocumentKind,
    name: request.bank_account_name,
    pictures,
  };
}
