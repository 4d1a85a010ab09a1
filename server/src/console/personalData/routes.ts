import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { askForCopy } from '../../modules/personalData/copy/askForCopy.ts';
import { keepAccount, requireErasable } from '../../modules/personalData/erasure/erasureRow.ts';
import { countPast, retentionTerms } from '../../modules/personalData/retention/retentionJob.ts';
import { RETENTION_RULES } from '../../modules/personalData/retention/retentionRules.ts';
import { act, type Recorder } from '../act.ts';
import { changeOrAsk } from '../approvals/ask.ts';
import type { Actor } from '../audit.ts';
import { bindLook } from '../members/lookAtMember.ts';
import { closeOrAsk } from './breachApproval.ts';
import { addBreach, listBreaches, noteOfficeTold, tellMembers } from './breaches.ts';
import { eraseApproval, readRetainedRecord, requireMember, showMemberData } from './memberData.ts';

/** Operators' part of members' rights to their data, retention and breaches. */
export function operatorDataRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, secrets, settings } = context;

  bindLook(app, context, 'GET /api/console/members/:id/data', ({ params }) =>
    showMemberData(db, BigInt(params.id)),
  );
  bind(
    app,
    context,
    'POST /api/console/members/:id/copy',
    async ({ operator, ip, params, body, language }) => {
      const memberId = BigInt(params.id);
      await act(context, { operator, ip }, async (trx, recorder) => {
        await requireMember(trx, memberId);
        await askForCopy(trx, { memberId, language, askedBy: operator.id });
        await recorder({
          action: 'member.copyData',
          subject: `member:${memberId}`,
          memberId,
          reason: body.reason,
        });
      });
      context.wakeJob('copies');
      return { code: 'OK' };
    },
  );
  bind(app, context, 'POST /api/console/members/:id/erase', async ({ operator, ip, params, body }) => {
    const memberId = BigInt(params.id);
    await requireMember(db, memberId);
    await requireErasable(db, memberId);
    const waits = await changeOrAsk(context, { operator, ip }, eraseApproval, {
      subject: `member:${memberId}`,
      payload: { memberId: params.id },
      cause: { code: 'TWO_PERSONS' },
      reason: body.reason,
      memberId,
    });
    return { code: 'OK', waits };
  });
  bind(app, context, 'POST /api/console/members/:id/keep', async ({ operator, ip, params, body }) => {
    const memberId = BigInt(params.id);
    await act(context, { operator, ip }, async (trx, recorder) => {
      await keepAccount(trx, memberId);
      await recorder({
        action: 'member.keepAccount',
        subject: `member:${memberId}`,
        memberId,
        reason: body.reason,
      });
    });
    return { code: 'OK' };
  });
  bind(app, context, 'POST /api/console/members/:id/retained', ({ operator, ip, params, body }) =>
    act(context, { operator, ip }, (trx, recorder) =>
      readRetainedRecord(trx, recorder, secrets.personalData, {
        memberId: BigInt(params.id),
        reason: body.reason,
      }),
    ),
  );

  bind(app, context, 'GET /api/console/retention', async () => {
    const runs = await db.selectFrom('retention_run').selectAll().execute();
    const rules = [];
    for (const [name, rule] of Object.entries(RETENTION_RULES)) {
      const run = runs.find((one) => one.rule === name);
      rules.push({
        name,
        period: rule.period,
        due: await countPast(db, rule, retentionTerms(context)),
        removed: Number(run?.removed ?? 0n),
        ranAt: run?.ran_at?.toISOString() ?? null,
      });
    }
    return { isOn: settings.get('retention').isOn, rules };
  });

  const hours = () => settings.get('protection').breach.hours;
  const change = async (actor: Actor, verb: (trx: Trx, recorder: Recorder) => Promise<bigint>) => {
    const id = await act(context, actor, verb);
    const [breach] = await listBreaches(db, hours(), id);
    if (breach === undefined) throw new AppError('NO_DATA');
    return breach;
  };
  bind(app, context, 'GET /api/console/breaches', async () => ({
    hours: hours(),
    breaches: await listBreaches(db, hours()),
  }));
  bind(app, context, 'POST /api/console/breaches', ({ operator, ip, body }) =>
    change({ operator, ip }, (trx, recorder) => addBreach(trx, recorder, operator.id, body)),
  );
  bind(app, context, 'POST /api/console/breaches/:id/office', ({ operator, ip, params, body }) =>
    change({ operator, ip }, async (trx, recorder) => {
      await noteOfficeTold(trx, recorder, BigInt(params.id), body.reference);
      return BigInt(params.id);
    }),
  );
  bind(app, context, 'POST /api/console/breaches/:id/members', ({ operator, ip, params }) =>
    change({ operator, ip }, async (trx, recorder) => {
      await tellMembers(trx, recorder, BigInt(params.id));
      return BigInt(params.id);
    }),
  );
  bind(app, context, 'POST /api/console/breaches/:id/close', async ({ operator, ip, params, body }) => ({
    code: 'OK',
    waits: await closeOrAsk(context, { operator, ip }, { breachId: params.id, reason: body.reason }),
  }));
}
