import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { putDevice, readAlarms, removeDevice } from './devices.ts';

/** Alarms on the operator's own devices. */
export function alarmRoutes(app: FastifyInstance, context: AppContext): void {
  const { config, db } = context;

  bind(app, context, 'GET /api/console/me/alarms', ({ operator }) => readAlarms(context, operator));
  bind(app, context, 'PUT /api/console/me/alarms', async ({ operator, body, language, ip }) => {
    await db.transaction().execute((trx) => putDevice(trx, operator, body, { config, language, ip }));
    return { code: 'OK' };
  });
  bind(app, context, 'DELETE /api/console/me/alarms', async ({ operator }) => {
    await db.transaction().execute((trx) => removeDevice(trx, operator));
    return { code: 'OK' };
  });
}
