import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { lookupRoutes } from './lookup/routes.ts';

/** The capabilities' routes, in the order of the specification's section 7. */
export const MODULES: readonly ((app: FastifyInstance, context: AppContext) => void)[] = [lookupRoutes];
