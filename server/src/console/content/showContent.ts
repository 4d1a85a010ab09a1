import type { Contract } from '@krapao/contract/api/index';
import { CONTENT_KINDS, NEW_ITEM } from '@krapao/contract/contentPermissions';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { waitsFor } from '../approvals/ask.ts';
import { CONTENT, type ContentAddress, mayEdit } from './contentKinds.ts';
import { htmlProblems } from './htmlProblems.ts';
import { type Problem, schemaProblems } from './problems.ts';
import { listVersions, newestVersion } from './versions.ts';

type List = ResponseOf<Contract['GET /api/console/content']>['items'];
type Shown = ResponseOf<Contract['GET /api/console/content/:kind/:item']>;
type History = ResponseOf<Contract['POST /api/console/content/:kind/:item/versions']>;

/** All content that the operator may edit. */
export async function listContent(db: Db | Trx, operator: Pick<Operator, 'role'>): Promise<List> {
  const { rows: newest } = await sql<{
    kind: string;
    item: string;
    version: number;
    at: Date;
    actor: string;
  }>`
    select distinct on (kind, item) kind, item, version, at, actor from (
      select 'setting' as kind, key as item, version, at, actor from setting
      union all select kind, item, version, at, actor from content_version) as v
    order by kind, item, version desc`.execute(db);
  const drafts = await db.selectFrom('content_draft').select(['kind', 'item']).execute();
  const nameOf = await operatorNames(
    db,
    newest.map(({ actor }) => actor),
  );
  const versions = new Map(newest.map((row) => [`${row.kind}/${row.item}`, row]));
  const drafted = new Set(drafts.map(({ kind, item }) => `${kind}/${item}`));
  const lists = await Promise.all(
    CONTENT_KINDS.map(async (kind) =>
      (await CONTENT[kind].list(db))
        .filter(({ item }) => mayEdit(operator, { kind, item }))
        .map((row) => {
          const found = versions.get(`${kind}/${row.item}`);
          const isWritten = found !== undefined && found.version > 0;
          return {
            kind,
            ...row,
            version: found?.version ?? 0,
            changedAt: isWritten ? found.at.toISOString() : null,
            changedBy: isWritten ? nameOf(found.actor) : null,
            hasDraft: drafted.has(`${kind}/${row.item}`),
          };
        }),
    ),
  );
  return lists.flat();
}

/** One document with its draft. @throws AppError NO_DATA */
export async function showContent(db: Db | Trx, address: ContentAddress): Promise<Shown> {
  const { kind, item } = address;
  const content = CONTENT[kind];
  const value = await content.read(db, item);
  if (value === undefined) throw new AppError('NO_DATA');
  const newest = await newestVersion(db, address);
  const draft = await db
    .selectFrom('content_draft')
    .selectAll()
    .where('kind', '=', kind)
    .where('item', '=', item)
    .executeTakeFirst();
  const nameOf = await operatorNames(db, [newest.actor, draft?.actor ?? null]);
  return {
    kind,
    item,
    schema: content.schema(item),
    fixed: item === NEW_ITEM ? [] : [...(await content.fixed(db, item))],
    value,
    version: newest.version,
    changedAt: newest.at?.toISOString() ?? null,
    changedBy: nameOf(newest.actor),
    draft: draft
      ? {
          value: draft.value,
          revision: draft.revision,
          isOutdated: draft.base_version !== newest.version,
          at: draft.at.toISOString(),
          by: nameOf(draft.actor) ?? '',
        }
      : null,
    problems: draft ? await problemsOf(db, address, draft.value) : [],
    waits: item === NEW_ITEM ? null : await waitsFor(db, `${kind}:${item}`),
  };
}

/** Why a document cannot be published; problems of its schema first. */
export async function problemsOf(
  db: Db | Trx,
  { kind, item }: ContentAddress,
  value: unknown,
): Promise<Problem[]> {
  const schema = schemaProblems(CONTENT[kind].schema(item), value);
  const problems = schema.length > 0 ? schema : htmlProblems(value);
  return problems.length > 0 ? problems : CONTENT[kind].check(db, value, item);
}

/** A page of the history, each version with the previous state. */
export async function showVersions(
  db: Db,
  address: ContentAddress,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<History> {
  const found = await listVersions(db, address, { below: before ?? 2 ** 31 - 1, limit: limit + 1 });
  const nameOf = await operatorNames(
    db,
    found.map(({ actor }) => actor),
  );
  return {
    versions: found.slice(0, limit).map(({ version, at, actor, value }, index) => ({
      version,
      at: at?.toISOString() ?? null,
      by: nameOf(actor),
      value,
      before: found[index + 1]?.value ?? null,
    })),
    hasMore: found.length > limit,
  };
}

/** The names of the operators behind `operator:<id>`; any other actor is shown unchanged. */
async function operatorNames(
  db: Db | Trx,
  actors: readonly (string | null)[],
): Promise<(actor: string | null) => string | null> {
  const ids = [...new Set(actors.flatMap((actor) => /^operator:(\d{1,18})$/.exec(actor ?? '')?.[1] ?? []))];
  if (ids.length === 0) return (actor) => actor;
  const operators = await db
    .selectFrom('operator')
    .select(['id', 'name'])
    .where('id', 'in', ids.map(BigInt))
    .execute();
  const names = new Map(operators.map(({ id, name }) => [`operator:${id}`, name]));
  return (actor) => (actor === null ? null : (names.get(actor) ?? actor));
}
