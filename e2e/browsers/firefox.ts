import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type Engine, PHONE, run } from './browser.ts';

const BINARY = process.env.FIREFOX_PATH || '/usr/bin/firefox-esr';

const PREFERENCES = {
  'remote.active-protocols': 1,
  // Scrollbars over the page, as on a phone.
  'ui.useOverlayScrollbars': 1,
  'intl.accept_languages': 'th-TH',
  'app.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

interface Message {
  id?: number;
  type: 'success' | 'error' | 'event';
  method?: string;
  params?: { level?: string; text?: string };
  result?: never;
  error?: string;
  message?: string;
}

/** A Firefox without a window, driven by WebDriver BiDi. */
export const firefox: Engine = {
  name: 'Firefox',
  packages: 'firefox-esr',
  isInstalled: () => existsSync(BINARY),
  async start() {
    const profile = mkdtempSync(join(tmpdir(), 'krapao-firefox-'));
    const lines = Object.entries(PREFERENCES).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    );
    writeFileSync(join(profile, 'user.js'), lines.join(''));
    const program = run(BINARY, [
      '--headless',
      '--no-remote',
      '--profile',
      profile,
      '--remote-debugging-port',
      '0',
      'about:blank',
    ]);
    const address = await new Promise<string>((resolve, reject) => {
      let told = '';
      program.process.stderr.on('data', (part) => {
        told += part;
        const found = /WebDriver BiDi listening on (\S+)/.exec(told)?.[1];
        if (found) resolve(found);
      });
      program.process.once('exit', () => reject(new Error(`Firefox did not start: ${told}`)));
    });
    return new Tab(await connect(address), async () => {
      await program.stop();
      rmSync(profile, { recursive: true, force: true });
    }).open();
  },
};

interface Connection {
  ask<Answer>(method: string, params: object): Promise<Answer>;
  complaints: string[];
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(`${address}/session`);
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error(`no connection to ${address}`));
  });
  const waiting = new Map<number, (message: Message) => void>();
  const complaints: string[] = [];
  let last = 0;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data as string) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.method === 'log.entryAdded' && message.params?.level === 'error')
      complaints.push(message.params.text ?? '');
  };
  const ask = <Answer>(method: string, params: object) =>
    new Promise<Answer>((resolve, reject) => {
      last += 1;
      waiting.set(last, ({ type, result, error, message }) => {
        if (type === 'error') reject(new Error(`${method}: ${error} ${message}`));
        else resolve(result as Answer);
      });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return { ask, complaints };
}

class Tab implements Browser {
  name = 'Firefox';
  readonly #connection: Connection;
  readonly #leave: () => Promise<void>;
  #context = '';

  constructor(connection: Connection, leave: () => Promise<void>) {
    this.#connection = connection;
    this.#leave = leave;
  }

  async open(): Promise<Browser> {
    const { capabilities } = await this.#ask<{ capabilities: { browserVersion: string } }>('session.new', {
      capabilities: {},
    });
    this.name = `Firefox ${capabilities.browserVersion}`;
    await this.#ask('session.subscribe', { events: ['log.entryAdded'] });
    [this.#context = ''] = await this.#contexts();
    await this.#ask('browsingContext.setViewport', { ...this.#here(), viewport: PHONE, devicePixelRatio: 1 });
    return this;
  }

  async goTo(url: string): Promise<void> {
    await this.#ask('browsingContext.navigate', { ...this.#here(), url, wait: 'complete' });
  }

  async goBack(): Promise<void> {
    await this.#ask('browsingContext.traverseHistory', { ...this.#here(), delta: -1 });
  }

  async evaluate<Given extends unknown[], Answer>(
    work: (...given: Given) => Answer | Promise<Answer>,
    ...given: Given
  ): Promise<Awaited<Answer>> {
    const { value } = await this.#call<{ value: string }>(
      `async (given) => JSON.stringify((await (${work})(...JSON.parse(given))) ?? null)`,
      JSON.stringify(given),
    );
    return JSON.parse(value);
  }

  async perform(sources: Parameters<Browser['perform']>[0]): Promise<void> {
    await this.#ask('input.performActions', { ...this.#here(), actions: sources });
  }

  async chooseFile(selector: string, path: string): Promise<void> {
    const { sharedId } = await this.#call<{ sharedId: string }>(
      '(selector) => document.querySelector(selector)',
      selector,
    );
    await this.#ask('input.setFiles', { ...this.#here(), element: { sharedId }, files: [path] });
  }

  async closeOtherTabs(): Promise<string[]> {
    const { contexts } = await this.#ask<{ contexts: { context: string; url: string }[] }>(
      'browsingContext.getTree',
      {},
    );
    const others = contexts.filter(({ context }) => context !== this.#context);
    for (const { context } of others) await this.#ask('browsingContext.close', { context });
    return others.map(({ url }) => url);
  }

  async picture(): Promise<Buffer> {
    const { data } = await this.#ask<{ data: string }>('browsingContext.captureScreenshot', this.#here());
    return Buffer.from(data, 'base64');
  }

  async complaints(): Promise<string[]> {
    return [...this.#connection.complaints];
  }

  async close(): Promise<void> {
    await this.#ask('browser.close', {});
    await this.#leave();
  }

  async #call<Answer>(functionDeclaration: string, given: string): Promise<Answer> {
    const answer = await this.#ask<{ result: Answer; exceptionDetails?: { text: string } }>(
      'script.callFunction',
      {
        functionDeclaration,
        arguments: [{ type: 'string', value: given }],
        target: this.#here(),
        awaitPromise: true,
      },
    );
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
    return answer.result;
  }

  async #contexts(): Promise<string[]> {
    const { contexts } = await this.#ask<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
    return contexts.map(({ context }) => context);
  }

  #here(): { context: string } {
    return { context: this.#context };
  }

  #ask<Answer = unknown>(method: string, params: object): Promise<Answer> {
    return this.#connection.ask<Answer>(method, params);
  }
}
