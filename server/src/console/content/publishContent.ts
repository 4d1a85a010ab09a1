import { isDeepStrictEqual } from 'node:util';
import { contentPermission, NEW_ITEM } from '@krapao/contract/contentPermissions';
import type { Satang } from '@krapao/contract/money';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { actorName, type Recorder } from '../act.ts';
import type { ApprovalKind } from '../approvals/approvalKind.ts';
import { type Asker, askSecondPerson, type Cause, type Waits } from '../approvals/ask.ts';
import { endSessionsOutside, requireOwnNetwork } from './consoleAccess.ts';
import { CONTENT, type ContentAddress } from './contentKinds.ts';
import { causeOf, noteAlone } from './guard.ts';
import type { Problem } from './problems.ts';
import { problemsOf } from './showContent.ts';
import { needsSimulation } from './simulation.ts';
import { addVersion, lockContent, newestVersion } from './versions.ts';

/** A document to publish as the newest version, and the state that its author had seen. */
interface Publication extends ContentAddress {
  value: unknown;
  before: unknown;
  version: number;
  /** The site's name as typed, if the site is switched on or off. */
  confirmation: string | null;
  verb: 'publish' | 'restore';
  /** Of the draft that it was. */
  revision: number | null;
  /** Why an offer is published that was not simulated; null if it was, or need not be. */
  withoutSimulation?: string | null | undefined;
}

export interface Publisher extends Asker {
  /** What one operator may publish alone on a day, by the worst case for one member, in satang. */
  limit: Satang;
  /** The reason, for the second operator. */
  reason: string | undefined;
  /** Why it is published without a simulation of these terms. */
  withoutSimulation: string | undefined;
}

/**
 * Publishes a document as the newest version, or requests a second operator's approval if one is not enough.
 * An offer needs a simulation of its terms, or a reason. The caller holds the lock.
 * @returns the item, which for `new` is only known afterwards, and the waiting request
 * @throws AppError INVALID_REQUEST naming the invalid field, NETWORK_OF_YOUR_OWN, CHANGED_MEANWHILE, APPROVAL_WAITING
 */
export async function putIntoEffectOrAsk(
  trx: Trx,
  recorder: Recorder,
  publisher: Publisher,
  asked: Publication,
): Promise<{ item: string; waits: Waits | null }> {
  const { operator, limit, ip } = publisher;
  await refuseUnfit(trx, asked);
  requireOwnNetwork(asked, ip);
  const isUnknown = await needsSimulation(trx, asked);
  if (isUnknown && publisher.withoutSimulation === undefined)
    throw new AppError('INVALID_REQUEST', '/withoutSimulation required');
  const publication = { ...asked, withoutSimulation: isUnknown ? publisher.withoutSimulation : null };
  const cause = await causeOf(trx, publication, { operatorId: operator.id, limit });
  if (cause === null) {
    const item = await putIntoEffect(trx, recorder, operator.id, publication);
    await noteAlone(trx, { ...publication, item }, operator.id);
    return { item, waits: null };
  }
  return { item: publication.item, waits: await ask(trx, recorder, publisher, publication, cause) };
}

/** The request for a second operator, who sees the document before and after. */
export const publishApproval: ApprovalKind<Publication> = {
  name: 'content.publish',
  permission: ({ kind, item }) => contentPermission(kind, item) ?? 'settings.edit',
  // A new entry is shown completely, not only its differences from an empty form.
  present: (_db, { item, before, value, withoutSimulation }) => [
    ...(withoutSimulation ? [{ name: 'withoutSimulation', text: withoutSimulation }] : []),
    { name: 'document', change: { before: item === NEW_ITEM ? {} : before, after: value } },
  ],
  apply: async (trx, { recorder, operatorId }, publication) => {
    await lockContent(trx, publication);
    await requireUnchanged(trx, publication);
    await refuseUnfit(trx, publication);
    await putIntoEffect(trx, recorder, operatorId, publication);
  },
  refuse: async (trx, publication, { operatorId }) => {
    if (publication.verb === 'publish' && publication.item === NEW_ITEM)
      await keepAsDraft(trx, publication, operatorId);
  },
};

/** The subject of a request in the audit log: a new entry has no item yet. */
export function subjectOf({ kind, item }: ContentAddress, value?: unknown): string {
  if (item !== NEW_ITEM || value === undefined) return `${kind}:${item}`;
  const { code, bankCode, accountNo } = value as { code?: string; bankCode?: string; accountNo?: string };
  return `${kind}:${code ?? `${bankCode}-${accountNo}`}`;
}

/** The current document. @throws AppError NO_DATA */
export async function readNow(trx: Trx, { kind, item }: ContentAddress): Promise<unknown> {
  const value = await CONTENT[kind].read(trx, item);
  if (value === undefined) throw new AppError('NO_DATA');
  return value;
}

/** @throws AppError CHANGED_MEANWHILE if the current state differs from what the author has seen */
export async function requireUnchanged(
  trx: Trx,
  { kind, item, before, version }: Pick<Publication, 'kind' | 'item' | 'before' | 'version'>,
): Promise<void> {
  const newest = await newestVersion(trx, { kind, item });
  if (newest.version !== version || !isDeepStrictEqual(before, await readNow(trx, { kind, item })))
    throw new AppError('CHANGED_MEANWHILE');
}

async function ask(
  trx: Trx,
  recorder: Recorder,
  { operator, ip, reason }: Publisher,
  { kind, item, value, before, version, confirmation, verb, revision, withoutSimulation }: Publication,
  cause: Cause,
): Promise<Waits> {
  if (reason === undefined) throw new AppError('INVALID_REQUEST', '/reason required');
  const waits = await askSecondPerson(
    trx,
    recorder,
    publishApproval,
    { operator, ip },
    {
      subject: subjectOf({ kind, item }, value),
      payload: { kind, item, value, before, version, confirmation, verb, revision, withoutSimulation },
      cause,
      reason,
    },
  );
  // Meanwhile another new entry can be started.
  if (item === NEW_ITEM) await removeDraft(trx, { kind, item }, revision);
  return waits;
}

async function refuseUnfit(
  trx: Trx,
  { kind, item, before, value, confirmation }: Publication,
): Promise<void> {
  refuse(await problemsOf(trx, { kind, item }, value));
  if (item !== NEW_ITEM) refuse(fixedProblems(await CONTENT[kind].fixed(trx, item), before, value));
  if (kind === 'setting' && item === 'site') requireConfirmation(before, value, confirmation);
}

async function putIntoEffect(
  trx: Trx,
  recorder: Recorder,
  operatorId: bigint,
  { kind, item: address, before, value, verb, revision, withoutSimulation }: Publication,
): Promise<string> {
  const isNew = address === NEW_ITEM;
  const item = await CONTENT[kind].write(trx, value, address).catch((error: unknown) => {
    // Another call took the code or the number at the same moment.
    if ((error as { code?: string }).code === '23505') throw new AppError('CHANGED_MEANWHILE');
    throw error;
  });
  const actor = actorName({ operator: { id: operatorId } });
  await addVersion(trx, { kind, item }, { value, before: isNew ? undefined : before, actor });
  await removeDraft(trx, { kind, item: address }, revision);
  await endSessionsOutside(trx, { kind, item, value });
  await recorder({
    action: `${kind}.${verb}`,
    subject: subjectOf({ kind, item }),
    before: isNew ? null : before,
    after: value,
  });
  if (withoutSimulation)
    await recorder({
      action: 'offer.unsimulated',
      subject: subjectOf({ kind, item }),
      after: { because: withoutSimulation },
    });
  return item;
}

async function removeDraft(trx: Trx, { kind, item }: ContentAddress, revision: number | null): Promise<void> {
  if (revision === null) return;
  await trx
    .deleteFrom('content_draft')
    .where('kind', '=', kind)
    .where('item', '=', item)
    .where('revision', '=', revision)
    .execute();
}

/** A refused document can be corrected and requested again, unless a colleague started another new one meanwhile. */
async function keepAsDraft(
  trx: Trx,
  { kind, item, value, before, version }: Publication,
  operatorId: bigint | null,
): Promise<void> {
  await trx
    .insertInto('content_draft')
    .values({
      kind,
      item,
      revision: 1,
      base_version: version,
      base: JSON.stringify(before),
      value: JSON.stringify(value),
      actor: operatorId === null ? 'time' : actorName({ operator: { id: operatorId } }),
    })
    .onConflict((conflict) => conflict.columns(['kind', 'item']).doNothing())
    .execute();
}

/** @throws AppError INVALID_REQUEST naming the first invalid field */
export function refuse([first]: Problem[]): void {
  if (first) throw new AppError('INVALID_REQUEST', `${first.field} ${first.rule}`);
}

function fixedProblems(fixed: readonly string[], before: unknown, value: unknown): Problem[] {
  const [old, next] = [before, value] as [Record<string, unknown>, Record<string, unknown>];
  return fixed
    .filter((field) => !isDeepStrictEqual(old[field], next[field]))
    .map((field) => ({ field: `/${field}`, rule: 'fixed' }));
}

/** To switch the site on or off, the operator must type its name. */
function requireConfirmation(before: unknown, value: unknown, confirmation: string | null): void {
  const [old, next] = [before, value] as [SettingValue<'site'>, SettingValue<'site'>];
  if (old.isActive !== next.isActive && confirmation !== old.name)
    throw new AppError('INVALID_REQUEST', '/confirmation required');
}
