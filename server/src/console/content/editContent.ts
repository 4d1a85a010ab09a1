import { isDeepStrictEqual } from 'node:util';
import { NEW_ITEM, type OrderedKind } from '@krapao/contract/contentPermissions';
import { AppError } from '../../appError.ts';
import { clock } from '../../clock.ts';
import type { Trx } from '../../database/connect.ts';
import type { Recorder } from '../act.ts';
import type { Waits } from '../approvals/ask.ts';
import { cleaned } from './cleaned.ts';
import { CONTENT, type ContentAddress } from './contentKinds.ts';
import {
  type Publisher,
  putIntoEffectOrAsk,
  readNow,
  requireUnchanged,
  subjectOf,
} from './publishContent.ts';
import { findVersion, lockContent, newestVersion } from './versions.ts';

/**
 * Saves the draft, valid or not. `revision` is that of the replaced draft, 0 if there was none.
 * @throws AppError CHANGED_MEANWHILE if a colleague saved or published meanwhile, NO_DATA
 */
export async function saveDraft(
  trx: Trx,
  recorder: Recorder,
  address: ContentAddress,
  { value, version, revision, actor }: { value: unknown; version: number; revision: number; actor: string },
): Promise<void> {
  await lockContent(trx, address);
  const base = await readNow(trx, address);
  const newest = await newestVersion(trx, address);
  const draft = await findDraft(trx, address);
  if (draft?.revision !== (revision === 0 ? undefined : revision)) throw new AppError('CHANGED_MEANWHILE');
  if (draft === undefined && newest.version !== version) throw new AppError('CHANGED_MEANWHILE');
  const document = cleaned(address, value);
  const saved = {
    revision: revision + 1,
    value: JSON.stringify(document),
    actor,
    at: clock.date(),
  };
  await trx
    .insertInto('content_draft')
    .values({ ...address, ...saved, base_version: newest.version, base: JSON.stringify(base) })
    .onConflict((conflict) => conflict.columns(['kind', 'item']).doUpdateSet(saved))
    .execute();
  await recorder({
    action: `${address.kind}.draft`,
    subject: subjectOf(address),
    before: draft?.value ?? null,
    after: document,
  });
}

/** Discards the draft. @throws AppError NO_DATA if there is none */
export async function discardDraft(trx: Trx, recorder: Recorder, address: ContentAddress): Promise<void> {
  await lockContent(trx, address);
  const draft = await findDraft(trx, address);
  if (!draft) throw new AppError('NO_DATA');
  await removeDraft(trx, address);
  await recorder({ action: `${address.kind}.discard`, subject: subjectOf(address), before: draft.value });
}

/**
 * Publishes the draft as the newest version, or requests a second operator's approval.
 * @returns the item, which for `new` is only known now, and the waiting request
 * @throws AppError CHANGED_MEANWHILE if another version was published since the draft began, or the draft has changed;
 * INVALID_REQUEST naming the invalid field; NO_DATA without a draft; APPROVAL_WAITING
 */
export async function publishDraft(
  trx: Trx,
  recorder: Recorder,
  address: ContentAddress,
  {
    revision,
    confirmation,
    publisher,
  }: { revision: number; confirmation: string | undefined; publisher: Publisher },
): Promise<{ item: string; waits: Waits | null }> {
  await lockContent(trx, address);
  const draft = await findDraft(trx, address);
  if (!draft) throw new AppError('NO_DATA');
  if (draft.revision !== revision) throw new AppError('CHANGED_MEANWHILE');
  const { base: before, base_version: version, value } = draft;
  await requireUnchanged(trx, { ...address, before, version });
  return putIntoEffectOrAsk(trx, recorder, publisher, {
    ...address,
    value,
    before,
    version,
    confirmation: confirmation ?? null,
    verb: 'publish',
    revision,
  });
}

/**
 * Undo: publishes an older version as the newest, or requests a second operator's approval. `current` is the version
 * that the operator has seen.
 * @returns the waiting request
 * @throws AppError CHANGED_MEANWHILE, NO_DATA, INVALID_REQUEST if the older one is no longer valid, APPROVAL_WAITING
 */
export async function restoreVersion(
  trx: Trx,
  recorder: Recorder,
  address: ContentAddress,
  {
    version,
    current,
    confirmation,
    publisher,
  }: { version: number; current: number; confirmation: string | undefined; publisher: Publisher },
): Promise<Waits | null> {
  if (address.item === NEW_ITEM) throw new AppError('NO_DATA');
  await lockContent(trx, address);
  const before = await readNow(trx, address);
  await requireUnchanged(trx, { ...address, before, version: current });
  const value = await findVersion(trx, address, version);
  const { waits } = await putIntoEffectOrAsk(trx, recorder, publisher, {
    ...address,
    value,
    before,
    version: current,
    confirmation: confirmation ?? null,
    verb: 'restore',
    revision: null,
  });
  return waits;
}

/** Reorders all entries of a kind. @throws AppError CHANGED_MEANWHILE if the list does not contain all of them */
export async function orderContent(
  trx: Trx,
  recorder: Recorder,
  kind: OrderedKind,
  items: readonly string[],
): Promise<void> {
  await lockContent(trx, { kind, item: NEW_ITEM });
  const before = (await CONTENT[kind].list(trx)).map(({ item }) => item);
  if (!isDeepStrictEqual([...before].sort(), [...items].sort())) throw new AppError('CHANGED_MEANWHILE');
  await CONTENT[kind].order?.(trx, items);
  await recorder({ action: `${kind}.order`, subject: `${kind}:all`, before, after: items });
}

function findDraft(trx: Trx, { kind, item }: ContentAddress) {
  return trx
    .selectFrom('content_draft')
    .selectAll()
    .where('kind', '=', kind)
    .where('item', '=', item)
    .executeTakeFirst();
}

async function removeDraft(trx: Trx, { kind, item }: ContentAddress): Promise<void> {
  await trx.deleteFrom('content_draft').where('kind', '=', kind).where('item', '=', item).execute();
}
