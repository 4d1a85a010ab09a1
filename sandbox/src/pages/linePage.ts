import type { FastifyInstance } from 'fastify';
import type { LineMessage, LineUser } from '../as/lineBook.ts';
import { LINE_ACCOUNT, tellLineEvent } from '../as/lineEvents.ts';
import { type Fields, fieldsOf, textField } from '../http/fields.ts';
import { badRequest, notFound } from '../http/problem.ts';
import type { World } from '../world.ts';
import { type Html, html } from './html.ts';
import { sendPage, when } from './layout.ts';

const ADDRESS = /(https?:\/\/[^\s]+)/;

/** LINE as its users see it: their chats with the site's account, the page that adds it, and the page that links. */
export async function linePage(app: FastifyInstance, world: World): Promise<void> {
  const { line } = world;
  const userOf = (fields: Fields): LineUser => {
    const user = line.user(textField(fields, 'userId', 40));
    if (user === undefined) throw notFound('There is no such LINE user.');
    return user;
  };

  app.get('/line', async (_request, reply) =>
    sendPage(reply, {
      title: 'LINE',
      place: '/line',
      scripts: ['refresh.js'],
      body: html`<h1>LINE <span lang="th">ไลน์</span></h1><form class="panel" method="post" action="/line/users"><label>Name<input name="name" required maxlength="40" placeholder="Somchai"></label><button>New LINE user</button></form><div id="fresh" aria-live="polite">${line.users().map((user) => phone(user, line.messagesOf(user.id)))}</div>`,
    }),
  );

  app.post('/line/users', async (request, reply) => {
    const user = line.addUser(textField(fieldsOf(request.body), 'name', 40));
    if (!request.headers.accept?.includes('text/html')) return user;
    return reply.redirect('/line', 303);
  });

  /** A user adds, blocks or writes to the account. */
  app.post('/line/acts', async (request, reply) => {
    const fields = fieldsOf(request.body);
    act(world, userOf(fields), textField(fields, 'act', 20), fields);
    return reply.redirect('/line', 303);
  });

  app.get<{ Querystring: { userId?: string } }>('/line/messages', async (request) =>
    line.messagesOf(request.query.userId ?? ''),
  );

  app.get('/as/line/R/ti/p/:account', async (_request, reply) =>
    sendPage(reply, {
      title: 'LINE',
      body: html`<section class="lacquer pay"><h1>LINE</h1><p>${LINE_ACCOUNT}</p><form method="post" action="/line/acts"><input type="hidden" name="act" value="follow">${chooser(line.users(), null)}<button>Add friend <span lang="th">เพิ่มเพื่อน</span></button></form></section>`,
    }),
  );

  app.get<{ Querystring: Record<string, string> }>(
    '/as/line/dialog/bot/accountLink',
    async (request, reply) => {
      const { linkToken = '', nonce = '' } = request.query;
      return sendPage(reply, {
        title: 'LINE',
        body: html`<section class="lacquer pay"><h1>LINE</h1><p>Link this LINE user with ${LINE_ACCOUNT}?</p><form method="post" action="/as/line/dialog/bot/accountLink"><input type="hidden" name="linkToken" value="${linkToken}"><input type="hidden" name="nonce" value="${nonce}">${chooser(line.users(), line.userOfLinkToken(linkToken) ?? null)}<button>Link <span lang="th">เชื่อมต่อ</span></button></form></section>`,
      });
    },
  );

  app.post('/as/line/dialog/bot/accountLink', async (request, reply) => {
    const fields = fieldsOf(request.body);
    const token = textField(fields, 'linkToken', 200);
    const nonce = textField(fields, 'nonce', 255);
    const user = userOf(fields);
    // LINE checks that whoever opens the page is the user to whom the token was given.
    if (line.userOfLinkToken(token) !== user.id) throw badRequest('This link is not for this LINE user.');
    line.useLinkToken(token);
    const replyToken = line.replyToken(user.id);
    tellLineEvent(world, user.id, { type: 'accountLink', replyToken, link: { result: 'ok', nonce } });
    return sendPage(reply, {
      title: 'LINE',
      body: html`<section class="lacquer pay"><h1>LINE</h1><p role="status">เชื่อมต่อแล้ว · Linked.</p></section>`,
    });
  });
}

/** What a LINE user does with the site's account; the account is told. Throws Problem 400 for anything else. */
function act(world: World, user: LineUser, what: string, fields: Fields): void {
  const { line } = world;
  if (what === 'follow') {
    const isUnblocked = user.account === 'blocked';
    line.setAccount(user, 'friend');
    const replyToken = line.replyToken(user.id);
    tellLineEvent(world, user.id, { type: 'follow', replyToken, follow: { isUnblocked } });
  } else if (what === 'block') {
    line.setAccount(user, 'blocked');
    tellLineEvent(world, user.id, { type: 'unfollow' });
  } else if (what === 'write') {
    const text = textField(fields, 'text', 500);
    line.write(user.id, false, text);
    const replyToken = line.replyToken(user.id);
    tellLineEvent(world, user.id, {
      type: 'message',
      replyToken,
      message: { type: 'text', id: replyToken, text },
    });
  } else throw badRequest('act is follow, block or write.');
}

function phone(user: LineUser, messages: readonly LineMessage[]): Html {
  const buttons = user.account === 'friend' ? ['write', 'block'] : ['follow'];
  return html`<section class="panel"><h2>${user.name}</h2><p class="meta">${user.id} · ${user.account}</p>${buttons.map(
    (what) =>
      html`<form class="row" method="post" action="/line/acts"><input type="hidden" name="userId" value="${user.id}"><input type="hidden" name="act" value="${what}">${what === 'write' ? html`<label><span class="sr">Message of ${user.name}</span><input name="text" required maxlength="500"></label>` : null}<button class="secondary">${what}</button></form>`,
  )}<ul class="bubbles">${messages.map(
    ({ isFromAccount, text, at }) =>
      html`<li><p class="meta"><strong>${isFromAccount ? LINE_ACCOUNT : user.name}</strong> ${when(at)}</p><p class="bubble">${linked(text)}</p></li>`,
  )}</ul></section>`;
}

const linked = (text: string): Html[] =>
  text
    .split(ADDRESS)
    .map((part) => (ADDRESS.test(part) ? html`<a href="${part}">${part}</a>` : html`${part}`));

const chooser = (users: readonly LineUser[], chosen: string | null): Html =>
  html`<label>LINE user<select name="userId" required>${users.map((user) =>
    user.id === chosen
      ? html`<option value="${user.id}" selected>${user.name}</option>`
      : html`<option value="${user.id}">${user.name}</option>`,
  )}</select></label>`;
