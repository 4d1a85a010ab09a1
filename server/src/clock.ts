/** What a clock will do later. */
export interface Timer {
  /** After this it does nothing. */
  cancel(): void;
  /** It no longer keeps the process alive. @returns itself */
  unref(): Timer;
}

interface Waiting extends Timer {
  /** When it is due, by its clock's monotonic time. */
  at: number;
  /** Asks the machine to wake it in so many milliseconds. */
  arm(ms: number): void;
}

/** The time, and what waits for it. Nothing else reads it or waits (docs/decisions/298-one-clock.md). */
export class Clock {
  #aheadMs = 0;
  readonly #waiting = new Set<Waiting>();

  /** Milliseconds since 1970. */
  readonly now = (): number => Date.now() + this.#aheadMs;

  /** Milliseconds that setting the machine's clock does not change; only a difference of two means something. */
  readonly monotonic = (): number => performance.now() + this.#aheadMs;

  readonly date = (): Date => new Date(this.now());

  /** Runs `run` once in so many milliseconds. */
  after(ms: number, run: () => void): Timer {
    const timer = this.#wait(ms, () => {
      timer.cancel();
      run();
    });
    return timer;
  }

  /** Runs `run` each time that so many milliseconds have passed; once if several turns have passed at once. */
  every(ms: number, run: () => void): Timer {
    const timer = this.#wait(ms, () => {
      timer.at = this.monotonic() + ms;
      timer.arm(ms);
      run();
    });
    return timer;
  }

  /**
   * Resolves in so many milliseconds, or when the signal aborts.
   * @param options `ref: false` lets the process end meanwhile
   */
  sleep(ms: number, { signal, ref = true }: { signal?: AbortSignal; ref?: boolean } = {}): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = () => {
        timer.cancel();
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = this.after(ms, done);
      if (!ref) timer.unref();
      signal?.addEventListener('abort', done);
    });
  }

  /** Aborts in so many milliseconds with a TimeoutError, as AbortSignal.timeout; it keeps no process alive. */
  deadline(ms: number): AbortSignal {
    const late = new AbortController();
    this.after(ms, () =>
      late.abort(new DOMException('The operation took too long.', 'TimeoutError')),
    ).unref();
    return late.signal;
  }

  #wait(ms: number, onTime: () => void): Waiting {
    let handle: NodeJS.Timeout | undefined;
    let isRef = true;
    const waiting: Waiting = {
      at: this.monotonic() + ms,
      arm: (left) => {
        clearTimeout(handle);
        handle = setTimeout(onTime, left);
        if (!isRef) handle.unref();
      },
      cancel: () => {
        clearTimeout(handle);
        this.#waiting.delete(waiting);
      },
      unref: () => {
        isRef = false;
        handle?.unref();
        return waiting;
      },
    };
    this.#waiting.add(waiting);
    waiting.arm(ms);
    return waiting;
  }

  /** See moveClock. */
  static move(clock: Clock, ms: number): void {
    clock.#aheadMs += ms;
    const now = clock.monotonic();
    for (const waiting of [...clock.#waiting].sort((one, other) => one.at - other.at))
      if (ms > 0) waiting.arm(Math.max(waiting.at - now, 0));
      else waiting.at += ms;
  }
}

/** The site's time. */
export const clock = new Clock();

/**
 * The machine's time, which no test moves: for what waits for the machine itself, not for the site's world. That is
 * PostgreSQL's processes and connections, the sockets of clients, threads that compute, times of files, a process that
 * is to end.
 */
export const machineClock = new Clock();

/**
 * For tests alone: moves the site's time in this process as if so much had passed at once. What has become due runs, in the
 * order of its times. Moved back, what waits still waits as long as before.
 */
export const moveClock = (ms: number): void => Clock.move(clock, ms);
