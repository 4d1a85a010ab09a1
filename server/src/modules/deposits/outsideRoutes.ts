import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import { isBadlyTold } from '../../http/refuseBrokenText.ts';
import { INCOMING_TRANSFER_PATH } from '../../providers/incomingTransferFeed.ts';
import { depositRules } from './depositRules.ts';
import { receiveTransfer } from './incoming/receiveTransfer.ts';
import { isSignedSlipLink } from './slip/slipLink.ts';

/** Longer than any name or reference of a bank. */
const TEXT_MAX = 300;

/** Calls from banks and browser windows, without the member's header and token: their signatures are checked. */
export function depositOutsideRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, settings, providers, secrets, files } = context;

  app.post(INCOMING_TRANSFER_PATH, { schema: { hide: true } }, async (request) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const notice = providers.incomingTransfers.read(request.headers, body, clock.date());
    if (notice.status === 'rejected')
      throw new AppError(
        notice.reason === 'BAD_SIGNATURE' ? 'UNAUTHORIZED' : 'INVALID_REQUEST',
        notice.reason,
      );
    if (isBadlyTold(notice.transfer, TEXT_MAX)) throw new AppError('INVALID_REQUEST', 'BAD_BODY');
    const rules = depositRules(settings);
    await db.transaction().execute((trx) => receiveTransfer(trx, notice.transfer, rules));
    return { code: 'OK' };
  });

  app.get<{ Params: { reference: string }; Querystring: { expires?: string; signature?: string } }>(
    '/media/slips/:reference',
    { schema: { hide: true } },
    async ({ params: { reference }, query }, reply) => {
      if (!isSignedSlipLink(secrets.signedLink, reference, query)) throw new AppError('NOT_FOUND');
      const image = await files.open(`slips/${reference}.jpg`);
      if (image === null) throw new AppError('NOT_FOUND');
      return reply
        .type('image/jpeg')
        .header('Content-Disposition', 'inline; filename="slip.jpg"')
        .header(
          'Content-Security-Policy',
          "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox",
        )
        .header('Cache-Control', 'private, no-store')
        .header('Content-Length', image.bytes)
        .send(image.stream);
    },
  );
}
