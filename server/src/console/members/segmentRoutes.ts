import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { act } from '../act.ts';
import { addSegment, changeSegment, listSegments, removeSegment } from './segments.ts';

/** Filters of the list of members that are kept under a name. */
export function segmentRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'GET /api/console/segments', async () => ({ segments: await listSegments(context.db) }));
  bind(app, context, 'POST /api/console/segments', ({ operator, ip, body }) =>
    act(context, { operator, ip }, async (trx, recorder) => ({
      id: String(await addSegment(trx, recorder, operator.id, body)),
    })),
  );
  bind(app, context, 'PUT /api/console/segments/:id', async ({ operator, ip, params, body }) => {
    await act(context, { operator, ip }, (trx, recorder) =>
      changeSegment(trx, recorder, { id: BigInt(params.id), operatorId: operator.id, ...body }),
    );
    return { code: 'OK' };
  });
  bind(app, context, 'DELETE /api/console/segments/:id', async ({ operator, ip, params }) => {
    await act(context, { operator, ip }, (trx, recorder) => removeSegment(trx, recorder, BigInt(params.id)));
    return { code: 'OK' };
  });
}
