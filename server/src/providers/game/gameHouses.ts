import type { Connections, LiveConnection } from '../connections/connections.ts';
import { countedUnder, isSentUnder } from '../connections/sentUnder.ts';
import type { GamePlace, GameProvider } from '../gameProvider.ts';
import type { Refusal, Unknown } from '../outcome.ts';
import { type Providers, SANDBOX_GAMES_ID } from '../providers.ts';
import type { GameHealthBook } from './gameHealthBook.ts';

/**
 * Games through the connection of their place. One that is switched off still answers questions and gets no order; one
 * that is gone leaves everything unknown, so that money on its way is neither lost nor booked. The book hears what each
 * call came to.
 */
export function gameHouses(
  connections: Connections,
  book: GameHealthBook,
): Pick<Providers, 'game' | 'isGameOpen'> {
  const find = ({ connectionId }: GamePlace): LiveConnection<'game'> | undefined => {
    const found = connections.find(connectionId ?? SANDBOX_GAMES_ID);
    return found?.capability === 'game' ? (found as LiveConnection<'game'>) : undefined;
  };
  return {
    isGameOpen: (place) => find(place)?.isActive === true,
    game: (place) => {
      const house = find(place);
      return house === undefined ? UNREACHABLE : throughConnection(connections, book, house, place);
    },
  };
}

/** The game behind a connection as it is stored now; each call is kept as one of the connection's. */
function throughConnection(
  connections: Connections,
  book: GameHealthBook,
  house: LiveConnection<'game'>,
  { code, externalCode: named, sentUnder }: GamePlace,
): GameProvider {
  const externalCode = named ?? code;
  const call =
    (operation: keyof GameProvider) =>
    async (...input: unknown[]): Promise<object> => {
      const now = (await connections.current(house.id)) as LiveConnection<'game'> | undefined;
      if (now === undefined || (!now.isActive && ORDERS.has(operation))) return unreachable();
      if (operation === 'transfer' && !isSentUnder(now, sentUnder)) return { status: 'other_settings' };
      try {
        const told = await connections.ask(
          now,
          operation,
          async (port) => {
            const work = port.provider(externalCode)[operation] as Call;
            return await work(...input);
          },
          (result) => ({ trouble: result.status === 'unknown' ? (result as Unknown).reason : null }),
        );
        book.note(code, operation, told);
        return operation === 'queryTransfer' ? countedUnder(now, sentUnder, told) : told;
      } catch {
        return { status: 'unknown', reason: 'BAD_ANSWER' };
      }
    };
  const able = Object.keys(house.port.provider(externalCode)) as (keyof GameProvider)[];
  return Object.fromEntries(able.map((operation) => [operation, call(operation)])) as unknown as GameProvider;
}

type Call = (...input: unknown[]) => Promise<{ status: string; reason?: string }>;

const unreachable = async (): Promise<Refusal & Unknown> => ({ status: 'unknown', reason: 'CONNECTION' });

const UNREACHABLE = {
  createPlayer: unreachable,
  setPassword: unreachable,
  balance: unreachable,
  transfer: unreachable,
  queryTransfer: unreachable,
  launch: unreachable,
  loginForm: unreachable,
  turnover: unreachable,
  kick: unreachable,
} satisfies GameProvider;

const ORDERS: ReadonlySet<keyof GameProvider> = new Set([
  'createPlayer',
  'setPassword',
  'transfer',
  'launch',
]);
