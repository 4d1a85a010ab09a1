import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import { localFiles } from '../../files/localFiles.ts';
import { INCOMING_TRANSFER_PATH } from '../../providers/incomingTransferFeed.ts';
import { receiveTransfer } from './receiveTransfer.ts';
import { isSignedSlipLink } from './slipLink.ts';

/** What banks and browser windows call, without the member's header and token: their signatures are checked. */
export function depositOutsideRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, settings, providers, secrets } = context;
  const files = localFiles(join(context.config.dataFolder, 'files'));

  app.post(INCOMING_TRANSFER_PATH, { schema: { hide: true } }, async (request) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const notice = providers.incomingTransfers.read(request.headers, body, new Date());
    if (notice.status === 'rejected')
      throw new AppError(
        notice.reason === 'BAD_SIGNATURE' ? 'UNAUTHORIZED' : 'INVALID_REQUEST',
        notice.reason,
      );
    const { satangForCoin } = settings.get('deposit');
    await db.transaction().execute((trx) => receiveTransfer(trx, notice.transfer, satangForCoin));
    return { code: 'OK' };
  });

  app.get<{ Params: { reference: string }; Querystring: { expires?: string; signature?: string } }>(
    '/media/slips/:reference',
    { schema: { hide: true } },
    async ({ params: { reference }, query }, reply) => {
      if (!isSignedSlipLink(secrets.signedLink, reference, query)) throw new AppError('NOT_FOUND');
      const image = await files.read(`slips/${reference}.jpg`);
      if (image === null) throw new AppError('NOT_FOUND');
      return reply
        .type('image/jpeg')
        .header('Content-Disposition', 'inline; filename="slip.jpg"')
        .header(
          'Content-Security-Policy',
          "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox",
        )
        .header('Cache-Control', 'private, no-store')
        .send(image);
    },
  );
}
