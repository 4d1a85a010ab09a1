import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import { requireLasting } from '../../../calls/authenticate.ts';
import { readSession } from '../../../calls/sessionRow.ts';
import type { AppContext } from '../../../context.ts';
import { identityKeys } from '../../../identityKeys.ts';
import { requireNotFrozen } from '../../auth/frozen.ts';
import { isSignedCopyLink } from './copyLink.ts';
import { type CopyForm, readParts } from './copyParts.ts';

const TYPES: Readonly<Record<CopyForm, string>> = {
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
};
const NAME = /^([0-9a-f-]{36})\.(json|html)$/;

/** The files of a copy by their signed links; browsers download them without the member's token. */
export function copyOutsideRoutes(app: FastifyInstance, { db, files, secrets }: AppContext): void {
  app.get<{
    Params: { name: string };
    Querystring: { session?: string; expires?: string; signature?: string };
  }>('/media/copy/:name', { schema: { hide: true } }, async (request, reply) => {
    const {
      params: { name },
      query,
    } = request;
    const [, copyId = '', form = ''] = NAME.exec(name) ?? [];
    const { session = '', expires = '', signature = '' } = query;
    const link = { copyId, form, sessionId: session, expires: Number(expires) };
    if (!isSignedCopyLink(secrets.signedLink, link, signature)) throw new AppError('NOT_FOUND');
    const copy = await db
      .selectFrom('data_copy as c')
      .innerJoin('session as s', 's.member_id', 'c.member_id')
      .where('c.id', '=', copyId)
      .where('s.id', '=', session)
      .where('c.state', '=', 'READY')
      .where('c.expires_at', '>', sql<Date>`site.now()`)
      .select(['c.json_parts', 'c.html_parts', 's.token_hash'])
      .executeTakeFirst();
    if (copy === undefined) throw new AppError('NOT_FOUND');
    const memberId = requireLasting(await readSession(db, copy.token_hash), request, true);
    await requireNotFrozen(db, memberId);
    const of = form as CopyForm;
    const parts = of === 'json' ? copy.json_parts : copy.html_parts;
    void reply
      .type(TYPES[of])
      .header('Content-Disposition', `attachment; filename="my-data.${of}"`)
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('Cache-Control', 'no-store');
    const keys = (await identityKeys(db, secrets)).copies;
    return reply.send(Readable.from(readParts(files, keys, { copyId, form: of, parts })));
  });
}
