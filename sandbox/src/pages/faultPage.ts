import type { FastifyInstance } from 'fastify';
import { faultModes, hasCodes } from '../faults/switches.ts';
import { fieldsOf, textField } from '../http/fields.ts';
import type { World } from '../world.ts';
import { html } from './html.ts';
import { sendPage } from './layout.ts';

const MEANING: readonly (readonly [string, string])[] = [
  ['slow', 'answers, but after the delay (longer than the server waits: applied late)'],
  ['timeoutAfterApply', 'does it and never answers'],
  ['timeoutBeforeApply', 'does nothing and never answers'],
  ['duplicate', 'does it twice, or sends the notice twice'],
  ['pendingForever', 'says pending and never ends'],
  ['falseNotFound', 'does it, cuts the line, then says it knows nothing of it'],
  ['wrongAmount', 'moves or reports one baht too much'],
  ['maintenance', 'refuses with 503 MAINTENANCE'],
  ['error500', 'breaks before doing anything'],
  ['error500AfterApply', 'does it and breaks before it answers'],
  ['wrongKey, outOfQuota, busy', 'services in their makers’ formats refuse for this reason'],
  ['code, bareCode', 'they answer with this code of theirs; bare: without the transfer'],
  ['otherSlip, otherOrder', 'they answer about another transfer or order'],
  ['otherCurrency, textNumbers', 'they answer in another currency, or with amounts as texts'],
  ['gone', 'a receiver of events answers 410: it wants no more'],
  [
    'betTwice, cancelFirst, lostAnswer',
    'the seamless house sends a bet twice, its cancellation first, or gives it up; a receiver takes an event and cuts the line',
  ],
  ['html, gigantic, redirect', 'they answer with a page, with 3 MB, or lead elsewhere'],
];

export async function faultPage(app: FastifyInstance, world: World): Promise<void> {
  app.get('/fault-switches', async (_request, reply) => {
    const switches = [...world.switches.addressed(), ...Object.entries(world.switches.all())];
    const rows = switches.map(
      ([target, fault]) =>
        html`<li><form method="post" action="/fault-switches" class="switch${hasCodes(target) ? ' coded' : ''}${fault.mode === 'none' ? '' : ' on'}"><input type="hidden" name="target" value="${target}"><strong>${target}</strong><label><span class="sr">Mode of ${target}</span><select name="mode">${faultModes(target).map((mode) => (mode === fault.mode ? html`<option selected>${mode}</option>` : html`<option>${mode}</option>`))}</select></label><label><span class="sr">Times for ${target}</span><input name="times" inputmode="numeric" placeholder="always" value="${fault.times}"></label><label><span class="sr">Only for, at ${target}</span><input name="for" placeholder="every call" value="${fault.for}"></label>${hasCodes(target) ? html`<label><span class="sr">Code for ${target}</span><input name="code" placeholder="code" value="${fault.code}"></label>` : ''}<button class="secondary">Set</button></form></li>`,
    );
    return sendPage(reply, {
      title: 'Fault switches',
      place: '/fault-switches',
      body: html`<h1>Fault switches <span lang="th">สวิตช์ความผิดพลาด</span></h1><p>A switch with a reference, account, player or phone hits only calls that concern it.</p><details class="panel"><summary>What each mode does</summary><dl>${MEANING.map(([mode, text]) => html`<dt>${mode}</dt><dd>${text}</dd>`)}</dl></details><ul class="switches">${rows}</ul>`,
    });
  });

  app.post('/fault-switches', async (request, reply) => {
    const fields = fieldsOf(request.body);
    world.switches.set({
      [textField(fields, 'target', 50)]: {
        mode: fields.mode,
        times: fields.times,
        code: fields.code,
        for: fields.for,
      },
    });
    return reply.redirect('/fault-switches', 303);
  });
}
