import type { Jurisdiction } from '../clause.ts';
import type { Pack } from '../pack.ts';
import { BRAZIL } from './brazil.ts';
import { GREAT_BRITAIN } from './greatBritain.ts';
import { NEW_JERSEY } from './newJersey.ts';
import { ONTARIO } from './ontario.ts';
import { DEFAULT_PACK } from './thailandAndLaos.ts';

/** The packs that an operator can begin with. A site that serves several jurisdictions takes the strictest of them. */
export const READY_PACKS = {
  thailandAndLaos: DEFAULT_PACK,
  greatBritain: GREAT_BRITAIN,
  ontario: ONTARIO,
  newJersey: NEW_JERSEY,
  brazil: BRAZIL,
} as const satisfies Partial<Record<Jurisdiction, Pack>>;

export type ReadyPack = keyof typeof READY_PACKS;
