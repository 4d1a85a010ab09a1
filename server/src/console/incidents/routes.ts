import { isAllowed } from '@krapao/contract/permissions';
import { QUEUE_PERMISSIONS } from '@krapao/contract/queues';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { QUEUES } from '../../queues.ts';
import { act } from '../act.ts';
import { depositIncident } from './depositIncident.ts';
import { transferIncident } from './transferIncident.ts';

/** The queue in which an operator meets an incident of each kind. */
const QUEUE_OF = { transfer: 'transfers', deposit: 'slips' } as const;

/** Incidents as files that developers play in the sandbox (docs/decisions/289-incidents-as-scenarios.md). */
export function incidentRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'POST /api/console/incidents/export', ({ operator, ip, body }) => {
    const { kind, id } = body;
    const queue = QUEUE_OF[kind];
    if (!isAllowed(operator.role, QUEUE_PERMISSIONS[queue])) throw new AppError('OPERATOR_FORBIDDEN', queue);
    const { variant } = context.config;
    return act(context, { operator, ip }, async (trx, recorder) => {
      const { scenario, memberId } =
        kind === 'transfer'
          ? await transferIncident(trx, id, variant)
          : await depositIncident(trx, BigInt(id), variant);
      await recorder({
        action: 'incident.export',
        subject: `${QUEUES[queue].subject}:${id}`,
        memberId,
        after: { reproducible: scenario.reproducible },
      });
      return scenario;
    });
  });
}
