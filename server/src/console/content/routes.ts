import { isDeepStrictEqual } from 'node:util';
import { TABLE_PERMISSIONS } from '@krapao/contract/contentPermissions';
import { bahtFromSatang, satangFromBaht } from '@krapao/contract/money';
import { isAllowed } from '@krapao/contract/permissions';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { SIMULATION_JOB } from '../../modules/whatIf/simulationJob.ts';
import { operatorTurn } from '../../parsing/turns.ts';
import { act, actorName } from '../act.ts';
import { presentCause } from '../approvals/ask.ts';
import { compareWithSimulation } from './comparison.ts';
import { contentExample } from './contentExample.ts';
import { storeFilm } from './contentFilm.ts';
import { CONTENT, requireEditor } from './contentKinds.ts';
import { storePicture } from './contentPicture.ts';
import { discardDraft, orderContent, publishDraft, restoreVersion, saveDraft } from './editContent.ts';
import { causeOf } from './guard.ts';
import { type Publisher, refuse } from './publishContent.ts';
import { listContent, problemsOf, showContent, showVersions } from './showContent.ts';
import {
  cancelSimulation,
  isSimulated,
  needsSimulation,
  showSimulation,
  startSimulation,
} from './simulation.ts';
import { worstCaseOf } from './worstCase.ts';

/** What operators edit: texts, banners, banks, bonuses, the wheel, limits and switches. */
export function operatorContentRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, files, readers, settings } = context;
  const offerLimit = () => BigInt(settings.get('ownMoney').offerLimitSatang);
  const publisherOf = (
    operator: Operator,
    ip: string,
    { reason, withoutSimulation }: { reason?: string; withoutSimulation?: string },
  ): Publisher => ({ operator, ip, reason, withoutSimulation, limit: offerLimit() });

  bind(app, context, 'GET /api/console/content', async ({ operator }) => ({
    items: await listContent(db, operator),
  }));
  bind(app, context, 'GET /api/console/content/:kind/:item', async ({ operator, params }) => {
    requireEditor(operator, params);
    return showContent(db, params);
  });
  bind(app, context, 'PUT /api/console/content/:kind/:item/draft', async ({ operator, ip, params, body }) => {
    requireEditor(operator, params);
    return act(context, { operator, ip }, async (trx, recorder) => {
      await saveDraft(trx, recorder, params, { ...body, actor: actorName({ operator }) });
      return showContent(trx, params);
    });
  });
  bind(app, context, 'POST /api/console/content/:kind/:item/discard', async ({ operator, ip, params }) => {
    requireEditor(operator, params);
    return act(context, { operator, ip }, async (trx, recorder) => {
      await discardDraft(trx, recorder, params);
      return showContent(trx, params);
    });
  });
  bind(
    app,
    context,
    'POST /api/console/content/:kind/:item/publish',
    async ({ operator, ip, params, body }) => {
      requireEditor(operator, params);
      return act(context, { operator, ip }, async (trx, recorder) => {
        const { item, waits } = await publishDraft(trx, recorder, params, {
          revision: body.revision,
          confirmation: body.confirmation,
          publisher: publisherOf(operator, ip, body),
        });
        return { ...(await showContent(trx, { kind: params.kind, item })), waits };
      });
    },
  );
  bind(app, context, 'POST /api/console/content/:kind/:item/versions', async ({ operator, params, body }) => {
    requireEditor(operator, params);
    return showVersions(db, params, body);
  });
  bind(
    app,
    context,
    'POST /api/console/content/:kind/:item/restore',
    async ({ operator, ip, params, body }) => {
      requireEditor(operator, params);
      return act(context, { operator, ip }, async (trx, recorder) => {
        const waits = await restoreVersion(trx, recorder, params, {
          version: body.version,
          current: body.current,
          confirmation: body.confirmation,
          publisher: publisherOf(operator, ip, body),
        });
        return { ...(await showContent(trx, params)), waits };
      });
    },
  );
  bind(app, context, 'POST /api/console/content/:kind/:item/example', async ({ operator, params, body }) => {
    requireEditor(operator, params);
    const amount = satangFromBaht(body.baht);
    if (amount === null || amount <= 0n) throw new AppError('INVALID_AMOUNT');
    const problems = await problemsOf(db, params, body.value);
    if (problems.length > 0)
      return { problems, lines: [], odds: [], worstCase: null, second: null, needsSimulation: false };
    const before = await CONTENT[params.kind].read(db, params.item);
    if (before === undefined) throw new AppError('NO_DATA');
    const worst = worstCaseOf(params, body.value);
    const change = { ...params, before, value: body.value };
    const cause = isDeepStrictEqual(before, body.value)
      ? null
      : await causeOf(db, change, { operatorId: operator.id, limit: offerLimit() });
    return {
      problems,
      ...contentExample(params, body.value, amount),
      worstCase: worst === null ? null : bahtFromSatang(worst),
      second: cause && presentCause(cause),
      needsSimulation: await needsSimulation(db, change),
    };
  });
  bind(
    app,
    context,
    'POST /api/console/content/:kind/:item/simulate',
    async ({ operator, ip, params, body }) => {
      requireEditor(operator, params);
      if (!isSimulated(params.kind)) throw new AppError('NO_DATA');
      if ((await CONTENT[params.kind].read(db, params.item)) === undefined) throw new AppError('NO_DATA');
      refuse(await problemsOf(db, params, body.value));
      const { value, seed } = body;
      await act(context, { operator, ip }, (trx, recorder) =>
        startSimulation(trx, recorder, params, { value, seed, operatorId: operator.id }),
      );
      context.wakeJob(SIMULATION_JOB);
      return { simulation: await showSimulation(db, params, value) };
    },
  );
  bind(
    app,
    context,
    'POST /api/console/content/:kind/:item/simulation',
    async ({ operator, params, body }) => {
      requireEditor(operator, params);
      return { simulation: isSimulated(params.kind) ? await showSimulation(db, params, body.value) : null };
    },
  );
  bind(
    app,
    context,
    'POST /api/console/content/:kind/:item/cancelSimulation',
    async ({ operator, ip, params, body }) => {
      requireEditor(operator, params);
      await act(context, { operator, ip }, (trx, recorder) =>
        cancelSimulation(trx, recorder, params, body.id),
      );
      return { code: 'OK' };
    },
  );
  bind(app, context, 'GET /api/console/content/:kind/:item/comparison', async ({ operator, params }) => {
    requireEditor(operator, params);
    return readers.read((reader) => compareWithSimulation(reader, params));
  });
  bind(app, context, 'PUT /api/console/content/:kind/order', async ({ operator, ip, params, body }) => {
    const permission = TABLE_PERMISSIONS[params.kind];
    if (!isAllowed(operator.role, permission)) throw new AppError('OPERATOR_FORBIDDEN', permission);
    return act(context, { operator, ip }, async (trx, recorder) => {
      await orderContent(trx, recorder, params.kind, body.items);
      return { items: await listContent(trx, operator) };
    });
  });
  bind(app, context, 'POST /api/console/content/picture', async ({ operator, ip, request }) => {
    const stored = await storePicture(files, operatorTurn(operator.id), request);
    await act(context, { operator, ip }, (_trx, recorder) =>
      recorder({ action: 'picture.upload', subject: `picture:${stored.image}`, after: stored }),
    );
    return stored;
  });
  bind(app, context, 'POST /api/console/content/film', async ({ operator, ip, request }) => {
    const stored = await storeFilm(files, operatorTurn(operator.id), request);
    await act(context, { operator, ip }, (_trx, recorder) =>
      recorder({ action: 'film.upload', subject: `film:${stored.address}`, after: stored }),
    );
    return stored;
  });
}
