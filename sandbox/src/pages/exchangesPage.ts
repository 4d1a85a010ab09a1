import type { FastifyInstance } from 'fastify';
import type { Exchange, Message } from '../exchanges/exchangeBook.ts';
import { notFound } from '../http/problem.ts';
import type { World } from '../world.ts';
import { type Html, html } from './html.ts';
import { sendPage, when } from './layout.ts';

const SHOWN = 200;
const THAI = 'บันทึกการรับส่ง';

/** Every call in a maker's format and every delivered notice; one of them with its texts and what followed. */
export async function exchangesPage(app: FastifyInstance, world: World): Promise<void> {
  app.get<{ Querystring: { driver?: string; reference?: string } }>('/exchanges', async (request, reply) => {
    const driver = request.query.driver?.trim() || undefined;
    const reference = request.query.reference?.trim() || undefined;
    const list = world.exchanges.list({ driver, reference }).slice(0, SHOWN);
    const drivers = [
      ...new Set([...world.exchanges.list().map((one) => one.driver), ...(driver ? [driver] : [])]),
    ];
    return sendPage(reply, {
      title: 'Exchanges',
      place: '/exchanges',
      scripts: ['refresh.js'],
      body: html`<h1>Exchanges <span lang="th">${THAI}</span></h1><p>Calls to <code>/as/…</code> and the notices that the sandbox sends, newest first. Secrets are masked; a restart forgets them.</p><form method="get" class="row"><label>Driver<select name="driver"><option value="">all</option>${drivers.sort().map((name) => option(name, name === driver))}</select></label><label>Reference of a payment<input name="reference" value="${reference ?? ''}" placeholder="any" spellcheck="false"></label><button class="secondary">Show</button></form><div id="fresh">${list.length === 0 ? html`<p class="empty">Nothing yet. Point a connection of the wallet at <code>/as/slipok</code> or another driver.</p>` : rows(list)}</div>`,
    });
  });

  app.get<{ Params: { number: string } }>('/exchanges/:number', async (request, reply) => {
    const exchange = world.exchanges.find(Number(request.params.number));
    if (!exchange) throw notFound('This exchange is not kept any more.');
    return sendPage(reply, {
      title: `Exchange ${exchange.number}`,
      place: '/exchanges',
      scripts: ['refresh.js'],
      body: html`<h1>Exchange ${exchange.number} <span lang="th">${THAI}</span></h1><div id="fresh">${details(world, exchange)}</div>`,
    });
  });
}

const option = (name: string, isChosen: boolean) =>
  isChosen
    ? html`<option value="${name}" selected>${name}</option>`
    : html`<option value="${name}">${name}</option>`;

const rows = (list: readonly Exchange[]): Html => html`<ul class="rows exchanges">${list.map(row)}</ul>`;

function row(exchange: Exchange): Html {
  const { number, kind, driver, method, target, at, faults } = exchange;
  return html`<li><div><p><a href="/exchanges/${number}"><strong>${kind === 'call' ? 'Call to' : 'Notice'} ${driver}</strong></a> <code>${method} ${target}</code></p><p class="meta">${when(at)} · ${took(exchange)}${faults.map((fault) => html` · <span class="fault">${fault}</span>`)}</p></div><p class="sum">${outcome(exchange)}</p></li>`;
}

const outcome = ({ answer, tookMs }: Exchange) =>
  answer ? String(answer.status) : tookMs === null ? 'waiting' : 'no answer';

const took = ({ tookMs }: Exchange) => (tookMs === null ? 'not answered yet' : `${Math.round(tookMs)} ms`);

function details(world: World, exchange: Exchange): Html {
  const { kind, method, target, at, request, answer, lost, faults, references } = exchange;
  return html`<dl class="panel"><dt>${kind === 'call' ? 'Call of the product' : 'Notice to the product'}</dt><dd><code>${method} ${target}</code></dd><dt>Began</dt><dd>${when(at)}</dd><dt>Took</dt><dd>${took(exchange)}</dd><dt>Fault switch</dt><dd>${faults.length === 0 ? 'none was on' : faults.join(', ')}</dd><dt>References</dt><dd>${references.length === 0 ? 'none' : references.map((one) => html`<a href="/exchanges?reference=${encodeURIComponent(one)}">${one}</a> `)}</dd></dl><section><h2>Request</h2>${message(request)}</section><section><h2>Answer ${answer?.status ?? ''}</h2>${answer ? message(answer) : html`<p class="empty">${lost ?? 'Not answered yet.'}</p>`}</section><section><h2>What the product made of it</h2>${madeOfIt(world, exchange)}</section>`;
}

function message({ headers, body, bytes }: Message): Html {
  return html`<pre tabindex="0">${headers.map(([name, value]) => html`${name}: ${value}\n`)}\n${body}</pre><p class="meta">${bytes} bytes</p>`;
}

/** The product reports to nobody what it did: only what can be seen from here is said. */
function madeOfIt(world: World, exchange: Exchange): Html {
  const related = world.exchanges.related(exchange);
  const before = related.filter(({ number }) => number < exchange.number);
  const after = related.filter(({ number }) => number > exchange.number);
  return html`<p>${seen(exchange)}</p>${about('Afterwards, about the same payment', after)}${about('Before, about the same payment', before)}`;
}

function about(title: string, list: readonly Exchange[]): Html {
  return html`<h3>${title}</h3>${list.length === 0 ? html`<p class="empty">Nothing.</p>` : rows(list)}`;
}

function seen({ kind, answer, lost }: Exchange): string {
  if (kind === 'call') {
    if (lost !== null) return `${lost} The product does not know what became of its call.`;
    return answer ? 'It read the answer. What it did next is below.' : 'It waits for the answer.';
  }
  if (answer === null) return lost ? `${lost} The notice is sent again.` : 'It has not answered yet.';
  if (answer.status >= 200 && answer.status < 300)
    return `It took the notice, with status ${answer.status} and the answer above.`;
  return `It refused the notice with status ${answer.status}, for the reason above. The notice is sent again.`;
}
