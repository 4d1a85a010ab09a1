import { bahtText } from '@krapao/contract/money';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { playRound, winOf } from '../games/gameRules.ts';
import { openSession, sessionOf, spendLaunch } from '../games/gameSessions.ts';
import { knownProvider } from '../games/providerRoutes.ts';
import { isViewstate, makeViewstate } from '../games/viewstate.ts';
import { amountField, fieldsOf, textField } from '../http/fields.ts';
import { Problem } from '../http/problem.ts';
import type { World } from '../world.ts';
import { gameTable } from './gameTable.ts';
import { html } from './html.ts';
import { alertBox, sendPage } from './layout.ts';

interface OfProvider {
  provider: string;
}

const COOKIE = 'game';

/** What a player sees: log-in, the game, and its rounds. */
export async function gamePages(app: FastifyInstance, world: World): Promise<void> {
  const cookieOf = (code: string, token: string) =>
    `${COOKIE}=${token}; Path=/games/${code}; HttpOnly; SameSite=Lax; Max-Age=14400`;

  app.get<{ Params: OfProvider; Querystring: { token?: string } }>(
    '/games/:provider/launch',
    async (request, reply) => {
      const { code } = knownProvider(request.params.provider);
      const token = spendLaunch(world.store, code, request.query.token ?? '');
      return reply
        .header('set-cookie', cookieOf(code, token))
        .header('referrer-policy', 'no-referrer')
        .redirect(`/games/${code}/play`, 303);
    },
  );

  app.get<{ Params: OfProvider }>('/games/:provider/login', async (request, reply) =>
    sendPage(reply, loginPage(world, request.params.provider, null)),
  );

  app.post<{ Params: OfProvider }>('/games/:provider/login', async (request, reply) => {
    const { code } = knownProvider(request.params.provider);
    const fields = fieldsOf(request.body);
    if (!isViewstate(world.config.secret, code, fields)) {
      return sendPage(reply, loginPage(world, code, 'This form is too old. Please try again.'), 400);
    }
    if (!passwordFits(world, code, textField(fields, 'username', 40), textField(fields, 'password', 100))) {
      return sendPage(reply, loginPage(world, code, 'Username or password is wrong.'), 401);
    }
    const token = openSession(world.store, code, textField(fields, 'username', 40));
    return reply.header('set-cookie', cookieOf(code, token)).redirect(`/games/${code}/play`, 303);
  });

  app.get<{ Params: OfProvider }>('/games/:provider/play', async (request, reply) => {
    const provider = knownProvider(request.params.provider);
    const { username } = sessionOf(world.store, provider.code, cookie(request));
    return sendPage(reply, {
      title: provider.name,
      scripts: ['game.js'],
      styles: [`/assets/providers/${provider.code}.css`, '/assets/game.css'],
      body: gameTable(provider, world.players.player(provider.code, username)),
    });
  });

  app.post<{ Params: OfProvider }>('/games/:provider/play/rounds', async (request) => {
    const provider = knownProvider(request.params.provider);
    const { username } = sessionOf(world.store, provider.code, cookie(request));
    const fields = fieldsOf(request.body);
    const stake = amountField(fields, 'stake');
    const outcome = playRound(provider.group, fields.pick);
    const win = winOf(stake, outcome);
    const { balance } = world.players.round(provider.code, username, stake, win);
    return { shown: outcome.shown, win: bahtText(win), balance: bahtText(balance) };
  });
}

function loginPage(world: World, code: string, error: string | null) {
  const provider = knownProvider(code);
  const hidden = Object.entries(makeViewstate(world.config.secret, provider.code)).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return {
    title: `Log in to ${provider.name}`,
    styles: [`/assets/providers/${provider.code}.css`, '/assets/game.css'],
    body: html`<section class="game"><h1>${provider.name}</h1>${alertBox(error)}<form class="panel" method="post" action="/games/${provider.code}/login">${hidden}<label>Username<input name="username" required autocomplete="username"></label><label>Password<input name="password" type="password" required autocomplete="current-password"></label><button>Log in <span lang="th">เข้าสู่ระบบ</span></button></form></section>`,
  };
}

function passwordFits(world: World, code: string, username: string, password: string): boolean {
  try {
    return world.players.passwordFits(code, username, password);
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

function cookie(request: FastifyRequest): string | undefined {
  const all = (request.headers.cookie ?? '').split(/;\s*/);
  return all.find((one) => one.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
}
