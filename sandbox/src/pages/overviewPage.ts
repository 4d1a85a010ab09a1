import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { html } from './html.ts';
import { sendPage } from './layout.ts';

const CARDS = [
  ['/bank', 'Bank', 'ธนาคาร', 'Pay any QR or account, and download its slip, good or spoiled.'],
  ['/inbox', 'SMS inbox', 'กล่องข้อความ', 'Read the codes that the wallet sends.'],
  ['/gifts', 'Gift links', 'ซองของขวัญ', 'Make a gift link to deposit with.'],
  ['/games', 'Games', 'เกม', 'Every provider, its players and their balances.'],
  ['/exchanges', 'Exchanges', 'บันทึกการรับส่ง', 'See each call and notice, with its answer.'],
  ['/fault-switches', 'Fault switches', 'สวิตช์ความผิดพลาด', 'Make a counterpart slow, wrong or silent.'],
] as const;

export async function overviewPage(app: FastifyInstance, world: World): Promise<void> {
  app.get('/', async (_request, reply) => {
    const waiting = world.webhooks.waiting().length;
    const active = Object.entries(world.switches.all()).filter(([, fault]) => fault.mode !== 'none');
    return sendPage(reply, {
      title: 'Overview',
      place: '/',
      body: html`<section class="lacquer"><h1>The outside world</h1><p>Stands in for banks, phones and games. No real money, no real people.</p><dl class="facts"><div><dt>Notices waiting</dt><dd>${waiting}</dd></div><div><dt>Faults switched on</dt><dd>${active.length}</dd></div></dl></section><div class="cards">${CARDS.map(([href, name, thai, text]) => html`<a class="card" href="${href}"><h2>${name} <span lang="th">${thai}</span></h2><p>${text}</p></a>`)}</div>`,
    });
  });
}
