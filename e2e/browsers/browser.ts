import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/** Actions of one pointer or one keyboard, as WebDriver and WebDriver BiDi both write them. */
export interface InputSource {
  type: 'pointer' | 'key';
  id: string;
  actions: readonly Record<string, unknown>[];
}

/** One tab of a browser at phone width, in a profile of its own. Every method throws what the browser answers. */
export interface Browser {
  /** Name and version, as the browser reports them. */
  readonly name: string;
  /** Loads an address and records what goes wrong in the page from then on. */
  goTo(url: string): Promise<void>;
  goBack(): Promise<void>;
  /** Runs a function in the page. Arguments and answer travel as JSON; the function sees nothing of this file. */
  evaluate<Given extends unknown[], Answer>(
    work: (...given: Given) => Answer | Promise<Answer>,
    ...given: Given
  ): Promise<Awaited<Answer>>;
  perform(sources: readonly InputSource[]): Promise<void>;
  chooseFile(selector: string, path: string): Promise<void>;
  /** Closes the tabs that the page opened; answers their addresses. */
  closeOtherTabs(): Promise<string[]>;
  /** The visible part of the page as a PNG. */
  picture(): Promise<Buffer>;
  /** Console errors, exceptions and violations of the Content-Security-Policy so far. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

/** The size of the page, in CSS pixels. */
export const PHONE = { width: 390, height: 844 } as const;

/** How to find one browser and start it. */
export interface Engine {
  name: string;
  /** The Debian packages that have it. */
  packages: string;
  isInstalled(): boolean;
  start(): Promise<Browser>;
}

/** Asks until an answer comes; a browser takes a moment to listen. Throws the last failure after 30 seconds. */
export async function eventually<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** A program of a browser. It ends with this process, also when a test ran out of time. */
export function run(
  binary: string,
  parameters: readonly string[],
  env: Record<string, string> = {},
): { process: ChildProcessWithoutNullStreams; stop(): Promise<void> } {
  const program = spawn(binary, parameters, { env: { ...process.env, ...env }, stdio: 'pipe' });
  const kill = () => void program.kill();
  process.once('exit', kill);
  // A pipe that nobody reads would stop the program.
  program.stdout.resume();
  program.stderr.resume();
  const gone = new Promise<void>((resolve) => program.once('exit', () => resolve()));
  return {
    process: program,
    async stop() {
      process.off('exit', kill);
      kill();
      await gone;
    },
  };
}
