const LOOK_EVERY_MS = 250;
const START_AGAIN_MS = 5_000;

interface Cared {
  isAlive(): Promise<boolean>;
  /** Starts it where it was before. @throws Error with one sentence */
  start(): Promise<void>;
  /** Where it writes its own log. */
  log: string;
}

/**
 * Looks after the embedded PostgreSQL: where its postmaster has died, starts it again at the same address, for as long
 * as it takes; meanwhile calls answer SERVICE_UNAVAILABLE (docs/decisions/093-databases-that-die.md).
 * @returns ends the looking, after a start that is under way
 */
export function takeCare({ isAlive, start, log }: Cared): { end(): Promise<void> } {
  let isEnded = false;
  let wake: () => void = () => undefined;

  const pause = (ms: number) =>
    new Promise<void>((done) => {
      const timer = setTimeout(done, ms).unref();
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });

  async function look(): Promise<void> {
    while (!isEnded) {
      const isWell = await isAlive().catch(() => true);
      if (isEnded) return;
      if (isWell) {
        await pause(LOOK_EVERY_MS);
        continue;
      }
      say(`The embedded PostgreSQL has died and is started again (see ${log}).`);
      await start().catch(async (error: unknown) => {
        say(`${error instanceof Error ? error.message : error} It is tried again.`);
        if (!isEnded) await pause(START_AGAIN_MS);
      });
    }
  }

  const looking = look();
  return {
    end: async () => {
      isEnded = true;
      wake();
      await looking;
    },
  };
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
