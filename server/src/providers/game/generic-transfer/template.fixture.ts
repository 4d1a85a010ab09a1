import type { GameTemplate } from './gameTemplate.ts';

const headers = { authorization: 'Bearer {apiKey}', 'content-type': 'application/json' };
const move = (path: string): GameTemplate['deposit'] => ({
  method: 'POST',
  path,
  headers,
  body: '{"reference":"{id}","player":"{username}","amount":"{amount}"}',
  answers: [
    { at: '/status', is: ['success'], gives: 'done' },
    { at: '/status', is: ['pending'], gives: 'pending' },
    { at: '/code', is: ['INSUFFICIENT_BALANCE'], gives: 'notEnough' },
    { status: '401', gives: 'KEY_REFUSED' },
    { status: '4xx', at: '/code', gives: 'rejected' },
  ],
  fields: { reference: '/reference', amount: '/amount', currency: '/currency', code: '/code' },
});

/** The sandbox's house at `/as/game-generic`, as an operator describes it (docs/connections/generic-transfer.md). */
export const HOUSE_TEMPLATE = {
  create: {
    method: 'POST',
    path: '/players',
    headers,
    body: '{"player":"{username}"}',
    answers: [
      { at: '/isNew', is: ['true'], gives: 'created' },
      { at: '/isNew', is: ['false'], gives: 'exists' },
    ],
  },
  balance: {
    method: 'GET',
    path: '/players/{username}',
    headers,
    answers: [{ at: '/balance', gives: 'told' }],
    fields: { available: '/balance' },
  },
  deposit: move('/deposits'),
  withdraw: move('/withdrawals'),
  query: {
    method: 'GET',
    path: '/transfers?reference={id}',
    headers,
    answers: [
      { at: '/status', is: ['success'], gives: 'done' },
      { at: '/status', is: ['pending'], gives: 'pending' },
      { at: '/status', is: ['failed'], gives: 'failed' },
      { status: '404', at: '/code', is: ['NOT_FOUND'], gives: 'notFound' },
    ],
    fields: { reference: '/reference', amount: '/amount', currency: '/currency', code: '/code' },
  },
  launch: {
    method: 'POST',
    path: '/players/{username}/sessions',
    headers,
    body: '{"game":"{game}","language":"{language}","back":"{home}"}',
    answers: [{ at: '/url', gives: 'told' }],
    fields: { url: '/url' },
  },
  turnover: {
    method: 'GET',
    path: '/turnover?day={day}',
    headers,
    answers: [{ at: '/players', gives: 'told' }],
    fields: { players: '/players' },
  },
  player: { username: '/player', stake: '/bet', win: '/won', rounds: '/rounds' },
  test: {
    method: 'GET',
    path: '/',
    headers,
    answers: [{ at: '/house', gives: 'ok' }],
    fields: { detail: '/house' },
  },
} satisfies GameTemplate;
