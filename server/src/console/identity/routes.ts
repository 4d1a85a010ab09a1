import { isAllowed } from '@krapao/contract/permissions';
import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { identityKeys } from '../../identityKeys.ts';
import {
  compareFacts,
  lockRequest,
  refuseRequest,
  requireFacts,
} from '../../modules/identity/documents/decideRequest.ts';
import { readFacts } from '../../modules/identity/documents/readFacts.ts';
import { decideFinding } from '../../modules/identity/findings/decideFinding.ts';
import { readSetting } from '../../settings/settings.ts';
import { act, actorName } from '../act.ts';
import { askSecondPerson, requireNotAsked } from '../approvals/ask.ts';
import { isBeingSetUp } from '../approvals/secondPerson.ts';
import { bindLook } from '../members/lookAtMember.ts';
import { requireClaim, useClaim } from '../queues/claim.ts';
import { decide } from '../queues/decide.ts';
import { memberName } from '../queues/memberFacts.ts';
import { dismissOrAsk } from './dismissApproval.ts';
import { applyApproval, identityApproval, needsTwo, payloadOf } from './identityApproval.ts';
import { listFindings, listIdentityRequests } from './identityQueues.ts';
import { lookAtPictures } from './lookAtPictures.ts';
import { showIdentity } from './memberIdentity.ts';

/** Documents of members, and what checks have found about them (protection.md 33, 39, 41, 45). */
export function operatorIdentityRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, secrets } = context;

  bind(app, context, 'GET /api/console/identityRequests', ({ operator, query }) =>
    listIdentityRequests(db, operator, query),
  );
  bind(app, context, 'POST /api/console/identityRequests/:id/look', (call) =>
    act(context, call, async (trx, recorder) => {
      const { operator, params, body } = call;
      const asked = { key: secrets.signedLink, operator, id: BigInt(params.id), reason: body.reason };
      return { pictures: await lookAtPictures(trx, recorder, asked) };
    }),
  );
  bind(app, context, 'POST /api/console/identityRequests/:id/compare', async (call) => {
    const { operator, params, body } = call;
    const facts = readFacts(await identityKeys(db, secrets), body);
    return act(context, call, async (trx, recorder) => {
      // A typed number tells who has shown it: only who decides the request now asks, and each time is recorded.
      await requireClaim(trx, 'identityRequests', params.id, operator.id);
      const row = await lockRequest(trx, BigInt(params.id));
      const compared = await compareFacts(trx, row, facts, await readSetting(trx, 'protection'));
      const others = await trx
        .selectFrom('member')
        .where('id', 'in', [0n, ...compared.others])
        .select(['id as member_id', 'name', 'phone_number'])
        .execute();
      await recorder({
        action: 'identity.compare',
        subject: `identityRequest:${params.id}`,
        memberId: row.member_id,
        after: { members: others.map(({ member_id }) => String(member_id)) },
      });
      return { ...compared, others: others.map(memberName) };
    });
  });
  bind(app, context, 'POST /api/console/identityRequests/:id/approve', async (call) => {
    const { operator, params, body } = call;
    const facts = readFacts(await identityKeys(db, secrets), body);
    return act(context, call, async (trx, recorder) => {
      await useClaim(trx, 'identityRequests', params.id, operator.id);
      const subject = `identityRequest:${params.id}`;
      await requireNotAsked(trx, subject);
      const pack = await readSetting(trx, 'protection');
      const row = await lockRequest(trx, BigInt(params.id));
      const comparison = await compareFacts(trx, row, facts, pack);
      requireFacts(row, facts, comparison);
      const payload = payloadOf(row, facts);
      if (!needsTwo(row, comparison) || (await isBeingSetUp(trx))) {
        const decision = { operator: actorName(call), reason: body.reason };
        await applyApproval(trx, { recorder, decision }, payload, pack);
        return { code: 'OK' as const, waits: null };
      }
      const waits = await askSecondPerson(trx, recorder, identityApproval, call, {
        subject,
        payload,
        cause: { code: 'TWO_PERSONS' },
        reason: body.reason,
        memberId: row.member_id,
        queue: 'identityRequests',
      });
      return { code: 'OK' as const, waits };
    });
  });
  bind(app, context, 'POST /api/console/identityRequests/:id/reject', (call) =>
    decide(context, call, 'identityRequests', async (trx, { recorder, decision }) => {
      const { refusal } = call.body;
      const row = await refuseRequest(trx, { id: BigInt(call.params.id), refusal, ...decision });
      await recorder({
        action: 'identity.reject',
        subject: `identityRequest:${call.params.id}`,
        memberId: row.member_id,
        after: { refusal },
        reason: decision.reason,
      });
    }),
  );

  bind(app, context, 'GET /api/console/findings', ({ operator, query }) => listFindings(db, operator, query));
  bind(app, context, 'POST /api/console/findings/:id/confirm', (call) =>
    decide(context, call, 'findings', async (trx, { recorder, decision }) => {
      const id = BigInt(call.params.id);
      const { memberId, kind } = await decideFinding(trx, { id, state: 'CONFIRMED', ...decision });
      await recorder({
        action: 'finding.confirm',
        subject: `finding:${id}`,
        memberId,
        after: { kind },
        reason: decision.reason,
      });
    }),
  );
  bind(app, context, 'POST /api/console/findings/:id/dismiss', async (call) => ({
    code: 'OK',
    waits: await dismissOrAsk(context, call, { findingId: call.params.id, reason: call.body.reason }),
  }));

  bindLook(app, context, 'GET /api/console/members/:id/identity', ({ operator, params }) =>
    showIdentity(db, BigInt(params.id), isAllowed(operator.role, 'identity.read')),
  );
}
