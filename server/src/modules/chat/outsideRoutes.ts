import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import { sendRange } from '../../http/sendRange.ts';
import { isSignedMediaLink } from './mediaLink.ts';

/** Pictures and videos by their signed links; browsers request them without the member's token. */
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
        // The app may be on another host than its pictures.
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
        .header('Cache-Control', 'private, max-age=3600, immutable');
      return sendRange(reply, content, headers.range);
    },
  );
}
