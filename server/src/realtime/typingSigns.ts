import { clock } from '../clock.ts';

/** One sign in so much time reaches the others; it stands a little longer at their end (CHAT.typingShownMs). */
const EACH_MS = 2_500;
/** Rooms that are remembered; above it those whose time is over are forgotten. */
const KEPT = 5_000;

/**
 * Lets through one sign of typing of each side of a room in a while, however many sockets and keys there are. A sign costs
 * one look into a map, and no statement of the database.
 */
export function typingSigns(now: () => number = clock.now) {
  const last = new Map<string, number>();
  return {
    /** Whether this sign goes on to the others. */
    passes(room: string, by: string): boolean {
      const key = `${by} ${room}`;
      const at = now();
      if (at - (last.get(key) ?? -EACH_MS) < EACH_MS) return false;
      if (last.size >= KEPT) for (const [old, seen] of last) if (at - seen >= EACH_MS) last.delete(old);
      // Full of rooms in which somebody types right now: signs are no message, and this one is let go.
      if (last.size >= KEPT) return false;
      last.set(key, at);
      return true;
    },
  };
}
