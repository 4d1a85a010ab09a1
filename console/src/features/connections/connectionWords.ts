import { CAPABILITIES, type Capability } from '@krapao/contract/connections';
import { t, wordsOr } from '../../i18n/i18n.ts';
import type { Connection, Driver } from './connectionForm.ts';

type Health = Connection['health'];

const COLORS = { off: 'gray', unused: 'gray', ok: 'teal', failing: 'red', unopened: 'red' } as const;

/** The colour of a state's word. */
export function healthColor(state: Health['state']): string {
  return COLORS[state];
}

/** How often a shadow said the same as the connection that decided; undefined before there was anything to compare. */
export function agreementText({ compared, agreed }: Health): string | undefined {
  return compared === 0 ? undefined : t('connections.agrees', { agreed, compared });
}

/** Whether a connection decides: it is switched on, and not only asked to compare. */
const isDeciding = ({ isActive, isShadow }: Connection) => isActive && !isShadow;

/** The connections of one capability, in the order in which they are asked. */
export interface Group {
  capability: Capability;
  connections: readonly Connection[];
  /** None of them decides, so people do its work. */
  isByHand: boolean;
}

/** What the site has and what it could have, by capability. */
export function groupsOf(connections: readonly Connection[], drivers: readonly Driver[]): Group[] {
  return CAPABILITIES.map((capability) => {
    const own = connections.filter((one) => one.capability === capability);
    return { capability, connections: own, isByHand: !own.some(isDeciding) };
  }).filter(
    ({ capability, connections: own }) =>
      own.length > 0 || drivers.some((driver) => driver.capability === capability),
  );
}

/** Members or games choose one of these: none is asked before another. */
const WITHOUT_ORDER: readonly Capability[] = ['gateway', 'game'];

/** The place of a connection among those of its group that decide, from 1; undefined for one that does not, or if it is the only one. */
export function turnOf(connection: Connection, { connections }: Group): number | undefined {
  const deciding = connections.filter(isDeciding);
  const place = WITHOUT_ORDER.includes(connection.capability) ? -1 : deciding.indexOf(connection);
  return place === -1 || deciding.length === 1 ? undefined : place + 1;
}

/** What a connection was asked; an operation of a newer server shows its name. */
export function operationText(operation: string): string {
  return wordsOr(`connections.operation.${operation}`, operation);
}
