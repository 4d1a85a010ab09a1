import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { hasOpenRound } from '../../modules/games/moneyAtGames.ts';
import {
  type ConnectionRow,
  openSecrets,
  ownerOfSecrets,
} from '../../providers/connections/connectionRow.ts';
import { findDriver } from '../../providers/connections/registry.ts';
import { reseal } from '../../sealed.ts';
import type { Applying, ApprovalKind, Fact } from '../approvals/approvalKind.ts';
import { requireSameMaker } from './sameMaker.ts';

/** What an operator edits of a connection besides its secrets. */
export interface ConnectionTerms {
  name: string;
  priority: number;
  isActive: boolean;
  isShadow: boolean;
  config: Record<string, unknown>;
}

/** Secrets in a request: sealed for the connection, in Base64, and which there are. */
export interface SealedSecrets {
  sealed: string;
  names: string[];
}

export interface NewConnection {
  id: string;
  capability: string;
  driver: string;
  terms: ConnectionTerms;
  secrets: SealedSecrets;
}

export interface ChangedConnection {
  id: string;
  /** The version that it changes. */
  version: number;
  before: ConnectionTerms;
  after: ConnectionTerms;
  /** Null: they stay. */
  secrets: SealedSecrets | null;
}

const permission = () => 'connection.manage' as const;
const subjectOf = (id: string) => `connection:${id}`;

export const connectionAddApproval: ApprovalKind<NewConnection> = {
  name: 'connection.add',
  permission,
  titleOf: async (_, { terms }) => terms.name,
  present: (_, { capability, driver, terms, secrets }) => [
    ...serviceFacts(capability, driver),
    ...factsOf(terms),
    ...secretFacts(secrets),
  ],
  apply: async (
    trx,
    { recorder, operatorId, decision },
    { id, capability, driver, terms, secrets },
    context,
  ) => {
    await trx
      .insertInto('connection')
      .values({
        id,
        capability,
        driver,
        ...columnsOf(terms),
        ...secretColumns(context, id, secrets),
        created_by: operatorId,
        changed_by: operatorId,
      })
      .execute();
    if (secrets.names.length > 0) await storeTypist(trx, id, operatorId);
    await recorder({
      action: 'connection.add',
      subject: subjectOf(id),
      after: { capability, driver, ...terms, secrets: secrets.names },
      reason: decision.reason,
    });
  },
};

export const connectionChangeApproval: ApprovalKind<ChangedConnection> = {
  name: 'connection.change',
  permission,
  titleOf: storedName,
  present: async (trx, { id, before, after, secrets }) => {
    const changes = changesOf(before, after);
    // Where the keys go is told by the settings, if they change.
    const isChanged = (fact: Fact) =>
      changes.some(({ name }) => name === fact.name || (name === 'config' && fact.name === 'baseUrl'));
    return [
      ...(await whichFacts(trx as Trx, id)).filter((fact) => !isChanged(fact)),
      ...changes,
      ...(secrets === null ? [] : secretFacts(secrets)),
    ];
  },
  apply: (trx, applying, change, context) => changeConnection(trx, applying, change, context),
};

export const connectionRemoveApproval: ApprovalKind<{ id: string; version: number }> = {
  name: 'connection.remove',
  permission,
  titleOf: storedName,
  present: async (trx, { id }) => [
    ...(await whichFacts(trx as Trx, id)),
    ...(await moneyFacts(trx as Trx, id)),
  ],
  apply: async (trx, { recorder, decision }, { id, version }) => {
    const row = await lockConnection(trx, id, version);
    if (await hasOpenRound(trx, id))
      throw new AppError(
        'CONNECTION_INVALID',
        'rounds of its games are not over: wait for their wins, or note what the maker said of them',
      );
    await trx.deleteFrom('connection').where('id', '=', id).execute();
    await recorder({
      action: 'connection.remove',
      subject: subjectOf(id),
      before: { capability: row.capability, driver: row.driver, ...termsOf(row), secrets: row.secret_names },
      reason: decision.reason,
    });
  },
};

/** @throws AppError NO_DATA, CHANGED_MEANWHILE, CONNECTION_INVALID if open orders or payouts would be lost */
export async function changeConnection(
  trx: Trx,
  { recorder, operatorId, decision }: Pick<Applying, 'recorder' | 'operatorId' | 'decision'>,
  { id, version, before, after, secrets }: ChangedConnection,
  context: Pick<AppContext, 'secrets'>,
): Promise<void> {
  const row = await lockConnection(trx, id, version);
  await requireSameMaker(trx, row, after.config);
  const isOther = !isDeepStrictEqual(row.config, after.config) || !isSameAccount(context, row, secrets);
  await trx
    .updateTable('connection')
    .set({
      ...columnsOf(after),
      ...(secrets && secretColumns(context, id, secrets)),
      version: row.version + 1,
      ...(isOther && { settings_version: row.version + 1 }),
      changed_by: operatorId,
      changed_at: sql<Date>`site.now()`,
    })
    .where('id', '=', id)
    .execute();
  if (secrets) await storeTypist(trx, id, operatorId);
  await recorder({
    action: 'connection.change',
    subject: subjectOf(id),
    before: { ...before, secrets: row.secret_names },
    after: { ...after, secrets: secrets?.names ?? row.secret_names, secretsChanged: secrets !== null },
    reason: decision.reason,
  });
}

/** Stores that the operator knows keys of the connection. */
async function storeTypist(trx: Trx, connectionId: string, operatorId: bigint): Promise<void> {
  await trx
    .insertInto('typed_secret')
    .values({ connection_id: connectionId, operator_id: operatorId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the maker knows us by the same keys: those of its notices prove what it sends, and not who we are. */
function isSameAccount(
  { secrets: { connection } }: Pick<AppContext, 'secrets'>,
  row: ConnectionRow,
  typed: SealedSecrets | null,
): boolean {
  if (typed === null) return true;
  const keysOf = (secrets: Buffer) =>
    Object.entries(openSecrets(connection, { id: row.id, secrets })).filter(
      ([name]) => !/webhookSecret$/i.test(name),
    );
  try {
    const [before, after] = [keysOf(row.secrets), keysOf(Buffer.from(typed.sealed, 'base64'))];
    return isDeepStrictEqual(Object.fromEntries(before), Object.fromEntries(after));
  } catch {
    return false;
  }
}

/** @throws AppError NO_DATA, CHANGED_MEANWHILE */
async function lockConnection(trx: Trx, id: string, version: number): Promise<ConnectionRow> {
  const row = await trx
    .selectFrom('connection')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  if (row.version !== version) throw new AppError('CHANGED_MEANWHILE');
  return row;
}

export function termsOf(row: ConnectionRow): ConnectionTerms {
  return {
    name: row.name,
    priority: row.priority,
    isActive: row.is_active,
    isShadow: row.is_shadow,
    config: row.config as Record<string, unknown>,
  };
}

const columnsOf = ({ name, priority, isActive, isShadow, config }: ConnectionTerms) => ({
  name,
  priority,
  is_active: isActive,
  is_shadow: isShadow,
  config: JSON.stringify(config),
});

/** @throws AppError CHANGED_MEANWHILE if the master key was changed since the secrets were typed, and the old one is gone */
function secretColumns(
  { secrets: { connection } }: Pick<AppContext, 'secrets'>,
  id: string,
  { sealed, names }: SealedSecrets,
) {
  const typed = Buffer.from(sealed, 'base64');
  try {
    return { secrets: reseal(connection, ownerOfSecrets(id), typed) ?? typed, secret_names: names };
  } catch {
    throw new AppError('CHANGED_MEANWHILE', 'the keys were typed under another master key');
  }
}

const serviceFacts = (capability: string, driver: string): Fact[] => [
  { name: 'capability', text: capability },
  { name: 'driver', text: findDriver(capability, driver)?.title ?? driver },
];

async function whichFacts(trx: Trx, id: string): Promise<Fact[]> {
  const row = await trx
    .selectFrom('connection')
    .select(['capability', 'driver', 'name', 'config'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return [{ name: 'name', text: id }];
  return [
    ...serviceFacts(row.capability, row.driver),
    { name: 'baseUrl', text: String((row.config as Record<string, unknown>).baseUrl ?? '–') },
    { name: 'name', text: row.name },
  ];
}

/** What members are known to have at a house that nobody could ask any more. */
async function moneyFacts(trx: Trx, id: string): Promise<Fact[]> {
  const { money } = await trx
    .selectFrom('game_account')
    .innerJoin('game_provider', 'game_provider.code', 'game_account.provider')
    .where('game_provider.connection_id', '=', id)
    .select(sql<bigint>`coalesce(sum(game_account.amount), 0)::bigint`.as('money'))
    .executeTakeFirstOrThrow();
  return money > 0n ? [{ name: 'moneyThere', amount: money }] : [];
}

async function storedName(db: Db | Trx, { id }: { id: string }): Promise<string | undefined> {
  const row = await db.selectFrom('connection').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name;
}

const factsOf = ({ name, priority, isShadow, config }: ConnectionTerms): Fact[] => [
  { name: 'name', text: name },
  { name: 'priority', text: String(priority) },
  { name: 'isShadow', text: String(isShadow) },
  { name: 'config', change: { before: {}, after: config } },
];

/** What differs, field by field. */
function changesOf(before: ConnectionTerms, after: ConnectionTerms): Fact[] {
  const names = Object.keys(after) as (keyof ConnectionTerms)[];
  return names
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((name) => ({ name, change: { before: before[name], after: after[name] } }));
}

const secretFacts = ({ names }: SealedSecrets): Fact[] => [
  { name: 'secretsChanged', text: names.join(', ') || '–' },
];
