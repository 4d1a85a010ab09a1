import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, type Route } from '@playwright/test';

/** A hostile text that runs leaves a mark, which every window of this origin shares. */
const MARK = 'xss-ran';
const RUN = `localStorage.setItem('${MARK}',1)`;

const corpus: string[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../data/xss-payloads.json'), 'utf8'),
);

/** Texts that certainly run where they are not sanitised, so that a passing test is meaningful. */
const OWN = [
  `<img src=x onerror="${RUN}">`,
  `<script>${RUN}</script>`,
  `<svg onload="${RUN}"><a xlink:href="javascript:${RUN}"><text y="20">x</text></a></svg>`,
  `<a href="javascript:${RUN}">x</a>`,
  `<a href="java&#10;script:${RUN}">x</a>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<details open ontoggle="${RUN}">x</details>`,
  `<form action="https://canary.example/form"><button autofocus>x</button></form>`,
  `<style>* { position: fixed; background: url(https://canary.example/style) }</style>`,
  `<div style="position:fixed;inset:0;background:url(https://canary.example/attribute)">x</div>`,
  `<link rel="stylesheet" href="https://canary.example/link">`,
  `<meta http-equiv="refresh" content="0;url=https://canary.example/refresh">`,
  `<base href="https://canary.example/">`,
  `<img src="https://canary.example/picture.png" srcset="https://canary.example/2x.png 2x">`,
  `<svg><use href="https://canary.example/x.svg#a"/><image href="https://canary.example/y.png"/></svg>`,
];

/** Every hostile text separately. */
export const hostileTexts: readonly string[] = [...OWN, ...corpus].filter((text) => text.trim() !== '');

/** All of them in one text, for a field that exists only once. */
export const hostileText = hostileTexts.join('\n</p></div></template></style></title></textarea>--><hr>\n');

/** Addresses that must never become the target of a link, a window or a form. */
export const hostileAddresses: readonly string[] = [
  `javascript:${RUN}`,
  `\u0001 jAvAsCrIpT:${RUN}`,
  `java\nscript:${RUN}`,
  `data:text/html,<script>opener.${RUN}</script>`,
  'vbscript:msgbox(1)',
  `javascript://https://x/%0a${RUN}`,
];

export interface Watch {
  /** Answers every call to an address in the browser: with a fixed answer, or with a changed answer of the server. */
  answer(path: string, make: (body: never) => unknown): Promise<unknown>;
  /** Fails when a script ran, another origin was requested, or the page contains a forbidden element. */
  judge(name: string): Promise<void>;
}

/** Watches a page and the windows that it opens. `policy`: whether the page's Content-Security-Policy is active too. */
export async function watch(page: Page, { policy }: { policy: boolean }): Promise<Watch> {
  const context = page.context();
  const wrong: string[] = [];
  await context.addInitScript((mark) => {
    const ran = () => localStorage.setItem(mark, 'a dialog');
    Object.assign(window, { alert: ran, confirm: ran, prompt: ran, print: ran });
  }, MARK);
  page.on('dialog', (dialog) => {
    wrong.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await context.route(
    ({ hostname, protocol }) => protocol.startsWith('http') && hostname !== '127.0.0.1',
    (route: Route) => {
      // Without the policy, pictures from other origins may load: some texts of operators contain them.
      if (policy || route.request().resourceType() !== 'image')
        wrong.push(`asked for ${route.request().url()}`);
      return route.abort();
    },
  );
  context.on('page', (opened) => {
    if (!/^(about:blank|http)/.test(opened.url())) wrong.push(`window ${opened.url()}`);
  });

  return {
    answer: (path, make) =>
      page.route(`**${path}`, async (route) => {
        if (make.length === 0) return route.fulfill({ json: make(undefined as never) });
        const response = await route.fetch();
        return route.fulfill({ response, json: make((await response.json()) as never) });
      }),
    async judge(name) {
      // Longer than anything that a text could start by itself: failed pictures, animations, timers without delay.
      await page.evaluate(
        () =>
          new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 100), { timeout: 2_000 })),
      );
      const found = await page.evaluate((mark) => {
        const bad: string[] = [];
        const ran = localStorage.getItem(mark);
        if (ran !== null) bad.push(`ran: ${ran}`);
        for (const box of document.querySelectorAll('.rich-text')) {
          for (const element of box.querySelectorAll('*')) {
            const tag = element.tagName.toLowerCase();
            if (
              /^(script|iframe|object|embed|form|input|button|style|link|meta|base|use|foreignobject)$/.test(
                tag,
              )
            )
              bad.push(`<${tag}>`);
            for (const { name, value } of element.attributes) {
              if (/^(on|style$|id$|class$|name$)/i.test(name)) bad.push(`${tag} ${name}`);
              if (/^\s*(javascript|vbscript|data:text)/i.test(value.replace(/[^!-~]/g, '')))
                bad.push(`${tag} ${name}=${value.slice(0, 40)}`);
            }
          }
        }
        for (const link of document.querySelectorAll<HTMLAnchorElement | SVGAElement>('a')) {
          const address = link.getAttribute('href') ?? '';
          if (/^(javascript|vbscript|data):/i.test(address.replace(/[^!-~]/g, ''))) bad.push(address);
          const leaves = /^https?:/.test(address) && new URL(address).origin !== location.origin;
          if (leaves && !/\bnoopener\b/.test(link.getAttribute('rel') ?? '')) bad.push(`opener: ${address}`);
        }
        return bad;
      }, MARK);
      expect([...wrong, ...found], name).toEqual([]);
    },
  };
}
