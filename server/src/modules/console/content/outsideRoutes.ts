import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../appError.ts';
import type { AppContext } from '../../../context.ts';
import { PICTURE_FOLDER } from './contentPicture.ts';

const NAME = /^[0-9a-f]{32}\.webp$/;

/** Pictures that operators uploaded, for everyone; a name stands for one content for ever. */
export function contentOutsideRoutes(app: FastifyInstance, { files }: AppContext): void {
  app.get<{ Params: { name: string } }>(
    `/media/${PICTURE_FOLDER}/:name`,
    { schema: { hide: true } },
    async ({ params: { name } }, reply) => {
      const content = NAME.test(name) ? await files.read(`${PICTURE_FOLDER}/${name}`) : null;
      if (content === null) throw new AppError('NOT_FOUND');
      return (
        reply
          .type('image/webp')
          .header('Content-Security-Policy', "default-src 'none'; sandbox")
          // The app may be served from another address than its pictures.
          .header('Cross-Origin-Resource-Policy', 'cross-origin')
          .header('Cache-Control', 'public, max-age=31536000, immutable')
          .send(content)
      );
    },
  );
}
