import type { FastifyInstance } from 'fastify';
import { GIFT_STATES, giftLinks, giftUrl, makeGiftLink } from '../gifts/giftRoutes.ts';
import { Problem } from '../http/problem.ts';
import { bahtForPeople } from '../money.ts';
import type { World } from '../world.ts';
import { html } from './html.ts';
import { alertBox, sendPage, when } from './layout.ts';

export async function giftPage(app: FastifyInstance, world: World): Promise<void> {
  const body = (error: string | null) => {
    const links = giftLinks(world.store).slice(0, 50);
    return html`<h1>Gift links <span lang="th">ซองของขวัญ</span></h1>${alertBox(error)}<form class="panel" method="post" action="/gifts"><label>Amount in baht<input class="amount" name="amount" inputmode="decimal" required placeholder="50.00"></label><label>When redeemed<select name="state">${GIFT_STATES.map((state) => html`<option>${state}</option>`)}</select></label><button>Make a gift link</button></form>${links.length === 0 ? html`<p class="empty">No gift yet.</p>` : html`<ul class="rows">${links.map((link) => html`<li><div><p><label>Link<input readonly value="${giftUrl(link.hash)}" class="copy"></label></p><p class="meta">${when(link.createdAt)} · ${link.redeemedBy === null ? link.state : 'redeemed'}</p></div><p class="sum">${bahtForPeople(link.amount)}</p></li>`)}</ul>`}`;
  };

  app.get('/gifts', async (_request, reply) =>
    sendPage(reply, { title: 'Gift links', place: '/gifts', scripts: ['copy.js'], body: body(null) }),
  );

  app.post('/gifts', async (request, reply) => {
    try {
      makeGiftLink(world.store, request.body);
      return reply.redirect('/gifts', 303);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const page = { title: 'Gift links', place: '/gifts', scripts: ['copy.js'], body: body(error.message) };
      return sendPage(reply, page, 400);
    }
  });
}
