import type { Db } from '../database/connect.ts';
import { SETTINGS, type SettingKey } from '../settings/schema.ts';
import type { Settings } from '../settings/settings.ts';

/** A text that members read, and where operators edit it. */
export interface ShownText {
  place: string;
  /** Address below /console. */
  page: string;
  text: string;
}

/** Every text of the site that members read and operators write. */
export async function shownTexts(db: Db, settings: Settings): Promise<ShownText[]> {
  const rows = (table: Promise<readonly object[]>, kind: string) =>
    table.then((all) => all.flatMap((row) => textsIn(row, kind, `/content/${kind}`)));
  const found = await Promise.all([
    rows(
      db.selectFrom('bank').select(['name_th', 'name_en', 'name_la']).where('is_active', '=', true).execute(),
      'bank',
    ),
    rows(db.selectFrom('banner').select('html').where('is_active', '=', true).execute(), 'banner'),
    rows(
      db
        .selectFrom('bonus_definition')
        .select(['name', 'description'])
        .where('is_active', '=', true)
        .execute(),
      'bonus',
    ),
    rows(db.selectFrom('prize_slice').select(['label', 'name', 'description']).execute(), 'wheel'),
    rows(
      db
        .selectFrom('deposit_account')
        .select(['account_name', 'account_no'])
        .where('is_active', '=', true)
        .execute(),
      'account',
    ),
    rows(
      db
        .selectFrom('gateway')
        .select(['title_th', 'title_la', 'title_en'])
        .where('is_active', '=', true)
        .execute(),
      'gateway',
    ),
    rows(
      db
        .selectFrom('game_provider')
        .select(['name_th', 'name_la', 'name_en'])
        .where('is_active', '=', true)
        .execute(),
      'provider',
    ),
    db
      .selectFrom('chat_answer')
      .select(['title', 'text'])
      .execute()
      .then((all) => all.flatMap((row) => textsIn(row, 'chat answer', '/chat'))),
  ]);
  const keys = Object.keys(SETTINGS) as SettingKey[];
  return [
    ...keys.flatMap((key) => textsIn(settings.get(key), key, `/content/setting/${key}`)),
    ...found.flat(),
  ];
}

function textsIn(value: unknown, place: string, page: string): ShownText[] {
  if (typeof value === 'string') return value === '' ? [] : [{ place, page, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((part) => textsIn(part, place, page));
}
