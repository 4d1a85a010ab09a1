import type { Language } from '@krapao/contract/limits';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import { bind } from '../../calls/bind.ts';
import { requestKeyOf } from '../../calls/requestKey.ts';
import { newToken } from '../../calls/sessionToken.ts';
import type { AppContext } from '../../context.ts';
import { hashPassword } from '../../modules/auth/password.ts';
import { gatewayTitles } from '../../modules/lookup/lookupRows.ts';
import { readerOf } from '../../modules/statement/routes.ts';
import { showStory } from '../../modules/statement/showStory.ts';
import { act } from '../act.ts';
import { askSecondPerson, type Cause, changeOrAsk, requireNotAsked } from '../approvals/ask.ts';
import { SecondPersonNeeded } from '../approvals/ownMoney.ts';
import { requireSatang } from '../requireSatang.ts';
import { requestAdjustment } from './adjustBalance.ts';
import { adjustmentsOf } from './adjustment.ts';
import { memberChangeApproval, readMemberChange } from './changeMember.ts';
import { prepareGrant, requestGrant } from './grantReward.ts';
import { listMembers, memberFile } from './listMembers.ts';
import { bindLook, lookAtMember } from './lookAtMember.ts';
import { listMemberSlips, listPayments } from './memberDeposits.ts';
import { listEntries, listPostings } from './memberHistory.ts';
import { listInvitees } from './memberInvitees.ts';
import { memberLimits } from './memberLimits.ts';
import { holdApart, listLinks, requireTogether, separateApproval } from './memberLinks.ts';
import { memberThen } from './memberThen.ts';
import { memberFigureRows } from './memberTotals.ts';
import { askedMerge, mergeApproval, previewMerge } from './mergeApproval.ts';
import { addNote, setTags } from './notes.ts';
import { asSeenBy } from './privateData.ts';
import { resetSecurity } from './resetSecurity.ts';
import {
  endMemberSessions,
  invalidatePassword,
  setFrozen,
  setPayoutsStopped,
  setSuspended,
} from './restrictMember.ts';
import { revealMember } from './revealMember.ts';
import { searchMembers } from './searchMembers.ts';
import { showMember } from './showMember.ts';

/** Members as operators see them, with the possible actions. */
export function operatorMemberRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, readers, settings, secrets } = context;
  const asked = ({ before }: { before?: string }, language: Language) => ({
    before,
    gateways: gatewayTitles(context, language),
  });

  bind(app, context, 'POST /api/console/members/search', async ({ operator: { role }, body }) => {
    const page = { skip: body.skip ?? 0, role };
    return asSeenBy(role, await readers.read((from) => searchMembers(from, body.text, page)));
  });
  bind(app, context, 'POST /api/console/members/list', async ({ operator, body }) =>
    asSeenBy(operator.role, await readers.read((from) => listMembers(from, body))),
  );
  bind(app, context, 'POST /api/console/members/list/file', async ({ operator, ip, body, language }) => {
    const part = await readers.read((from) => memberFile(from, body, { language, role: operator.role }));
    // Each part has its line: `after` is the caller's word, and any place of the file can be asked for.
    await act(context, { operator, ip }, (_, recorder) =>
      recorder({ action: 'member.export', subject: 'member:all', after: body }),
    );
    return part;
  });
  bindLook(app, context, 'GET /api/console/members/:id', ({ params, language }) =>
    showMember(db, BigInt(params.id), { language, pack: settings.get('protection') }),
  );
  bindLook(app, context, 'POST /api/console/members/:id/postings', ({ params, body, language }) =>
    readers.read((from) => listPostings(from, BigInt(params.id), asked(body, language))),
  );
  bindLook(app, context, 'POST /api/console/members/:id/figure', ({ params, body }) =>
    readers.read((from) => memberFigureRows(from, { ...body, memberId: BigInt(params.id) })),
  );
  bindLook(app, context, 'POST /api/console/members/:id/moment', ({ params, body, language }) =>
    readers.read((from) => memberThen(from, BigInt(params.id), new Date(body.at), language)),
  );
  bindLook(app, context, 'POST /api/console/members/:id/statement', ({ params, body, language }) =>
    readers.read((from) => listEntries(from, BigInt(params.id), asked(body, language))),
  );
  bindLook(app, context, 'GET /api/console/members/:id/statement/:row', ({ params, language }) =>
    showStory(db, BigInt(params.id), params.row, readerOf(context, language)),
  );

  bindLook(app, context, 'POST /api/console/members/:id/slips', ({ params, body }) =>
    readers.read((from) =>
      listMemberSlips(from, BigInt(params.id), { before: body.before, linkKey: secrets.signedLink }),
    ),
  );
  bindLook(app, context, 'POST /api/console/members/:id/payments', ({ params, body, language }) =>
    readers.read((from) => listPayments(from, BigInt(params.id), asked(body, language))),
  );
  bindLook(app, context, 'POST /api/console/members/:id/invitees', ({ params, body }) =>
    readers.read((from) => listInvitees(from, BigInt(params.id), body.before)),
  );

  bindLook(app, context, 'GET /api/console/members/:id/limits', ({ params }) =>
    memberLimits(db, BigInt(params.id), settings.get('protection')),
  );
  bindLook(app, context, 'GET /api/console/members/:id/links', ({ params }) =>
    listLinks(db, BigInt(params.id), settings.get('links')),
  );
  bind(app, context, 'POST /api/console/members/:id/separate', async ({ operator, ip, params, body }) => {
    const { other, reason } = body;
    await requireTogether(db, BigInt(params.id), BigInt(other));
    const waits = await changeOrAsk(context, { operator, ip }, separateApproval, {
      subject: `member:${params.id}`,
      payload: { memberId: params.id, other },
      cause: { code: 'TWO_PERSONS' },
      reason,
      memberId: BigInt(params.id),
    });
    return { code: 'OK', waits };
  });
  bind(app, context, 'POST /api/console/members/:id/join', async ({ operator, ip, params, body }) => {
    await act(context, { operator, ip }, (trx, recorder) =>
      holdApart(trx, recorder, {
        isApart: false,
        memberId: BigInt(params.id),
        other: BigInt(body.other),
        operatorId: operator.id,
        reason: body.reason,
      }),
    );
    return { code: 'OK' };
  });
  const mergedOf = (stays: string, goes: string) => ({ staysId: BigInt(stays), goesId: BigInt(goes) });
  bindLook(
    app,
    context,
    'POST /api/console/members/:id/merge/preview',
    async ({ operator, ip, params, body }) => {
      const preview = await previewMerge(context, mergedOf(params.id, body.other));
      await lookAtMember(db, { operator, ip }, BigInt(body.other));
      return preview;
    },
  );
  bind(app, context, 'POST /api/console/members/:id/merge', async ({ operator, ip, params, body }) => {
    const { payload, amount } = await askedMerge(context, mergedOf(params.id, body.other));
    const waits = await act(context, { operator, ip }, async (trx, recorder) => {
      // Two requests about one account would each move its money.
      await requireNotAsked(trx, `merge:${body.other}`);
      return askSecondPerson(
        trx,
        recorder,
        mergeApproval,
        { operator, ip },
        {
          subject: `merge:${body.other}`,
          payload,
          cause: { code: 'TWO_PERSONS' },
          reason: body.reason,
          memberId: BigInt(params.id),
          amount,
        },
      );
    });
    return { code: 'OK', waits };
  });
  bind(app, context, 'POST /api/console/members/:id/reveal', ({ operator, ip, params, body }) =>
    act(context, { operator, ip }, (trx, recorder) =>
      revealMember(trx, recorder, { memberId: BigInt(params.id), reason: body.reason }),
    ),
  );
  bind(app, context, 'POST /api/console/members/:id/notes', async ({ operator, ip, params, body }) => {
    await act(context, { operator, ip }, (trx, recorder) =>
      addNote(trx, recorder, { memberId: BigInt(params.id), operatorId: operator.id, text: body.text }),
    );
    return { code: 'OK' };
  });
  bind(app, context, 'PUT /api/console/members/:id/tags', async ({ operator, ip, params, body }) => {
    await act(context, { operator, ip }, (trx, recorder) =>
      setTags(trx, recorder, { memberId: BigInt(params.id), tags: body.tags }),
    );
    return { code: 'OK' };
  });
  for (const verb of ['suspend', 'restore'] as const) {
    bind(app, context, `POST /api/console/members/:id/${verb}`, async ({ operator, ip, params, body }) => {
      await act(context, { operator, ip }, (trx, recorder) =>
        setSuspended(trx, recorder, {
          memberId: BigInt(params.id),
          isSuspended: verb === 'suspend',
          reason: body.reason,
        }),
      );
      return { code: 'OK' };
    });
  }
  for (const verb of ['freeze', 'unfreeze'] as const) {
    bind(app, context, `POST /api/console/members/:id/${verb}`, async ({ operator, ip, params, body }) => {
      await act(context, { operator, ip }, (trx, recorder) =>
        setFrozen(trx, recorder, {
          memberId: BigInt(params.id),
          isFrozen: verb === 'freeze',
          operatorId: operator.id,
          reason: body.reason,
        }),
      );
      return { code: 'OK' };
    });
  }
  for (const verb of ['stop-payouts', 'allow-payouts'] as const) {
    bind(app, context, `POST /api/console/members/:id/${verb}`, async ({ operator, ip, params, body }) => {
      await act(context, { operator, ip }, (trx, recorder) =>
        setPayoutsStopped(trx, recorder, {
          memberId: BigInt(params.id),
          areStopped: verb === 'stop-payouts',
          operatorId: operator.id,
          reason: body.reason,
        }),
      );
      return { code: 'OK' };
    });
  }
  bind(app, context, 'POST /api/console/members/:id/end-sessions', async ({ operator, ip, params, body }) => {
    await act(context, { operator, ip }, (trx, recorder) =>
      endMemberSessions(trx, recorder, { memberId: BigInt(params.id), reason: body.reason }),
    );
    return { code: 'OK' };
  });
  bind(
    app,
    context,
    'POST /api/console/members/:id/reset-password',
    async ({ operator, ip, params, body }) => {
      const passwordHash = await hashPassword(newToken());
      await act(context, { operator, ip }, (trx, recorder) =>
        invalidatePassword(trx, recorder, {
          memberId: BigInt(params.id),
          passwordHash,
          reason: body.reason,
        }),
      );
      return { code: 'OK' };
    },
  );

  bind(
    app,
    context,
    'POST /api/console/members/:id/reset-security',
    async ({ operator, ip, params, body }) => {
      await act(context, { operator, ip }, (trx, recorder) =>
        resetSecurity(trx, recorder, { memberId: BigInt(params.id), reason: body.reason }),
      );
      return { code: 'OK' };
    },
  );

  bind(app, context, 'POST /api/console/members/:id/change', async ({ operator, ip, params, body }) => {
    const payload = await db
      .transaction()
      .execute((trx) => readMemberChange(trx, BigInt(params.id), body, context));
    const waits = await changeOrAsk(context, { operator, ip }, memberChangeApproval, {
      subject: `member:${params.id}`,
      payload,
      cause: { code: 'TWO_PERSONS' },
      reason: body.reason,
      memberId: BigInt(params.id),
    });
    return { waits };
  });
  bind(app, context, 'POST /api/console/members/:id/grant', async (call) => {
    const { operator, ip, params, body, idempotencyKey } = call;
    const memberId = BigInt(params.id);
    const request = {
      memberId,
      kind: body.kind,
      amount: body.kind === 'coins' ? BigInt(body.amount) : requireSatang(body.amount),
      reason: body.reason,
      requestKey: requestKeyOf(idempotencyKey, 'grant', params.id, body),
    };
    await prepareGrant(context, request);
    const grant = (cause?: Cause) =>
      act(context, { operator, ip }, async (trx, recorder) => ({
        code: 'OK' as const,
        waits: await requestGrant(
          trx,
          recorder,
          { operator, ip },
          { ...request, ...(cause && { cause }) },
          context,
        ),
      }));
    return grant().catch((error: unknown) => {
      if (error instanceof SecondPersonNeeded) return grant(error.why);
      throw error;
    });
  });
  bind(app, context, 'POST /api/console/members/:id/adjust', async (call) => {
    const { operator, ip, params, body, idempotencyKey } = call;
    const amount = requireSatang(body.amount);
    const requestKey = requestKeyOf(idempotencyKey, 'adjust', params.id, body);
    const correct = (cause?: Cause) =>
      act(context, { operator, ip }, async (trx, recorder) => {
        const request = {
          memberId: BigInt(params.id),
          amount,
          reasonCode: body.reasonCode,
          reason: body.reason,
          requestKey,
          ...(cause && { cause }),
        };
        const { id, waits } = await requestAdjustment(trx, recorder, { operator, ip }, request, context);
        return { adjustment: oneAdjustment(await adjustmentsOf(trx, { id, limit: 1 })), waits };
      });
    return correct().catch((error: unknown) => {
      if (error instanceof SecondPersonNeeded) return correct(error.why);
      throw error;
    });
  });
}

function oneAdjustment<T>([adjustment]: T[]): T {
  if (adjustment === undefined) throw new AppError('NO_DATA');
  return adjustment;
}
