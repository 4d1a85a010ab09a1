import type { AppContext } from '../../context.ts';
import type { GameTransferQuery } from '../../providers/gameProvider.ts';
import { placeOfLeg } from '../games/gamePlace.ts';
import type { LegRow } from './gameTransfer.ts';

/** A house without a question that changes nothing tells nothing. */
const NOT_TOLD: GameTransferQuery = { status: 'manual' };

/** What the house of an operation says of it now, by our id. Changes nothing. */
export const askAboutLeg = async (
  { providers }: Pick<AppContext, 'providers'>,
  leg: Parameters<typeof placeOfLeg>[0] & Pick<LegRow, 'id' | 'amount'>,
): Promise<GameTransferQuery> =>
  (await providers.game(placeOfLeg(leg)).queryTransfer?.({ id: leg.id, amount: leg.amount })) ?? NOT_TOLD;
