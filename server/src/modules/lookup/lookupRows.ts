import type { Language } from '@krapao/contract/limits';
import type { Selectable } from 'kysely';
import type { Database, Db } from '../../database/connect.ts';
import { type FollowedValue, followValue } from '../../database/followedValue.ts';

export type Bank = Selectable<Database['bank']>;
export type ShownAccount = Selectable<Database['deposit_account']> & {
  name_th: string | null;
  name_en: string | null;
  name_la: string | null;
};

/** The rows for look-ups, in the operators' order, without switched-off banks and accounts. */
export interface LookupRows {
  banks: readonly Bank[];
  depositAccounts: readonly ShownAccount[];
  gateways: readonly Selectable<Database['gateway']>[];
}

/** Caches the rows in memory on every node, refreshed within a second of a change (API-06). */
export function followLookups(db: Db, url: string): Promise<FollowedValue<LookupRows>> {
  return followValue(url, 'krapao_lookup', async () => {
    const [banks, depositAccounts, gateways] = await Promise.all([
      db.selectFrom('bank').selectAll().where('is_active', '=', true).orderBy('position').execute(),
      db
        .selectFrom('deposit_account as a')
        .leftJoin('bank as b', 'b.code', 'a.bank_code')
        .selectAll('a')
        .select(['b.name_th', 'b.name_en', 'b.name_la'])
        .where('a.is_active', '=', true)
        .orderBy('a.position')
        .execute(),
      db.selectFrom('gateway').selectAll().orderBy('position').orderBy('code').execute(),
    ]);
    return { banks, depositAccounts, gateways };
  });
}

/** What people read in place of a gateway's code, also of one that is switched off. */
export const gatewayTitles = (
  { lookups }: { lookups: Pick<FollowedValue<LookupRows>, 'get'> },
  language: Language,
): ReadonlyMap<string, string> =>
  new Map(lookups.get().gateways.map((gateway) => [gateway.code, gateway[`title_${language}`]]));
