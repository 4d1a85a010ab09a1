let aheadMs = 0;

/** The sandbox's time. Its counterparts stamp and compare times by it; pauses and late answers take real time. */
export const clock = {
  /** Milliseconds since 1970. */
  now: (): number => Date.now() + aheadMs,
  date: (): Date => new Date(clock.now()),
  /** For tests, which move the site's time and the world's with it. */
  move: (ms: number): void => {
    aheadMs += ms;
  },
};
