import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { accountRoutes } from './account/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { lookupRoutes } from './lookup/routes.ts';
import { otpRoutes } from './otp/routes.ts';
import { registrationRoutes } from './registration/routes.ts';

/** The capabilities' routes, in the order of the specification's section 7. */
export const MODULES: readonly ((app: FastifyInstance, context: AppContext) => void)[] = [
  lookupRoutes,
  registrationRoutes,
  accountRoutes,
  authRoutes,
  otpRoutes,
];
