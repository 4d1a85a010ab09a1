import type { FastifyInstance } from 'fastify';
import { enterPerson, registerEntries } from '../as/register.ts';
import { Problem } from '../http/problem.ts';
import type { World } from '../world.ts';
import { html } from './html.ts';
import { alertBox, sendPage, when } from './layout.ts';

/** The central register of exclusions: who is in it, and a form to enter somebody. */
export async function registerPage(app: FastifyInstance, world: World): Promise<void> {
  const page = (error: string | null) => {
    const entries = registerEntries(world.store).slice(0, 50);
    return {
      title: 'Register of exclusions',
      place: '/register',
      body: html`<h1>Register of exclusions <span lang="th">ทะเบียนผู้งดเล่น</span></h1>${alertBox(error)}<form class="panel" method="post" action="/register"><label>Phone number<input name="phone" inputmode="tel" required placeholder="+66812345678"></label><label>Until (empty: for ever)<input name="until" type="date"></label><button>Enter this person</button></form>${entries.length === 0 ? html`<p class="empty">Nobody yet.</p>` : html`<ul class="rows">${entries.map((entry) => html`<li><div><p>${entry.reference} · ${entry.phoneHash.slice(0, 16)}…</p><p class="meta">${when(entry.createdAt)} · ${entry.until === null ? 'for ever' : html`until ${when(entry.until)}`}</p></div></li>`)}</ul>`}`,
    };
  };

  app.get('/register', async (_request, reply) => sendPage(reply, page(null)));

  app.post('/register', async (request, reply) => {
    try {
      enterPerson(world.store, request.body);
      return reply.redirect('/register', 303);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return sendPage(reply, page(error.message), 400);
    }
  });
}
