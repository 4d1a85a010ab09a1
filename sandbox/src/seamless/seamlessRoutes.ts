import { createHmac, createVerify, timingSafeEqual } from 'node:crypto';
import { bahtFromSatang, bahtText } from '@krapao/contract/money';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSeamlessMaker, SEAMLESS_MAKERS, type SeamlessMaker } from '../as/seamlessMakers.ts';
import { bodyOf } from '../as/slipDialect.ts';
import { playRound, winOf } from '../games/gameRules.ts';
import { makeLaunch, sessionOf, spendLaunch } from '../games/gameSessions.ts';
import { amountField, amountOrZeroField, type Fields, fieldsOf, textField } from '../http/fields.ts';
import { badRequest, notFound, Problem } from '../http/problem.ts';
import { publicUrl } from '../http/publicUrl.ts';
import { gameTable } from '../pages/gameTable.ts';
import { sendPage } from '../pages/layout.ts';
import type { World } from '../world.ts';
import { cancelOfBet, type Round, winOfBet } from './seamlessHouse.ts';

const TITLES: Readonly<Record<SeamlessMaker, string>> = {
  hub88: 'Krathong Wallet',
  slotegrator: 'Lotus Wallet',
  bgaming: 'Naga Wallet',
};
const COOKIE = 'seamless';
/** The player's name and what the site opened the game with, as one text. */
const SEPARATOR = ' ';

/**
 * The seamless house: `/as/seamless/<maker>` speaks the maker's own format for opening a game, and
 * `/games/seamless-<maker>` is what its players see. `PUT …/operator {walletUrl, publicKey?}` is its back office, and
 * `POST /games/seamless-<maker>/rounds/<id>/resend` sends what the wallet has not heard of a round.
 */
export async function seamlessRoutes(app: FastifyInstance, world: World): Promise<void> {
  const { seamless } = world;
  await app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
    inner.put<{ Params: { maker: string } }>('/as/seamless/:maker/operator', async ({ params, body }) => {
      const maker = known(params.maker);
      const fields = fieldsOf(readJson(body));
      const walletUrl = textField(fields, 'walletUrl', 500);
      if (!/^https?:$/.test(URL.parse(walletUrl)?.protocol ?? ''))
        throw badRequest('walletUrl must be an address.');
      const publicKey = typeof fields.publicKey === 'string' ? fields.publicKey : null;
      seamless.setOperator(maker, { walletUrl: walletUrl.replace(/\/+$/, ''), publicKey });
      return { publicKey: seamless.keys().publicKey };
    });
    inner.get<{ Params: { maker: string } }>('/as/seamless/:maker/operator', async ({ params }) => {
      known(params.maker);
      return { publicKey: seamless.keys().publicKey };
    });

    const open = (request: FastifyRequest, maker: SeamlessMaker, user: unknown, token: unknown): string => {
      if (typeof user !== 'string' || typeof token !== 'string' || user.includes(SEPARATOR))
        throw badRequest('user and token are missing');
      const launch = makeLaunch(world.store, pathOf(maker), `${user}${SEPARATOR}${token}`);
      return `${publicUrl(world, request)}/games/${pathOf(maker)}/launch?token=${launch.token}`;
    };
    inner.post('/as/seamless/hub88/operator/generic/v2/game/url', async (request, reply) => {
      const body = requireHub88(world, request);
      if (body === undefined) return reply.code(401).send({ error: 'Invalid signature' });
      return { url: open(request, 'hub88', body.user, body.token) };
    });
    inner.post('/as/seamless/hub88/operator/generic/v2/game/list', async (request, reply) =>
      requireHub88(world, request) === undefined
        ? reply.code(401).send({ error: 'Invalid signature' })
        : [{ name: TITLES.hub88, game_code: 'sandbox', product: 'Sandbox', enabled: true }],
    );
    inner.post('/as/seamless/hub88/operator/generic/v2/transactions/list', async (request, reply) => {
      const body = requireHub88(world, request);
      if (body === undefined) return reply.code(401).send({ error: 'Invalid signature' });
      if (typeof body.round !== 'string')
        return reply.code(400).send({ error: 'round, or start_time and end_time' });
      return seamless
        .rounds('hub88')
        .filter(({ id, username }) => id === body.round && username === (body.user ?? username))
        .flatMap(hub88Transactions);
    });
    inner.post('/as/seamless/slotegrator/games/init', async (request) => {
      const form = Object.fromEntries(new URLSearchParams(String(request.body)));
      requireSum(world, request, 'x-sign', formSum(world, request, form));
      return { url: open(request, 'slotegrator', form.player_id, form.session_id) };
    });
    inner.get('/as/seamless/slotegrator/games', async (request) => {
      requireSum(world, request, 'x-sign', formSum(world, request, {}));
      return { items: [{ uuid: 'sandbox', name: TITLES.slotegrator }] };
    });
    inner.post('/as/seamless/bgaming/sessions', async (request) => {
      const sum = createHmac('sha256', world.config.secret).update(String(request.body)).digest('hex');
      requireSum(world, request, 'x-request-sign', sum);
      const { user, session_id: token } = bodyOf(readJson(request.body));
      const { id } = fieldsOf(user, 'user');
      return { launch_options: { game_url: open(request, 'bgaming', id, token) } };
    });
  });

  for (const maker of SEAMLESS_MAKERS) playRoutes(app, world, maker);
}

/** What players see, and rounds with a chosen result for tests. */
function playRoutes(app: FastifyInstance, world: World, maker: SeamlessMaker): void {
  const { seamless } = world;
  const base = `/games/${pathOf(maker)}`;
  const player = (request: FastifyRequest) => {
    const all = (request.headers.cookie ?? '').split(/;\s*/);
    const given = all.find((one) => one.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
    const [username = '', token = ''] = sessionOf(world.store, pathOf(maker), given).username.split(
      SEPARATOR,
    );
    return { username, token };
  };

  app.get<{ Querystring: { token?: string } }>(`${base}/launch`, async (request, reply) => {
    const token = spendLaunch(world.store, pathOf(maker), request.query.token ?? '');
    return reply
      .header('set-cookie', `${COOKIE}=${token}; Path=${base}; HttpOnly; SameSite=Lax; Max-Age=14400`)
      .header('referrer-policy', 'no-referrer')
      .redirect(`${base}/play`, 303);
  });
  app.get(`${base}/play`, async (request, reply) => {
    const { username, token } = player(request);
    const balance = await seamless.balance(maker, username, token);
    return sendPage(reply, {
      title: TITLES[maker],
      scripts: ['game.js'],
      styles: ['/assets/providers/krathong.css', '/assets/game.css'],
      body: gameTable(
        { code: pathOf(maker), name: TITLES[maker], group: 'slot', creditsPerBaht: 1n },
        { username, balance },
      ),
    });
  });
  app.post(`${base}/play/rounds`, async (request) => {
    const stake = amountField(fieldsOf(request.body), 'stake');
    const outcome = playRound('slot', undefined);
    const played = await seamless.play(maker, player(request), stake, () => winOf(stake, outcome));
    if (played.win === null) throw new Problem(409, played.code, `The wallet took no bet: ${played.code}`);
    return { shown: outcome.shown, win: bahtText(played.win), balance: bahtText(played.balance ?? 0n) };
  });

  app.post(`${base}/rounds`, async (request) => {
    const fields = fieldsOf(request.body);
    const win = amountOrZeroField(fields, 'win');
    const who = { username: textField(fields, 'username', 60), token: textField(fields, 'token', 100) };
    const played = await seamless.play(maker, who, amountField(fields, 'stake'), () => win);
    return {
      id: played.id,
      code: played.code,
      isPlayed: played.win !== null,
      balance: played.balance === null ? null : bahtFromSatang(played.balance),
    };
  });
  app.post<{ Params: { id: string } }>(`${base}/rounds/:id/resend`, async ({ params }) => {
    if (!(await seamless.resend(maker, params.id))) throw notFound('Nothing of this round is to be sent.');
    return { code: 'OK' };
  });
  app.get(`${base}/rounds`, async () => ({
    rounds: seamless.rounds(maker).map(({ id, username, stake, win, state }) => ({
      id,
      username,
      stake: bahtFromSatang(stake),
      win: bahtFromSatang(win),
      state,
    })),
  }));
  app.get<{ Querystring: { username?: string } }>(`${base}/books`, async (request) => {
    const { staked, won, rounds, open } = seamless.books(maker, request.query.username ?? '');
    return { staked: bahtFromSatang(staked), won: bahtFromSatang(won), rounds, open };
  });
}

/** A round as Hub88's Transactions API lists it. */
function hub88Transactions({ id, username, bet, stake, win, state }: Round) {
  const shared = { user: username, round: id, currency: 'THB' };
  const refersTo = { reference_transaction_uuid: bet };
  const units = (satang: bigint) => Number(satang * 1_000n);
  const status = state === 'REFUSED' ? 'TS_DECLINED' : state === 'BET' ? 'TS_PENDING' : 'TS_SUCCESS';
  return [
    { ...shared, transaction_uuid: bet, kind: 'TK_BET', amount: units(stake), status },
    ...(state === 'WIN' || state === 'DONE'
      ? [
          {
            ...shared,
            ...refersTo,
            transaction_uuid: winOfBet(bet),
            kind: 'TK_WIN',
            amount: units(win),
            status: state === 'DONE' ? 'TS_SUCCESS' : 'TS_PENDING',
          },
        ]
      : []),
    ...(state === 'CANCELLED'
      ? [
          {
            ...shared,
            ...refersTo,
            transaction_uuid: cancelOfBet(bet),
            kind: 'TK_ROLLBACK',
            amount: units(stake),
            status,
          },
        ]
      : []),
  ];
}

const pathOf = (maker: SeamlessMaker) => `seamless-${maker}`;

function known(name: string): SeamlessMaker {
  if (isSeamlessMaker(name)) return name;
  throw notFound('There is no such maker.');
}

/** The body of a call that the site's key signed. */
function requireHub88({ seamless }: World, { headers, body }: FastifyRequest): Fields | undefined {
  const key = seamless.operator('hub88')?.publicKey ?? undefined;
  const signature = headers['x-hub88-signature'];
  const isSigned =
    key !== undefined &&
    typeof signature === 'string' &&
    createVerify('sha256').update(String(body)).verify(key, signature, 'base64');
  return isSigned ? bodyOf(readJson(body)) : undefined;
}

function formSum({ config }: World, { headers }: FastifyRequest, form: Record<string, string>): string {
  const named = ['X-Merchant-Id', 'X-Timestamp', 'X-Nonce'].map((name) => [
    name,
    String(headers[name.toLowerCase()]),
  ]);
  const sorted = [...Object.entries(form), ...named].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return createHmac('sha1', config.secret)
    .update(new URLSearchParams(sorted as [string, string][]).toString())
    .digest('hex');
}

function requireSum(_world: World, { headers }: FastifyRequest, name: string, sum: string): void {
  const given = Buffer.from(String(headers[name] ?? ''));
  const expected = Buffer.from(sum);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Problem(403, 'FORBIDDEN', 'The signature is wrong.');
}

function readJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
