import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { act } from '../act.ts';
import { asSeenBy } from '../members/privateData.ts';
import { listShifts, readOwn, readReport } from './readShifts.ts';
import { decisionsFile, listDecisions, shiftsFile } from './shiftDecisions.ts';
import { closeShift, endShift, openShift } from './workShift.ts';

/** Shifts: an operator opens and closes their own, managers see all. */
export function shiftRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, readers } = context;

  bind(app, context, 'GET /api/console/shifts/mine', ({ operator }) => readOwn(db, operator.id));
  bind(app, context, 'POST /api/console/shifts/open', ({ operator, ip, body }) =>
    act(context, { operator, ip }, async (trx, recorder) => ({
      id: String(await openShift(trx, recorder, operator.id, body.counts)),
    })),
  );
  bind(app, context, 'POST /api/console/shifts/close', ({ operator, ip, body }) =>
    act(context, { operator, ip }, async (trx, recorder) => ({
      id: String(await closeShift(trx, recorder, operator.id, { counts: body.counts, note: body.note })),
    })),
  );
  bind(app, context, 'POST /api/console/shifts/list', ({ operator, body }) =>
    readers.read((from) => listShifts(from, operator, body)),
  );
  bind(app, context, 'POST /api/console/shifts/list/file', async ({ operator, ip, body, language }) => {
    const content = await readers.read((from) => shiftsFile(from, body, language));
    await act(context, { operator, ip }, (_, recorder) =>
      recorder({ action: 'shift.export', subject: 'shift:all', after: body }),
    );
    return { content };
  });
  bind(app, context, 'GET /api/console/shifts/:id', ({ operator, params }) =>
    readReport(db, operator, BigInt(params.id)),
  );
  bind(app, context, 'POST /api/console/shifts/:id/decisions', async ({ operator, params, body }) =>
    asSeenBy(
      operator.role,
      await readers.read((from) => listDecisions(from, operator, BigInt(params.id), body.before)),
    ),
  );
  bind(app, context, 'POST /api/console/shifts/:id/file', async ({ operator, ip, params, language }) => {
    const content = await readers.read((from) =>
      decisionsFile(from, operator, { id: BigInt(params.id), language }),
    );
    await act(context, { operator, ip }, (_, recorder) =>
      recorder({ action: 'shift.export', subject: `shift:${params.id}` }),
    );
    return { content };
  });
  bind(app, context, 'POST /api/console/shifts/:id/end', async ({ operator, ip, params, body }) => {
    await act(context, { operator, ip }, (trx, recorder) =>
      endShift(trx, recorder, { id: BigInt(params.id), operatorId: operator.id, reason: body.reason }),
    );
    return { code: 'OK' };
  });
}
