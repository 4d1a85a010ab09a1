import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import { asRoutes } from './as/asRoutes.ts';
import { payoutRoutes } from './bank/payoutRoutes.ts';
import { slipVerifierRoutes } from './bank/slipVerifierRoutes.ts';
import { statementRoutes } from './bank/statementRoutes.ts';
import { transferRoutes } from './bank/transferRoutes.ts';
import type { SandboxConfig } from './config.ts';
import { recordCalls } from './exchanges/recordCalls.ts';
import { faultRoutes } from './faults/faultRoutes.ts';
import { providerRoutes } from './games/providerRoutes.ts';
import { roundRoutes } from './games/roundRoutes.ts';
import { gatewayRoutes } from './gateway/gatewayRoutes.ts';
import { giftRoutes } from './gifts/giftRoutes.ts';
import { answerProblems } from './pages/answerProblems.ts';
import { assetRoutes } from './pages/assets.ts';
import { bankPage } from './pages/bankPage.ts';
import { eventsPage } from './pages/eventsPage.ts';
import { exchangesPage } from './pages/exchangesPage.ts';
import { faultPage } from './pages/faultPage.ts';
import { gamePages } from './pages/gamePages.ts';
import { gamesPage } from './pages/gamesPage.ts';
import { giftPage } from './pages/giftPage.ts';
import { inboxPage } from './pages/inboxPage.ts';
import { linePage } from './pages/linePage.ts';
import { overviewPage } from './pages/overviewPage.ts';
import { payPage } from './pages/payPage.ts';
import { registerPage } from './pages/registerPage.ts';
import { verificationPage } from './pages/verificationPage.ts';
import { seamlessRoutes } from './seamless/seamlessRoutes.ts';
import { slipRoutes } from './slip/slipRoutes.ts';
import { smsRoutes } from './sms/smsRoutes.ts';
import { openWorld } from './world.ts';

/**
 * The sandbox, ready to listen or to inject. Tests call its `delivered`, after which every notice that is due has been
 * tried. Throws errors of opening its state.
 */
export async function buildSandbox(config: SandboxConfig): Promise<FastifyInstance> {
  const world = await openWorld(config);
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 12 * 1024 * 1024, logger: false });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'font-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    strictTransportSecurity: false,
  });
  app.decorate('delivered', () => world.webhooks.delivered());
  await app.register(formbody);
  answerProblems(app);
  recordCalls(app, world);
  // Nothing is acknowledged before it is stored.
  app.addHook('onSend', async () => world.store.flush());
  app.addHook('onReady', async () => {
    world.webhooks.wake();
    world.seamless.wake();
  });
  app.addHook('onClose', async () => {
    world.webhooks.stop();
    world.seamless.stop();
    await world.store.close();
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  await app.register(smsRoutes, world);
  await app.register(transferRoutes, world);
  await app.register(slipRoutes, world);
  await app.register(slipVerifierRoutes, world);
  await app.register(asRoutes, world);
  await app.register(statementRoutes, world);
  await app.register(payoutRoutes, world);
  await app.register(giftRoutes, world);
  await app.register(gatewayRoutes, world);
  await app.register(providerRoutes, world);
  await app.register(roundRoutes, world);
  await app.register(seamlessRoutes, world);
  await app.register(faultRoutes, world);
  await app.register(assetRoutes);
  await app.register(bankPage, world);
  await app.register(eventsPage, world);
  await app.register(exchangesPage, world);
  await app.register(faultPage, world);
  await app.register(gamePages, world);
  await app.register(gamesPage, world);
  await app.register(giftPage, world);
  await app.register(inboxPage, world);
  await app.register(linePage, world);
  await app.register(overviewPage, world);
  await app.register(payPage, world);
  await app.register(registerPage, world);
  await app.register(verificationPage, world);
  return app;
}
