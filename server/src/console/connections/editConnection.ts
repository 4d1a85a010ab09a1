import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf } from '@krapao/contract/endpoint';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import {
  type ConnectionRow,
  openSecrets,
  type SecretValues,
  sealSecrets,
} from '../../providers/connections/connectionRow.ts';
import { allowedHosts } from '../../providers/connections/ownNetwork.ts';
import { act, actorName } from '../act.ts';
import { type Asker, changeOrAsk, type Waits } from '../approvals/ask.ts';
import {
  changeConnection,
  connectionAddApproval,
  connectionChangeApproval,
  connectionRemoveApproval,
  type SealedSecrets,
  termsOf,
} from './connectionApprovals.ts';
import {
  addressOf,
  mergedSecrets,
  requireComparable,
  requireDriver,
  requireSettings,
  type TypedSecrets,
} from './settings.ts';

/** Services that keep people out: without one, nobody is asked about, so one operator alone does not switch it off. */
const KEEPS_OUT: readonly string[] = ['register', 'verification'];
const CAUSE = { code: 'TWO_PERSONS' } as const;

/**
 * Adds a connection, switched off, or asks a second operator for it.
 * @throws AppError CONNECTION_INVALID
 */
export async function addConnection(
  context: AppContext,
  asker: Asker,
  body: BodyOf<Contract['POST /api/console/connections']>,
): Promise<{ id: string; waits: Waits | null }> {
  const { capability, driver: name, config, reason } = body;
  const secrets = mergedSecrets({}, body.secrets);
  requireSettings(requireDriver(capability, name), config, secrets, allowedHosts(context.config));
  requireComparable(capability, body.isShadow ?? false);
  const id = randomUUID();
  const terms = {
    name: body.name,
    priority: body.priority,
    isActive: false,
    isShadow: body.isShadow ?? false,
    config,
  };
  const waits = await changeOrAsk(context, asker, connectionAddApproval, {
    subject: `connection:${id}`,
    payload: { id, capability, driver: name, terms, secrets: sealed(context, id, secrets) },
    cause: CAUSE,
    reason,
  });
  return { id, waits };
}

/**
 * Changes a connection, or asks a second operator for it. One that works wrongly is switched off by one operator alone,
 * unless it keeps people out. @throws AppError NO_DATA, CONNECTION_INVALID, CHANGED_MEANWHILE, APPROVAL_WAITING
 */
export async function editConnection(
  context: AppContext,
  asker: Asker,
  id: string,
  body: BodyOf<Contract['PUT /api/console/connections/:id']>,
): Promise<Waits | null> {
  const row = await requireConnection(context.db, id);
  if (row.version !== body.version) throw new AppError('CHANGED_MEANWHILE');
  const driver = requireDriver(row.capability, row.driver);
  const { reason, version, secrets: typed, ...after } = body;
  const isNew = Object.keys(typed).length > 0;
  const secrets = isNew ? mergedSecrets(stored(context, row, typed), typed) : undefined;
  const before = termsOf(row);
  requireOwnKeys(row, after.config, typed);
  requireComparable(row.capability, after.isShadow);
  if (after.isActive || isNew || !isDeepStrictEqual(before.config, after.config))
    requireSettings(
      driver,
      after.config,
      secrets ?? stored(context, row, typed),
      allowedHosts(context.config),
    );
  if (!isNew && isDeepStrictEqual(before, after)) return null;
  const payload = { id, version, before, after, secrets: secrets ? sealed(context, id, secrets) : null };
  const isOff = !isNew && isDeepStrictEqual({ ...before, isActive: false }, after);
  if (!isOff || (before.isActive && KEEPS_OUT.includes(row.capability))) {
    return changeOrAsk(context, asker, connectionChangeApproval, {
      subject: `connection:${id}`,
      payload,
      cause: CAUSE,
      reason,
      isOnly: true,
    });
  }
  return act(context, asker, async (trx, recorder) => {
    const decision = { operator: actorName(asker), reason };
    await changeConnection(trx, { recorder, operatorId: asker.operator.id, decision }, payload, context);
    return null;
  });
}

/** @throws AppError NO_DATA, APPROVAL_WAITING */
export async function removeConnection(
  context: AppContext,
  asker: Asker,
  id: string,
  reason: string,
): Promise<Waits | null> {
  const { version } = await requireConnection(context.db, id);
  return changeOrAsk(context, asker, connectionRemoveApproval, {
    subject: `connection:${id}`,
    payload: { id, version },
    cause: CAUSE,
    reason,
    isOnly: true,
  });
}

async function requireConnection(db: Db, id: string): Promise<ConnectionRow> {
  const row = await db
    .selectFrom('connection')
    .selectAll()
    .where((e) => e.cast<string>('id', 'text'), '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  return row;
}

/**
 * Stored keys are for the maker at the stored address: whoever sends them elsewhere must know them.
 * @throws AppError CONNECTION_INVALID
 */
function requireOwnKeys(row: ConnectionRow, config: Record<string, unknown>, typed: TypedSecrets): void {
  const before = addressOf(row.config as Record<string, unknown>);
  if (before?.origin === addressOf(config)?.origin) return;
  if (row.secret_names.some((name) => !Object.hasOwn(typed, name)))
    throw new AppError('CONNECTION_INVALID', 'the address leads elsewhere: type every key again');
}

/** Secrets that no key opens any more are none: the operator types all of them again. */
function stored(
  { secrets }: AppContext,
  row: ConnectionRow,
  typed: Readonly<Record<string, unknown>>,
): SecretValues {
  try {
    return openSecrets(secrets.connection, row);
  } catch {
    if (Object.keys(typed).length > 0) return {};
    throw new AppError('CONNECTION_INVALID', 'the stored secrets cannot be opened: type them again');
  }
}

function sealed({ secrets: { connection } }: AppContext, id: string, secrets: SecretValues): SealedSecrets {
  return {
    sealed: sealSecrets(connection, id, secrets).toString('base64'),
    names: Object.keys(secrets).sort(),
  };
}
