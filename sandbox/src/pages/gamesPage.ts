import type { FastifyInstance } from 'fastify';
import { knownProvider } from '../games/providerRoutes.ts';
import { type GameGroup, PLAYED, type ProviderFacts } from '../games/providers.ts';
import { fieldsOf, textField } from '../http/fields.ts';
import { badRequest } from '../http/problem.ts';
import { bahtForPeople } from '../money.ts';
import type { World } from '../world.ts';
import { type Html, html } from './html.ts';
import { sendPage } from './layout.ts';

const GROUPS: readonly (readonly [GameGroup, string])[] = [
  ['slot', 'Slot'],
  ['sport', 'Sport and casino'],
  ['lotto', 'Lotto'],
];

/** Every provider with its players and pending transfers. */
export async function gamesPage(app: FastifyInstance, world: World): Promise<void> {
  app.get('/games', async (_request, reply) =>
    sendPage(reply, {
      title: 'Games',
      place: '/games',
      body: html`<h1>Games <span lang="th">เกม</span></h1><p>Games open from the wallet, by their launch link. Here you see what each provider knows.</p>${GROUPS.map(([group, name]) => html`<h2>${name}</h2><div class="cards">${PLAYED.filter((one) => one.group === group).map((one) => card(world, one))}</div>`)}`,
    }),
  );

  app.post<{ Params: { provider: string } }>('/games/:provider/settle', async (request, reply) => {
    const { code } = knownProvider(request.params.provider);
    const fields = fieldsOf(request.body);
    const { status } = fields;
    if (status !== 'success' && status !== 'failed') throw badRequest('status must be success or failed.');
    world.players.settle(code, textField(fields, 'id', 100), status);
    return reply.redirect('/games', 303);
  });
}

function card(world: World, { code, name }: ProviderFacts): Html {
  const players = world.players.players(code);
  const pending = world.players.pendingTransfers(code);
  return html`<article class="card"><h3>${name} <small>${code}</small></h3>${players.length === 0 ? html`<p class="meta">No player yet.</p>` : html`<ul class="rows">${players.slice(0, 8).map((player) => html`<li><p>${player.username}</p><p class="sum">${bahtForPeople(player.balance)}</p></li>`)}</ul>`}${pending.map((transfer) => html`<form class="row" method="post" action="/games/${code}/settle"><input type="hidden" name="id" value="${transfer.id}"><p class="meta">Pending ${transfer.direction} ${bahtForPeople(transfer.amount)} of ${transfer.username}</p><button class="secondary" name="status" value="success">Let it succeed</button><button class="secondary" name="status" value="failed">Let it fail</button></form>`)}</article>`;
}
