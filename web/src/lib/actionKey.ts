/** Hands out the Idempotency-Key of a member's actions: one action keeps its key until it is known how it ended. */
export interface ActionKeys {
  /** The key for what is asked (its call and body as text): the same again while the same is asked and unsettled. */
  keyFor(asked: string): string;
  /** The action has ended; the next one is another, even with the same body. */
  settle(): void;
}

/** Makes the keys of one form. `newKey` answers a value that nobody has used. */
export function createActionKeys(newKey: () => string = randomKey): ActionKeys {
  let open: { asked: string; key: string } | null = null;
  return {
    keyFor(asked) {
      if (open?.asked !== asked) open = { asked, key: newKey() };
      return open.key;
    },
    settle() {
      open = null;
    },
  };
}

/** 128 random bits in hexadecimal. Unlike crypto.randomUUID it also works on plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
