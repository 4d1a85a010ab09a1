import { isDeepStrictEqual } from 'node:util';
import { NEW_ITEM, type OrderedKind } from '@krapao/contract/contentPermissions';
import Value from 'typebox/value';
import { AppError } from '../../../appError.ts';
import type { Trx } from '../../../database/connect.ts';
import type { SettingValue } from '../../../settings/schema.ts';
import type { Recorder } from '../act.ts';
import { CONTENT, type ContentAddress } from './contentKinds.ts';
import type { Problem } from './problems.ts';
import { problemsOf } from './showContent.ts';
import { addVersion, findVersion, lockContent, newestVersion } from './versions.ts';

/**
 * Saves the draft, fit or not. `revision` is of the draft that it replaces, 0 where there was none.
 * @throws AppError CHANGED_MEANWHILE where a colleague saved or published meanwhile, NO_DATA
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
    at: new Date(),
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

/** Throws the draft away. @throws AppError NO_DATA where there is none */
export async function discardDraft(trx: Trx, recorder: Recorder, address: ContentAddress): Promise<void> {
  await lockContent(trx, address);
  const draft = await findDraft(trx, address);
  if (!draft) throw new AppError('NO_DATA');
  await removeDraft(trx, address);
  await recorder({ action: `${address.kind}.discard`, subject: subjectOf(address), before: draft.value });
}

/**
 * Puts the draft into effect as the newest version.
 * @returns the item, which for `new` is only known now
 * @throws AppError CHANGED_MEANWHILE where another version was published since the draft began, or the draft is another;
 * INVALID_REQUEST naming the field that does not fit; NO_DATA without a draft
 */
export async function publishDraft(
  trx: Trx,
  recorder: Recorder,
  address: ContentAddress,
  { revision, confirmation, actor }: { revision: number; confirmation: string | undefined; actor: string },
): Promise<string> {
  await lockContent(trx, address);
  const draft = await findDraft(trx, address);
  if (!draft) throw new AppError('NO_DATA');
  if (draft.revision !== revision) throw new AppError('CHANGED_MEANWHILE');
  const before = await readNow(trx, address);
  const newest = await newestVersion(trx, address);
  if (draft.base_version !== newest.version || !isDeepStrictEqual(draft.base, before))
    throw new AppError('CHANGED_MEANWHILE');
  const item = await putIntoEffect(trx, address, { before, value: draft.value, confirmation, actor });
  await removeDraft(trx, address);
  await recorder({
    action: `${address.kind}.publish`,
    subject: subjectOf({ ...address, item }),
    before: address.item === NEW_ITEM ? null : before,
    after: draft.value,
  });
  return item;
}

/**
 * Undoes: makes an older version the newest. `current` is the version that the operator has seen.
 * @throws AppError CHANGED_MEANWHILE, NO_DATA, INVALID_REQUEST where the older one no longer fits
 */
export async function restoreVersion(
  trx: Trx,
  recorder: Recorder,
  address: ContentAddress,
  {
    version,
    current,
    confirmation,
    actor,
  }: { version: number; current: number; confirmation: string | undefined; actor: string },
): Promise<void> {
  if (address.item === NEW_ITEM) throw new AppError('NO_DATA');
  await lockContent(trx, address);
  const before = await readNow(trx, address);
  const newest = await newestVersion(trx, address);
  if (newest.version !== current) throw new AppError('CHANGED_MEANWHILE');
  const value = await findVersion(trx, address, version);
  await putIntoEffect(trx, address, { before, value, confirmation, actor });
  await recorder({ action: `${address.kind}.restore`, subject: subjectOf(address), before, after: value });
}

/** Puts all things of a kind into an order. @throws AppError CHANGED_MEANWHILE where the list is not all of them */
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

async function putIntoEffect(
  trx: Trx,
  address: ContentAddress,
  {
    before,
    value,
    confirmation,
    actor,
  }: { before: unknown; value: unknown; confirmation: string | undefined; actor: string },
): Promise<string> {
  const isNew = address.item === NEW_ITEM;
  const problems = await problemsOf(trx, address, value);
  refuse(problems);
  if (!isNew) refuse(fixedProblems(CONTENT[address.kind].fixed, before, value));
  if (address.kind === 'setting' && address.item === 'site') requireConfirmation(before, value, confirmation);
  const item = await CONTENT[address.kind].write(trx, value, address.item).catch((error: unknown) => {
    // Somebody else took the code or the number at the same moment.
    if ((error as { code?: string }).code === '23505') throw new AppError('CHANGED_MEANWHILE');
    throw error;
  });
  await addVersion(trx, { ...address, item }, { value, before: isNew ? undefined : before, actor });
  return item;
}

function refuse([first]: Problem[]): void {
  if (first) throw new AppError('INVALID_REQUEST', `${first.field} ${first.rule}`);
}

function fixedProblems(fixed: readonly string[], before: unknown, value: unknown): Problem[] {
  const [old, next] = [before, value] as [Record<string, unknown>, Record<string, unknown>];
  return fixed
    .filter((field) => !isDeepStrictEqual(old[field], next[field]))
    .map((field) => ({ field: `/${field}`, rule: 'fixed' }));
}

/** Who switches the site on or off types its name. */
function requireConfirmation(before: unknown, value: unknown, confirmation: string | undefined): void {
  const [old, next] = [before, value] as [SettingValue<'site'>, SettingValue<'site'>];
  if (old.isActive !== next.isActive && confirmation !== old.name)
    throw new AppError('INVALID_REQUEST', '/confirmation required');
}

/** The document without what its schema does not know. */
function cleaned({ kind, item }: ContentAddress, value: unknown): unknown {
  return Value.Clean(CONTENT[kind].schema(item), structuredClone(value));
}

async function readNow(trx: Trx, { kind, item }: ContentAddress): Promise<unknown> {
  const value = await CONTENT[kind].read(trx, item);
  if (value === undefined) throw new AppError('NO_DATA');
  return value;
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

function subjectOf({ kind, item }: ContentAddress): string {
  return `${kind}:${item}`;
}
