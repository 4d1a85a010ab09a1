import type { FastifyInstance } from 'fastify';
import { inbox } from '../sms/smsRoutes.ts';
import type { World } from '../world.ts';
import { html } from './html.ts';
import { sendPage, when } from './layout.ts';

export async function inboxPage(app: FastifyInstance, world: World): Promise<void> {
  app.get<{ Querystring: { to?: string } }>('/inbox', async (request, reply) => {
    const to = request.query.to?.trim() || null;
    const messages = inbox(world.store, to, 50);
    const list =
      messages.length === 0
        ? html`<p class="empty">No message yet. Ask for a code in the wallet; it appears here by itself.</p>`
        : html`<ul class="bubbles">${messages.map((sms) => html`<li><p class="meta"><strong>${sms.to}</strong> ${when(sms.sentAt)}</p><p class="bubble">${sms.text}</p></li>`)}</ul>`;
    return sendPage(reply, {
      title: 'SMS inbox',
      place: '/inbox',
      scripts: ['refresh.js'],
      body: html`<h1>SMS inbox <span lang="th">กล่องข้อความ</span></h1><form method="get" class="row"><label>Phone number<input name="to" inputmode="tel" value="${to}" placeholder="all numbers"></label><button class="secondary">Show</button></form><div id="fresh" aria-live="polite">${list}</div>`,
    });
  });
}
