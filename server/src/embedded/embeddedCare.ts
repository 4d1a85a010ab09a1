import { machineClock } from '../clock.ts';

const LOOK_EVERY_MS = 250;
const START_AGAIN_MS = 5_000;
const ASK_EVERY_MS = 5_000;
// Consecutive failures instead of a time, because a machine may sleep.
const SILENT_ASKS = 6;

interface Cared {
  isAlive(): Promise<boolean>;
  /** Whether it accepts a connection; answers within five seconds. */
  answers(): Promise<boolean>;
  /** Ends it in any state. */
  end(): Promise<void>;
  /** Starts it at its previous address. @throws Error with one sentence */
  start(): Promise<void>;
  /** The path of its own log. */
  log: string;
}

/**
 * Monitors the embedded PostgreSQL. If its postmaster has died or is silent, restarts it at the same address,
 * repeatedly until that succeeds. Meanwhile calls answer SERVICE_UNAVAILABLE
 * (docs/decisions/093-databases-that-die.md).
 * @returns ends the monitoring, after a start that is in progress
 */
export function takeCare({ isAlive, answers, end, start, log }: Cared): { end(): Promise<void> } {
  let isEnded = false;
  let wake: () => void = () => undefined;

  const pause = (ms: number) =>
    new Promise<void>((done) => {
      const timer = machineClock.after(ms, done).unref();
      wake = () => {
        timer.cancel();
        done();
      };
    });

  let askedAt = machineClock.now();
  let silent = 0;
  async function endSilent(): Promise<void> {
    if (machineClock.now() - askedAt < ASK_EVERY_MS) return;
    askedAt = machineClock.now();
    silent = (await answers().catch(() => true)) ? 0 : silent + 1;
    if (silent < SILENT_ASKS || isEnded) return;
    silent = 0;
    say(`The embedded PostgreSQL has not answered ${SILENT_ASKS} times and is ended (see ${log}).`);
    await end().catch((error: unknown) => say(sentenceOf(error)));
  }

  async function look(): Promise<void> {
    while (!isEnded) {
      const isWell = await isAlive().catch(() => true);
      if (isEnded) return;
      if (isWell) {
        await endSilent();
        await pause(LOOK_EVERY_MS);
        continue;
      }
      say(`The embedded PostgreSQL has died and is started again (see ${log}).`);
      await start().catch(async (error: unknown) => {
        say(`${sentenceOf(error)} It is tried again.`);
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

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
