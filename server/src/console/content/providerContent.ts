import { NEW_ITEM } from '@krapao/contract/contentPermissions';
import { Type } from '@krapao/contract/endpoint';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { clock } from '../../clock.ts';
import type { Db, Trx } from '../../database/connect.ts';
import type { GameProvider } from '../../database/schemaTypes.ts';
import { hasAccounts, isMoneyAt, isMoneyMoving, lockGame } from '../../modules/games/moneyAtGames.ts';
import { bringMoneyHome, leaveHouse } from '../../modules/transfers/leaveHouse.ts';
import { findDriver } from '../../providers/connections/registry.ts';
import { WEB_ADDRESS } from '../../settings/webAddress.ts';
import { contentKind } from './contentKind.ts';
import { Colour, connectionOf, orNull, Picture } from './fields.ts';
import { isConnection } from './isConnection.ts';
import type { Problem } from './problems.ts';
import { setPositions } from './setPositions.ts';

const Link = orNull(Type.String({ pattern: `^${WEB_ADDRESS}$` }));
const Name = Type.String({ minLength: 1, maxLength: 60 });
const Provider = Type.Object({
  code: Type.String({ pattern: '^[a-z][a-z0-9]{0,19}$' }),
  name: Type.Object({ th: Name, la: Name, en: Name }),
  category: Type.Enum(['slot', 'sport', 'lotto']),
  /** The maker's credits for one baht. */
  creditsForBaht: Type.Integer({ minimum: 1, maximum: 100_000 }),
  connection: connectionOf('game'),
  /** What the maker calls it. */
  externalCode: orNull(Type.String({ pattern: '^[!-~]{1,80}$' })),
  colour: Colour,
  logo: orNull(Picture),
  background: orNull(Picture),
  web: Link,
  android: Link,
  ios: Link,
  isActive: Type.Boolean(),
  /** Nobody starts it, and its money can be taken back. */
  inMaintenance: Type.Boolean(),
  /** Null: until operators end it. */
  maintenanceUntil: orNull(Type.String({ format: 'date-time', maxLength: 40 })),
  isRetired: Type.Boolean(),
});
type Provider = Type.Static<typeof Provider>;
type Row = Selectable<GameProvider>;

const EMPTY: Provider = {
  code: '',
  name: { th: '', la: '', en: '' },
  category: 'slot',
  creditsForBaht: 1,
  connection: null,
  externalCode: null,
  colour: '#e0a9cf',
  logo: null,
  background: null,
  web: null,
  android: null,
  ios: null,
  isActive: true,
  inMaintenance: false,
  maintenanceUntil: null,
  isRetired: false,
};

/**
 * Games. A code is never used again, also not that of a retired game. What accounts are reckoned or found by stays once
 * there is one; a game is retired and moved to another connection only while no money is there.
 */
export const providerContent = contentKind<Provider>({
  schema: () => Provider,
  async fixed(db, item) {
    const row = await findRow(db, item);
    if (row?.retired_at) return Object.keys(EMPTY);
    return (await hasAccounts(db, item)) ? ['code', 'creditsForBaht', 'externalCode'] : ['code'];
  },
  async list(db) {
    const providers = await db
      .selectFrom('game_provider')
      .selectAll()
      .orderBy('position')
      .orderBy('code')
      .execute();
    return providers.map(({ code, name_th, name_la, name_en, category, is_active }) => ({
      item: code,
      name: { th: name_th, la: name_la, en: name_en },
      hint: `${code} · ${category}`,
      isActive: is_active,
    }));
  },
  async read(db, item) {
    if (item === NEW_ITEM) return EMPTY;
    const row = await findRow(db, item);
    return (
      row && {
        code: row.code,
        name: { th: row.name_th, la: row.name_la, en: row.name_en },
        category: row.category as Provider['category'],
        creditsForBaht: row.ft_wallet_slot,
        connection: row.connection_id,
        externalCode: row.external_code,
        colour: row.colour,
        logo: row.logo,
        background: row.background,
        web: row.web,
        android: row.android,
        ios: row.ios,
        isActive: row.is_active,
        inMaintenance: row.in_maintenance,
        maintenanceUntil: row.maintenance_until?.toISOString() ?? null,
        isRetired: row.retired_at !== null,
      }
    );
  },
  async check(db, value, item): Promise<Problem[]> {
    const row = item === NEW_ITEM ? undefined : await findRow(db, item);
    const { code, connection, externalCode, isActive, isRetired, inMaintenance, maintenanceUntil } = value;
    const found: [field: string, rule: string, isWrong: boolean | Promise<boolean>][] = [
      ['code', 'taken', item === NEW_ITEM && (code === NEW_ITEM || findRow(db, code).then(Boolean))],
      ['externalCode', 'required', connection !== null && externalCode === null],
      ['externalCode', 'notHere', connection === null && externalCode !== null],
      ['externalCode', 'repeated', isTakenThere(db, value, item)],
      ['isActive', 'notHere', isRetired && isActive],
      ['maintenanceUntil', 'notHere', !inMaintenance && maintenanceUntil !== null],
      [
        'maintenanceUntil',
        'pattern',
        maintenanceUntil !== null && Number.isNaN(Date.parse(maintenanceUntil)),
      ],
      ['isRetired', 'notHere', isRetired && row === undefined],
      ['isRetired', 'holdsMoney', isRetired && row?.retired_at === null && isBoundByMoney(db, row)],
    ];
    if (connection !== (row?.connection_id ?? null)) {
      found.push([
        'connection',
        'unknown',
        connection !== null && isConnection(db, connection, 'game').then((is) => !is),
      ]);
      found.push(['connection', 'holdsMoney', row !== undefined && isBoundByMoney(db, row)]);
    }
    const wrong: Problem[] = [];
    for (const [field, rule, isWrong] of found) if (await isWrong) wrong.push({ field: `/${field}`, rule });
    return wrong;
  },
  async write(trx, value, item) {
    const changed = {
      name_th: value.name.th,
      name_la: value.name.la,
      name_en: value.name.en,
      category: value.category,
      ft_wallet_slot: value.creditsForBaht,
      connection_id: value.connection,
      kind: await kindAt(trx, value.connection),
      external_code: value.externalCode,
      colour: value.colour,
      logo: value.logo,
      background: value.background,
      web: value.web,
      android: value.android,
      ios: value.ios,
      is_active: value.isActive,
      in_maintenance: value.inMaintenance,
      maintenance_until: value.maintenanceUntil === null ? null : new Date(value.maintenanceUntil),
    };
    if (item !== NEW_ITEM) {
      const now = await requireStillFree(trx, value, item);
      const retired_at = now.retired_at ?? (value.isRetired ? clock.date() : null);
      if (now.connection_id !== value.connection) await leaveHouse(trx, item);
      else if (value.isRetired) await bringMoneyHome(trx, item);
      await trx
        .updateTable('game_provider')
        .set({ ...changed, retired_at })
        .where('code', '=', item)
        .execute();
      return item;
    }
    await trx
      .insertInto('game_provider')
      .values({
        ...changed,
        code: value.code,
        form_login: false,
        position: sql<number>`(select coalesce(max(position), 0) + 1 from game_provider)`,
      })
      .execute();
    return value.code;
  },
  order: (trx, items) => setPositions(trx, sql`game_provider`, sql`code`, items),
});

/** How money moves in the games of a connection: its driver says so. */
async function kindAt(trx: Trx, connectionId: string | null): Promise<'transfer' | 'seamless'> {
  const at = await trx
    .selectFrom('connection')
    .select('driver')
    .where('id', '=', connectionId)
    .executeTakeFirst();
  return at !== undefined && findDriver('game', at.driver)?.isSeamless ? 'seamless' : 'transfer';
}

function findRow(db: Db | Trx, code: string): Promise<Row | undefined> {
  return db.selectFrom('game_provider').selectAll().where('code', '=', code).executeTakeFirst();
}

async function isTakenThere(
  db: Db | Trx,
  { connection, externalCode, isRetired }: Provider,
  item: string,
): Promise<boolean> {
  if (connection === null || externalCode === null || isRetired) return false;
  const other = await db
    .selectFrom('game_provider')
    .select('code')
    .where('connection_id', '=', connection)
    .where('external_code', '=', externalCode)
    .where('retired_at', 'is', null)
    .where('code', '<>', item)
    .executeTakeFirst();
  return other !== undefined;
}

/**
 * Money stays reachable through its connection. A connection that was removed reaches none: what members have there goes
 * home by an operator's decision, once what is on its way has ended.
 */
async function isBoundByMoney(db: Db | Trx, { code, connection_id }: Row): Promise<boolean> {
  const isThere = connection_id === null || (await isConnection(db, connection_id, 'game'));
  return isThere ? isMoneyAt(db, [code]) : isMoneyMoving(db, [code]);
}

/**
 * Looks again at what the check has found, now that nobody can open an account or move money there.
 * @throws AppError CHANGED_MEANWHILE
 */
async function requireStillFree(trx: Trx, value: Provider, item: string): Promise<Row> {
  await lockGame(trx, item);
  const row = await findRow(trx, item);
  if (row === undefined) throw new AppError('CHANGED_MEANWHILE');
  const isLeft = row.connection_id !== value.connection || (value.isRetired && row.retired_at === null);
  const isReckonedAnew =
    row.ft_wallet_slot !== value.creditsForBaht || row.external_code !== value.externalCode;
  if ((isLeft && (await isBoundByMoney(trx, row))) || (isReckonedAnew && (await hasAccounts(trx, item))))
    throw new AppError('CHANGED_MEANWHILE');
  return row;
}
