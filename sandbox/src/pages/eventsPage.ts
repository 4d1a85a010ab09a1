import type { FastifyInstance } from 'fastify';
import { EVENT_RECEIVERS } from '../as/eventFaults.ts';
import { fieldsOf, textField } from '../http/fields.ts';
import { badRequest } from '../http/problem.ts';
import type { World } from '../world.ts';
import { html } from './html.ts';
import { sendPage, when } from './layout.ts';

const SHOWN = 50;

/** What the site told the systems beside it, and the secrets with which they verify it. */
export async function eventsPage(app: FastifyInstance, world: World): Promise<void> {
  app.get('/events', async (request, reply) => {
    const base = `${request.protocol}://${request.host}/as/events`;
    const panels = EVENT_RECEIVERS.map((receiver) => {
      const came = world.events.received(receiver).slice(-SHOWN).reverse();
      return html`<section class="panel"><h2>${receiver}</h2><p class="meta">${base}/${receiver}</p><form class="row" method="post" action="/events/secrets"><input type="hidden" name="receiver" value="${receiver}"><label>Secret<input name="secret" required maxlength="200" placeholder="whsec_…" value="${world.events.secrets(receiver).join(' ')}"></label><button class="secondary">Set</button></form><ul>${came.map(
        ({ webhookId, isProved, body, at }) =>
          html`<li><p class="meta"><strong>${body.type}</strong> ${webhookId} · ${isProved === null ? 'no secret set' : 'signature verified'} · ${when(at)}</p><details><summary>Body</summary><pre>${JSON.stringify(body, null, 2)}</pre></details></li>`,
      )}</ul></section>`;
    });
    return sendPage(reply, {
      title: 'Events',
      place: '/events',
      scripts: ['refresh.js'],
      body: html`<h1>Events <span lang="th">เหตุการณ์</span></h1><div id="fresh" aria-live="polite">${panels}</div>`,
    });
  });

  app.post('/events/secrets', async (request, reply) => {
    const fields = fieldsOf(request.body);
    const name = textField(fields, 'receiver', 20);
    const receiver = EVENT_RECEIVERS.find((known) => known === name);
    if (receiver === undefined) throw badRequest('There is no such receiver.');
    world.events.setSecrets(receiver, textField(fields, 'secret', 200).split(/\s+/));
    return reply.redirect('/events', 303);
  });
}
