import type { DepositBankAccount } from '@krapao/contract/api/lookup';
import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Selectable } from 'kysely';
import type { Static } from 'typebox';
import type { AppContext } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import type { Connections, LiveConnection } from '../../../providers/connections/connections.ts';
import { sandboxGatewayId } from '../../../providers/providers.ts';

/** One entry of the catalogue: what members are offered, and through which connection. */
export type GatewayRow = Selectable<Database['gateway']>;

/**
 * A connection to a gateway as it is stored now, also one that is switched off; undefined if there is none, or it cannot
 * be opened.
 */
export async function currentGateway(
  connections: Pick<Connections, 'current'>,
  id: string,
): Promise<LiveConnection<'gateway'> | undefined> {
  return asGateway(await connections.current(id));
}

const asGateway = (connection: LiveConnection | undefined): LiveConnection<'gateway'> | undefined =>
  connection?.capability === 'gateway' ? (connection as LiveConnection<'gateway'>) : undefined;

/** The connection that takes new orders of a gateway; undefined if it takes none now. */
export function takerOfOrders(
  connections: Pick<Connections, 'find'>,
  { code, connection_id, is_active }: GatewayRow,
): LiveConnection<'gateway'> | undefined {
  const connection = asGateway(connections.find(connection_id ?? sandboxGatewayId(code)));
  return is_active && connection?.isActive ? connection : undefined;
}

/** The titles that members are offered now, by the connection that takes their orders. */
export function titlesByConnection(
  { connections, lookups }: Pick<AppContext, 'connections' | 'lookups'>,
  language: Language,
): ReadonlyMap<string, string[]> {
  const offered = lookups.get().gateways.flatMap((gateway) => {
    const id = takerOfOrders(connections, gateway)?.id;
    return id === undefined ? [] : [{ id, title: gateway[`title_${language}`] }];
  });
  const grouped = Map.groupBy(offered, ({ id }) => id);
  return new Map([...grouped].map(([id, rows]) => [id, rows.map(({ title }) => title)]));
}

/** The gateways that members can pay at now, in the operators' order (DEP-01). */
export function listGateways({
  connections,
  lookups,
}: Pick<AppContext, 'connections' | 'lookups'>): Static<typeof DepositBankAccount>[] {
  return lookups
    .get()
    .gateways.filter((gateway) => takerOfOrders(connections, gateway) !== undefined)
    .map(({ code, title_th, title_la, title_en, currency, minimum, maximum, presets, shown }) => ({
      bank: { nameTH: title_th, nameEN: title_en, nameLA: title_la },
      bankCode: code,
      bankType: code,
      mode: 'QR',
      bankAccountName: title_en,
      bankAccountNo: '',
      currency: currency === 'LAK' ? 'LAK' : 'BAHT',
      gateway: {
        presets,
        minimum: bahtFromSatang(minimum),
        ...(maximum !== null && { maximum: bahtFromSatang(maximum) }),
        isPage: shown === 'PAGE',
      },
    }));
}
