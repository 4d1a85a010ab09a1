import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import { isSignedMediaLink } from './mediaLink.ts';

/** Pictures and videos by their signed links; browsers ask for them without the member's token. */
export function chatOutsideRoutes(app: FastifyInstance, context: AppContext): void {
  const { files } = context;

  app.get<{ Params: { name: string }; Querystring: { expires?: string; signature?: string } }>(
    '/media/chat/:name',
    { schema: { hide: true } },
    async ({ params: { name }, query, headers }, reply) => {
      const path = `chat/${name}`;
      if (!isSignedMediaLink(context.secrets.signedLink, path, query)) throw new AppError('NOT_FOUND');
      const file = await context.db
        .selectFrom('chat_file')
        .select(['content_type', 'kind'])
        .where('path', '=', path)
        .executeTakeFirst();
      const content = file && (await files.read(path));
      if (!file || content === null || content === undefined) throw new AppError('NOT_FOUND');
      void reply
        .type(file.content_type)
        .header('Content-Disposition', `inline; filename="${file.kind}${name.slice(name.indexOf('.'))}"`)
        .header('Content-Security-Policy', "default-src 'none'; img-src 'self'; media-src 'self'; sandbox")
        // The app may be served from another address than its pictures.
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
        .header('Cache-Control', 'private, max-age=3600, immutable')
        .header('Accept-Ranges', 'bytes');
      return sendRange(reply, content, headers.range);
    },
  );
}

/** Players ask for parts of a video, Safari for nothing else. One range; anything else gets the whole file. */
function sendRange(reply: FastifyReply, content: Buffer, range: string | undefined): FastifyReply {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return reply.send(content);
  const start = first === '' ? Math.max(0, content.length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? content.length - 1 : Math.min(Number(last), content.length - 1);
  if (start > end) return reply.status(416).header('Content-Range', `bytes */${content.length}`).send();
  return reply
    .status(206)
    .header('Content-Range', `bytes ${start}-${end}/${content.length}`)
    .send(content.subarray(start, end + 1));
}
