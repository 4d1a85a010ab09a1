import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@krapao/server/testing/freePort';
import { type Browser, type Engine, eventually, PHONE, run } from './browser.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/Xvfb';
/** WebKit's own small browser; its folder differs by Debian's release and machine. */
const findBrowser = () => globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').at(-1);

/** Its tool bar would otherwise be wider than a phone. */
const NARROW = '* { padding: 0; margin: 0; min-width: 0; min-height: 0; border-width: 0; font-size: 4px; }\n';

/** The key under which WebDriver answers a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** WebKitGTK in a window of a screen in memory, driven by WebDriver. */
export const webkit: Engine = {
  name: 'WebKit',
  packages: 'webkit2gtk-driver xvfb',
  isInstalled: () => existsSync(DRIVER) && existsSync(SCREEN) && findBrowser() !== undefined,
  async start() {
    const folder = mkdtempSync(join(tmpdir(), 'krapao-webkit-'));
    mkdirSync(join(folder, 'gtk-3.0'));
    writeFileSync(join(folder, 'gtk-3.0/gtk.css'), NARROW);
    const screen = run(SCREEN, ['-displayfd', '1', '-screen', '0', '1024x1200x24', '-nolisten', 'tcp']);
    const display = await new Promise<string>((resolve, reject) => {
      screen.process.stdout.once('data', (number) => resolve(String(number).trim()));
      screen.process.once('exit', () => reject(new Error('Xvfb did not start')));
    });
    const port = await freePort();
    const driver = run(DRIVER, [`--port=${port}`], {
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      XDG_CONFIG_HOME: folder,
    });
    return new Tab(`http://127.0.0.1:${port}`, async () => {
      await driver.stop();
      await screen.stop();
      rmSync(folder, { recursive: true, force: true });
    }).open();
  },
};

class Tab implements Browser {
  name = 'WebKit';
  readonly #address: string;
  readonly #leave: () => Promise<void>;
  #session = '';
  #complaints: string[] = [];

  constructor(address: string, leave: () => Promise<void>) {
    this.#address = address;
    this.#leave = leave;
  }

  async open(): Promise<Browser> {
    const { sessionId, capabilities } = await eventually(() =>
      this.#send<{ sessionId: string; capabilities: { browserVersion: string } }>('POST', '/session', {
        capabilities: {
          alwaysMatch: {
            'webkitgtk:browserOptions': { binary: findBrowser(), args: ['--automation'] },
          },
        },
      }),
    );
    this.#session = `/session/${sessionId}`;
    this.name = `WebKitGTK ${capabilities.browserVersion}`;
    await this.#fit();
    return this;
  }

  async goTo(url: string): Promise<void> {
    await this.#keepComplaints();
    await this.#post('/url', { url });
    // boot.js starts the app after the first paint. A page that was faster is loaded again.
    while (!(await this.evaluate(recordComplaints))) await this.#post('/refresh', {});
  }

  async goBack(): Promise<void> {
    await this.#post('/back', {});
  }

  evaluate<Given extends unknown[], Answer>(
    work: (...given: Given) => Answer | Promise<Answer>,
    ...given: Given
  ): Promise<Awaited<Answer>> {
    return this.#post('/execute/sync', { script: `return (${work})(...arguments)`, args: given });
  }

  async perform(sources: Parameters<Browser['perform']>[0]): Promise<void> {
    await this.#post('/actions', { actions: sources });
  }

  async chooseFile(selector: string, path: string): Promise<void> {
    const found = await this.#post<Record<string, string>>('/element', {
      using: 'css selector',
      value: selector,
    });
    await this.#post(`/element/${found[ELEMENT]}/value`, { text: path });
  }

  async closeOtherTabs(): Promise<string[]> {
    const own = await this.#get<string>('/window');
    const addresses: string[] = [];
    for (const handle of await this.#get<string[]>('/window/handles')) {
      if (handle === own) continue;
      await this.#post('/window', { handle });
      addresses.push(await this.#get<string>('/url'));
      await this.#send('DELETE', `${this.#session}/window`);
    }
    await this.#post('/window', { handle: own });
    return addresses;
  }

  async picture(): Promise<Buffer> {
    await this.#fit();
    return Buffer.from(await this.#get<string>('/screenshot'), 'base64');
  }

  async complaints(): Promise<string[]> {
    await this.#keepComplaints();
    return [...this.#complaints];
  }

  async close(): Promise<void> {
    await this.#send('DELETE', this.#session);
    await this.#leave();
  }

  /** Makes the page as large as a phone: the window has bars too, one of them after the first download. */
  async #fit(): Promise<void> {
    const { height } = await this.#get<{ height: number }>('/window/rect');
    const bars = height - (await this.evaluate(() => window.innerHeight));
    await this.#post('/window/rect', { x: 0, y: 0, width: PHONE.width, height: PHONE.height + bars });
  }

  /** The page's own record ends with the page. */
  async #keepComplaints(): Promise<void> {
    const told = await this.evaluate(
      () => (window as unknown as { complaints?: string[] }).complaints?.splice(0) ?? [],
    );
    this.#complaints.push(...told);
  }

  #get<Answer>(path: string): Promise<Answer> {
    return this.#send('GET', this.#session + path);
  }

  #post<Answer = unknown>(path: string, body: object): Promise<Answer> {
    return this.#send('POST', this.#session + path, body);
  }

  async #send<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(this.#address + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: never };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }
}

/**
 * Runs in the page: this WebDriver has no event for messages of the console. Answers false when the app has started
 * already.
 */
function recordComplaints(): boolean {
  const kept: string[] = [];
  Object.assign(window, { complaints: kept });
  const tell = console.error;
  console.error = (...words: unknown[]) => {
    kept.push(words.map(String).join(' '));
    tell.apply(console, words);
  };
  window.addEventListener('error', ({ message }) => kept.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => kept.push(`unhandled: ${reason}`));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    kept.push(`policy: ${violatedDirective} ${blockedURI}`),
  );
  return document.querySelector('#root > :is(.splash, .first)') !== null;
}
