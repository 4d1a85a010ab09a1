import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import { sendRange } from '../../http/sendRange.ts';
import { UPLOAD_FOLDER } from './contentUpload.ts';

const NAME = /^[0-9a-f]{32}\.(webp|webm|mp4|vtt)$/;
const TYPES: Record<string, string> = {
  webp: 'image/webp',
  webm: 'video/webm',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
};

/** Operators' uploaded pictures and videos, public; a name always stands for the same content. */
export function contentOutsideRoutes(app: FastifyInstance, { files }: AppContext): void {
  app.get<{ Params: { name: string } }>(
    `/media/${UPLOAD_FOLDER}/:name`,
    { schema: { hide: true } },
    async ({ params: { name }, headers }, reply) => {
      const type = TYPES[NAME.exec(name)?.[1] ?? ''];
      const content = type === undefined ? null : await files.read(`${UPLOAD_FOLDER}/${name}`);
      if (type === undefined || content === null) throw new AppError('NOT_FOUND');
      void reply
        .type(type)
        .header('Content-Security-Policy', "default-src 'none'; media-src 'self'; sandbox")
        // The app may be on another host than its pictures.
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
        .header('Cache-Control', 'public, max-age=31536000, immutable');
      return sendRange(reply, content, headers.range);
    },
  );
}
