import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { easyslipRoutes } from './easyslip.ts';
import { rdcwRoutes } from './rdcw.ts';
import { scbRoutes } from './scb.ts';
import { slip2goRoutes } from './slip2go.ts';
import type { SlipMakerName } from './slipMakers.ts';
import { slipmateRoutes } from './slipmate.ts';
import { slipokRoutes } from './slipok.ts';

const DIALECTS: Readonly<Record<SlipMakerName, (app: FastifyInstance, world: World) => Promise<void>>> = {
  easyslip: easyslipRoutes,
  slipok: slipokRoutes,
  slip2go: slip2goRoutes,
  slipmate: slipmateRoutes,
  rdcw: rdcwRoutes,
  scb: scbRoutes,
};

/** The makers' own wire formats, each at `/as/<name>`, over the same bank. The secret is the key of each. */
export async function asRoutes(app: FastifyInstance, world: World): Promise<void> {
  for (const [name, dialect] of Object.entries(DIALECTS)) {
    await app.register(async (inner) => dialect(inner, world), { prefix: `/as/${name}` });
  }
}
