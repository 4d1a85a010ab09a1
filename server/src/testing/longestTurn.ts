export interface LongestTurn {
  /** Forgets what it has seen. */
  begin(): void;
  /** The longest time since then for which this thread's loop was held, in milliseconds of the processor. */
  longest(): number;
  stop(): void;
}

/**
 * Watches for how long the loop of this thread, on which the server answers all its callers, is held by one piece of work.
 * It counts the thread's own time on the processor, which other programs of the machine do not lengthen.
 */
export function watchTurns(): LongestTurn {
  let longest = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
    last = process.threadCpuUsage();
  };
  const watching = setInterval(look, 1);
  return {
    begin: () => {
      last = process.threadCpuUsage();
      longest = 0;
    },
    longest: () => {
      look();
      return longest;
    },
    stop: () => clearInterval(watching),
  };
}
