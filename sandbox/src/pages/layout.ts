import type { FastifyReply } from 'fastify';
import { Html, html } from './html.ts';

const PLACES: readonly (readonly [string, string])[] = [
  ['/', 'Overview'],
  ['/bank', 'Bank'],
  ['/inbox', 'SMS'],
  ['/line', 'LINE'],
  ['/gifts', 'Gifts'],
  ['/register', 'Register'],
  ['/verification', 'Documents'],
  ['/games', 'Games'],
  ['/events', 'Events'],
  ['/exchanges', 'Exchanges'],
  ['/fault-switches', 'Faults'],
];

const MARK = new Html(
  '<svg class="mark" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true"><path d="M3 9.5h3.5V6h19v3.5H29v13h-3.5V26h-19v-3.5H3z"/><path d="M3 11.5c3 3.6 6 5 8.6 5.2M29 11.5c-3 3.6-6 5-8.6 5.2"/></svg>',
);

export interface Page {
  title: string;
  /** The place in the menu; nothing for pages outside of it. */
  place?: string;
  /** File names below /assets. */
  scripts?: readonly string[];
  styles?: readonly string[];
  body: Html;
}

/** Sends a whole page. */
export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  const menu = page.place === undefined ? null : navigation(page.place);
  const document = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${page.title} · Krapao sandbox</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/assets/sandbox.css">${(page.styles ?? []).map((href) => html`<link rel="stylesheet" href="${href}">`)}${(page.scripts ?? []).map((name) => html`<script src="/assets/${name}" defer></script>`)}</head><body><a class="skip" href="#main">Skip to content</a>${menu}<main id="main" tabindex="-1">${page.body}</main></body></html>`;
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(document.markup);
}

function navigation(place: string): Html {
  const links = PLACES.map(([href, name]) =>
    href === place
      ? html`<a href="${href}" aria-current="page">${name}</a>`
      : html`<a href="${href}">${name}</a>`,
  );
  return html`<header class="bar"><a class="brand" href="/">${MARK}<span>Krapao <small>sandbox world</small></span></a><nav aria-label="Places">${links}</nav></header>`;
}

/** A sentence that says what went wrong. */
export function alertBox(message: string | null): Html | null {
  return message === null ? null : html`<p class="alert" role="alert">${message}</p>`;
}

/** DD/MM/YYYY HH:mm:ss in Bangkok. */
export function when(iso: string): Html {
  const at = new Date(Date.parse(iso) + 7 * 3_600_000).toISOString();
  const text = `${at.slice(8, 10)}/${at.slice(5, 7)}/${at.slice(0, 4)} ${at.slice(11, 19)}`;
  return html`<time datetime="${iso}">${text}</time>`;
}
