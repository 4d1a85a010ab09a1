import type { FastifyInstance } from 'fastify';
import { decideCheck, documentChecks, VERIFICATION_OUTCOMES } from '../as/verification.ts';
import { Problem } from '../http/problem.ts';
import type { World } from '../world.ts';
import { html } from './html.ts';
import { alertBox, sendPage, when } from './layout.ts';

/** The maker that checks documents: what it was sent, and its clerk's decision, of which it tells. */
export async function verificationPage(app: FastifyInstance, world: World): Promise<void> {
  const page = (error: string | null) => {
    const checks = documentChecks(world.store).slice(0, 50);
    return {
      title: 'Document checks',
      place: '/verification',
      body: html`<h1>Document checks <span lang="th">ตรวจเอกสาร</span></h1>${alertBox(error)}${checks.length === 0 ? html`<p class="empty">Nothing yet.</p>` : html`<ul class="rows">${checks.map(({ reference, kind, name, outcome, createdAt }) => html`<li><div><p><strong>${name}</strong> · ${kind} · ${outcome}</p><p class="meta">${when(createdAt)} · ${reference}</p></div><form method="post" action="/verification/${reference}"><label>Outcome<select name="outcome">${VERIFICATION_OUTCOMES.map((one) => html`<option>${one}</option>`)}</select></label><button>Decide and tell</button></form></li>`)}</ul>`}`,
    };
  };

  app.get('/verification', async (_request, reply) => sendPage(reply, page(null)));

  app.post<{ Params: { reference: string } }>('/verification/:reference', async (request, reply) => {
    try {
      decideCheck(world, request.params.reference, request.body);
      return reply.redirect('/verification', 303);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return sendPage(reply, page(error.message), 400);
    }
  });
}
