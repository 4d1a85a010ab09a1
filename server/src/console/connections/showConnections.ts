import type { Capability, Trouble } from '@krapao/contract/connections';
import type { Language } from '@krapao/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { deliveryPath } from '../../modules/deliveries/routes.ts';
import { takerOf } from '../../modules/deliveries/takeDelivery.ts';
import { titlesByConnection } from '../../modules/deposits/gateway/catalogue.ts';
import type { LiveConnection } from '../../providers/connections/connections.ts';
import { findDriver } from '../../providers/connections/registry.ts';
import { presentWaits, type Waits } from '../approvals/ask.ts';
import { connectionAddApproval, type NewConnection } from './connectionApprovals.ts';

/** All connections in the order in which they are asked by priority, with their health. */
export async function listConnections(
  { db, connections, lookups }: Pick<AppContext, 'db' | 'connections' | 'lookups'>,
  language: Language,
) {
  const offers = titlesByConnection({ connections, lookups }, language);
  const offeredAs = (capability: string, id: string) =>
    capability === 'gateway' ? (offers.get(id) ?? []) : null;
  const [rows, waits] = await Promise.all([
    db
      .selectFrom('connection as c')
      .innerJoin('operator as o', 'o.id', 'c.changed_by')
      .selectAll('c')
      .select('o.name as changer')
      .orderBy('priority')
      .orderBy('created_at')
      .execute(),
    waitingChanges(db),
  ]);
  const health = await healthOf(
    db,
    [...rows, ...connections.fixed].map(({ id }) => id),
  );
  const unopened = new Set(connections.unopened().map(({ id }) => id));
  const stored = rows.map((row) => ({
    id: row.id,
    capability: row.capability as Capability,
    driver: row.driver,
    title: findDriver(row.capability, row.driver)?.title ?? row.driver,
    name: row.name,
    priority: row.priority,
    isActive: row.is_active,
    isShadow: row.is_shadow,
    isFixed: false,
    canTest: connections.find(row.id)?.port.test !== undefined,
    config: row.config as Record<string, unknown>,
    secretsSet: row.secret_names,
    receivesAt: receivesAt(connections.find(row.id)),
    version: row.version,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changer,
    offeredAs: offeredAs(row.capability, row.id),
    health: presentHealth(
      row.is_active ? (unopened.has(row.id) ? 'unopened' : 'on') : 'off',
      health.get(row.id),
    ),
    waits: waits.get(`connection:${row.id}`) ?? null,
  }));
  const fixed = connections.fixed.map(({ id, capability, driver, title, name, port }) => ({
    id,
    capability,
    driver,
    title,
    name,
    priority: 1_000,
    isActive: true,
    isShadow: false,
    isFixed: true,
    canTest: port.test !== undefined,
    config: {},
    secretsSet: [],
    receivesAt: null,
    version: 1,
    changedAt: null,
    changedBy: null,
    offeredAs: offeredAs(capability, id),
    health: presentHealth('on', health.get(id)),
    waits: null,
  }));
  return [...stored, ...fixed];
}

const receivesAt = (connection: LiveConnection | undefined) =>
  connection !== undefined && takerOf(connection) !== undefined ? deliveryPath(connection.id) : null;

/** The connections in use whose newest call failed, with their failures of the last hour. */
export async function failingConnections(db: Db): Promise<{ id: string; failures: number }[]> {
  const used = await db.selectFrom('connection').select('id').where('is_active', '=', true).execute();
  const health = await healthOf(
    db,
    used.map(({ id }) => id),
  );
  return used.flatMap(({ id }) => {
    const { state, failures } = presentHealth('on', health.get(id));
    return state === 'failing' ? [{ id, failures }] : [];
  });
}

interface HealthRow {
  connection_id: string;
  success_at: Date | null;
  trouble_at: Date | null;
  trouble: Trouble | null;
  calls: number;
  failures: number;
  median_ms: number | null;
  quota_left: bigint | null;
  compared: number;
  agreed: number;
}

/** Health by connection. Each figure is one look into an index, however many calls there were. */
async function healthOf(db: Db, ids: readonly string[]): Promise<Map<string, HealthRow>> {
  const newest = (kind: RawBuilder<unknown>) =>
    sql`select at, trouble, quota_left from connection_call c where c.connection_id = i.id and ${kind} order by at desc limit 1`;
  const { rows } = await sql<HealthRow>`
    select i.id as connection_id, success.at as success_at, failure.at as trouble_at, failure.trouble,
      quota.quota_left, hour.*, shadow.*
    from unnest(${ids}::text[]) as i (id)
    left join lateral (${newest(sql`trouble is null`)}) success on true
    left join lateral (${newest(sql`trouble is not null`)}) failure on true
    left join lateral (${newest(sql`quota_left is not null`)}) quota on true
    cross join lateral (
      select count(*)::int as calls, (count(*) filter (where trouble is not null))::int as failures,
        (percentile_disc(0.5) within group (order by took_ms))::int as median_ms
      from connection_call c where c.connection_id = i.id and c.at > site.now() - interval '1 hour') hour
    cross join lateral (
      select count(*)::int as compared, (count(*) filter (where agrees))::int as agreed
      from connection_call c where c.connection_id = i.id and c.agrees is not null) shadow`.execute(db);
  return new Map(rows.map((row) => [row.connection_id, row]));
}

function presentHealth(use: 'on' | 'off' | 'unopened', row: HealthRow | undefined) {
  const { success_at: successAt = null, trouble_at: troubleAt = null, trouble = null } = row ?? {};
  const isFailing = troubleAt !== null && (successAt === null || troubleAt > successAt);
  const isUnused = successAt === null && troubleAt === null;
  const working = isUnused ? ('unused' as const) : isFailing ? ('failing' as const) : ('ok' as const);
  return {
    state: use === 'on' ? working : use,
    lastSuccessAt: successAt?.toISOString() ?? null,
    lastTrouble: troubleAt && trouble ? { at: troubleAt.toISOString(), reason: trouble } : null,
    calls: row?.calls ?? 0,
    failures: row?.failures ?? 0,
    medianMs: row?.median_ms ?? null,
    quotaLeft: row?.quota_left == null ? null : Number(row.quota_left),
    compared: row?.compared ?? 0,
    agreed: row?.agreed ?? 0,
  };
}

/** Waiting changes by their subject. */
async function waitingChanges(db: Db): Promise<Map<string, Waits>> {
  const rows = await db
    .selectFrom('approval')
    .where('state', '=', 'PENDING')
    .where('subject', 'like', 'connection:%')
    .select(['subject', 'id', 'cause', 'cause_limit', 'cause_amount', 'takes_effect_at'])
    .execute();
  return new Map(rows.map((row) => [row.subject, presentWaits(row)]));
}

/** Connections that a second operator must approve before they are there, the oldest first. */
export async function listAdditions(db: Db) {
  const rows = await db
    .selectFrom('approval')
    .where('state', '=', 'PENDING')
    .where('kind', '=', connectionAddApproval.name)
    .orderBy('created_at')
    .select(['id', 'payload', 'cause', 'cause_limit', 'cause_amount', 'takes_effect_at'])
    .execute();
  return rows.map((row) => {
    const { id, capability, driver, terms } = row.payload as unknown as NewConnection;
    return {
      id,
      capability: capability as Capability,
      driver,
      title: findDriver(capability, driver)?.title ?? driver,
      name: terms.name,
      waits: presentWaits(row),
    };
  });
}

const NEWEST = 50;

/** The newest calls and changes of a connection. @throws AppError NO_DATA */
export async function showHistory({ db, connections }: Pick<AppContext, 'db' | 'connections'>, id: string) {
  const isKnown = connections.fixed.some((fixed) => fixed.id === id);
  const calls = await db
    .selectFrom('connection_call')
    .where('connection_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .select(['at', 'operation', 'trouble', 'took_ms'])
    .execute();
  const changes = await db
    .selectFrom('audit_entry as e')
    .innerJoin('operator as o', 'o.id', 'e.operator_id')
    .where('e.subject', '=', `connection:${id}`)
    .orderBy('e.id', 'desc')
    .limit(NEWEST)
    .select(['e.at', 'o.name', 'e.action', 'e.reason'])
    .execute();
  if (!isKnown && changes.length === 0) throw new AppError('NO_DATA');
  return {
    calls: calls.map(({ at, operation, trouble, took_ms }) => ({
      at: at.toISOString(),
      operation,
      trouble: trouble as Trouble | null,
      tookMs: took_ms,
    })),
    changes: changes.map(({ at, name, action, reason }) => ({
      at: at.toISOString(),
      by: name,
      action,
      reason,
    })),
  };
}
