import type { FastifyInstance } from 'fastify';
import { badRequest, notFound } from '../http/problem.ts';
import type { World } from '../world.ts';
import { prepareFonts } from './fonts.ts';
import { SPOILS, slipImage } from './slipImage.ts';

export async function slipRoutes(app: FastifyInstance, world: World): Promise<void> {
  prepareFonts(world.config.dataDir);

  app.get<{ Params: { file: string }; Querystring: { spoil?: string; format?: string } }>(
    '/bank/slips/:file',
    async (request, reply) => {
      const [, transRef, ending] = /^([0-9A-Za-z]+)\.(png|jpe?g)$/.exec(request.params.file) ?? [];
      const transfer = transRef === undefined ? undefined : world.bank.transfer(transRef);
      if (!transfer) throw notFound('There is no such slip.');
      const spoil = SPOILS.find((known) => known === (request.query.spoil ?? 'none'));
      if (!spoil) throw badRequest(`spoil must be one of ${SPOILS.join(', ')}.`);
      const format = /^jpe?g$/.test(request.query.format ?? ending ?? 'png') ? 'jpeg' : 'png';
      return reply
        .type(`image/${format}`)
        .header('cache-control', 'no-store')
        .send(await slipImage(transfer, spoil, format));
    },
  );
}
