import type { DocumentPart } from '@krapao/contract/identity';
import { isAllowed } from '@krapao/contract/permissions';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { authenticateOperator, type Operator } from '../../calls/authenticateOperator.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { identityKeys } from '../../identityKeys.ts';
import { readPicture } from '../../modules/identity/documents/documentPicture.ts';
import {
  isSignedPictureLink,
  PICTURE_PATH,
  signPictureLink,
} from '../../modules/identity/documents/pictureLink.ts';
import type { Recorder } from '../act.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Links to a request's pictures for this operator's session, until it is decided; the look is recorded. Those of an erased
 * member are kept for the law: they ask for the right to open what is kept. @throws AppError NO_DATA, OPERATOR_FORBIDDEN
 */
export async function lookAtPictures(
  trx: Trx,
  recorder: Recorder,
  { key, operator, id, reason }: { key: Buffer; operator: Operator; id: bigint; reason: string },
): Promise<{ part: DocumentPart; url: string }[]> {
  const request = await trx
    .selectFrom('identity_request as r')
    .innerJoin('member as m', 'm.id', 'r.member_id')
    .where('r.id', '=', id)
    .where('r.state', '<>', 'OPEN')
    .select([
      'r.member_id',
      'r.state',
      sql<boolean>`m.status = 'closed' and m.merged_into is null`.as('isErased'),
    ])
    .executeTakeFirst();
  if (request === undefined) throw new AppError('NO_DATA');
  if (request.isErased && !isAllowed(operator.role, 'data.retained'))
    throw new AppError('OPERATOR_FORBIDDEN');
  const documents = await trx
    .selectFrom('identity_document')
    .where('request_id', '=', id)
    .where('discarded_at', 'is', null)
    .orderBy('part')
    .select(['id', 'part'])
    .execute();
  await recorder({
    action: 'identity.look',
    subject: `identityRequest:${id}`,
    memberId: request.member_id,
    after: { parts: documents.map(({ part }) => part) },
    reason,
  });
  return documents.map((document) => ({
    part: document.part as DocumentPart,
    url: signPictureLink(key, { id: document.id, session: operator.tokenHash, state: request.state }),
  }));
}

/**
 * GET /api/console/identityPictures/:id: one picture, by a link of lookAtPictures. A browser cannot add our header to
 * the request of an image. The link opens for the session that asked for it, while its operator has the permission.
 */
export function identityPictureRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, files, secrets, config } = context;
  app.get<{ Params: { id: string }; Querystring: { expires?: string; signature?: string } }>(
    `${PICTURE_PATH}/:id`,
    { schema: { hide: true } },
    async (request, reply) => {
      const endpoint = { permission: 'identity.read' } as const;
      const { tokenHash } = await authenticateOperator(db, request, { endpoint, config });
      const { id } = request.params;
      if (!ID.test(id)) throw new AppError('NOT_FOUND');
      const document = await db
        .selectFrom('identity_document as d')
        .innerJoin('identity_request as r', 'r.id', 'd.request_id')
        .where('d.id', '=', id)
        .where('d.discarded_at', 'is', null)
        .select('r.state')
        .executeTakeFirst();
      // A decision changes the state, and with it ends the links.
      const look = document && { id, session: tokenHash, state: document.state };
      if (!look || !isSignedPictureLink(secrets.signedLink, look, request.query))
        throw new AppError('NOT_FOUND');
      const picture = await readPicture(files, await identityKeys(db, secrets), id);
      if (!picture) throw new AppError('NOT_FOUND');
      return reply
        .type('image/jpeg')
        .header('Content-Disposition', 'inline; filename="document.jpg"')
        .header('Content-Security-Policy', "default-src 'none'; sandbox")
        .header('Cross-Origin-Resource-Policy', 'same-origin')
        .header('Cache-Control', 'private, no-store')
        .send(picture);
    },
  );
}
