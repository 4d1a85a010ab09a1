import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { bankFeedRoutes } from './bankFeed.ts';
import { bcelOnepayRoutes } from './bcelOnepay.ts';
import { beamRoutes } from './beam.ts';
import { chatBotRoutes } from './chatBot.ts';
import { easyslipRoutes } from './easyslip.ts';
import { eventRoutes } from './events.ts';
import { gameGenericRoutes } from './gameGeneric.ts';
import type { GameMakerName } from './gameMakers.ts';
import type { GatewayMakerName } from './gatewayMakers.ts';
import { hub88Routes } from './hub88.ts';
import { lineRoutes } from './line.ts';
import { omiseRoutes } from './omise.ts';
import { payoutGenericRoutes } from './payoutGeneric.ts';
import { phajayRoutes } from './phajay.ts';
import { rdcwRoutes } from './rdcw.ts';
import { registerRoutes } from './register.ts';
import { scbRoutes } from './scb.ts';
import { slip2goRoutes } from './slip2go.ts';
import type { SlipMakerName } from './slipMakers.ts';
import { slipmateRoutes } from './slipmate.ts';
import { slipokRoutes } from './slipok.ts';
import { verificationRoutes } from './verification.ts';

type Dialect = (app: FastifyInstance, world: World) => Promise<void>;

const SLIP_DIALECTS: Readonly<Record<SlipMakerName, Dialect>> = {
  easyslip: easyslipRoutes,
  slipok: slipokRoutes,
  slip2go: slip2goRoutes,
  slipmate: slipmateRoutes,
  rdcw: rdcwRoutes,
  scb: scbRoutes,
};
/** SCB's bills are among its slips' routes: both want the same token. */
const GATEWAY_DIALECTS: Readonly<Record<Exclude<GatewayMakerName, 'scb'>, Dialect>> = {
  omise: omiseRoutes,
  phajay: phajayRoutes,
  'bcel-onepay': bcelOnepayRoutes,
  beam: beamRoutes,
};

const GAME_DIALECTS: Readonly<Record<GameMakerName, Dialect>> = {
  hub88: hub88Routes,
  'game-generic': gameGenericRoutes,
};

/** Services that any template can describe, messengers, and receivers of events. */
const OTHER_DIALECTS: Readonly<Record<string, Dialect>> = {
  'payout-generic': payoutGenericRoutes,
  'bank-feed': bankFeedRoutes,
  'chat-bot': chatBotRoutes,
  line: lineRoutes,
  events: eventRoutes,
  register: registerRoutes,
  verification: verificationRoutes,
};

/** The makers' own wire formats, each at `/as/<name>`, over the same bank and the same players. The secret is the key of each. */
export async function asRoutes(app: FastifyInstance, world: World): Promise<void> {
  for (const [name, dialect] of Object.entries({
    ...SLIP_DIALECTS,
    ...GATEWAY_DIALECTS,
    ...GAME_DIALECTS,
    ...OTHER_DIALECTS,
  })) {
    await app.register(async (inner) => dialect(inner, world), { prefix: `/as/${name}` });
  }
}
