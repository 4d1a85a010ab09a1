import type { FastifyInstance } from 'fastify';
import type { Webhook } from '../webhooks/queue.ts';
import type { World } from '../world.ts';
import { type Html, html } from './html.ts';
import { sendPage, when } from './layout.ts';

const SHOWN = 20;

/** The notices that the product has not taken yet: whose they are, where they go, and when they are sent again. */
function notices(waiting: readonly Webhook[]): Html {
  if (waiting.length === 0) return html``;
  const first = waiting.toSorted((one, other) => one.nextAt.localeCompare(other.nextAt)).slice(0, SHOWN);
  return html`<section><h2>Notices waiting</h2><ul class="rows">${first.map(
    ({ maker, path, attempts, nextAt }) =>
      html`<li><div><p><strong>${maker ?? 'sandbox'}</strong> <code>${path}</code></p><p class="meta">${attempts === 0 ? 'not sent yet' : `sent ${attempts} times, not taken`} · next ${when(nextAt)}</p></div></li>`,
  )}</ul></section>`;
}

const CARDS = [
  ['/bank', 'Bank', 'ธนาคาร', 'Pay any QR or account, and download its slip, good or spoiled.'],
  ['/inbox', 'SMS inbox', 'กล่องข้อความ', 'Read the codes that the wallet sends.'],
  ['/line', 'LINE', 'ไลน์', 'Add the site’s account, link it, and read what it writes.'],
  ['/register', 'Register of exclusions', 'ทะเบียนผู้งดเล่น', 'Enter somebody who may play nowhere.'],
  ['/verification', 'Document checks', 'ตรวจเอกสาร', 'Decide what the maker says of a document.'],
  ['/gifts', 'Gift links', 'ซองของขวัญ', 'Make a gift link to deposit with.'],
  ['/games', 'Games', 'เกม', 'Every provider, its players and their balances.'],
  ['/exchanges', 'Exchanges', 'บันทึกการรับส่ง', 'See each call and notice, with its answer.'],
  ['/fault-switches', 'Fault switches', 'สวิตช์ความผิดพลาด', 'Make a counterpart slow, wrong or silent.'],
] as const;

export async function overviewPage(app: FastifyInstance, world: World): Promise<void> {
  app.get('/', async (_request, reply) => {
    const waiting = world.webhooks.waiting();
    const active = Object.entries(world.switches.all()).filter(([, fault]) => fault.mode !== 'none');
    return sendPage(reply, {
      title: 'Overview',
      place: '/',
      body: html`<section class="lacquer"><h1>The outside world</h1><p>Stands in for banks, phones and games. No real money, no real people.</p><dl class="facts"><div><dt>Notices waiting</dt><dd>${waiting.length}</dd></div><div><dt>Faults switched on</dt><dd>${active.length}</dd></div></dl></section><div class="cards">${CARDS.map(([href, name, thai, text]) => html`<a class="card" href="${href}"><h2>${name} <span lang="th">${thai}</span></h2><p>${text}</p></a>`)}</div>${notices(waiting)}`,
    });
  });
}
