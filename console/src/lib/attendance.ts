const INPUT = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;
const AWAY_AFTER_MS = 60_000;
let lastInputAt = Date.now();

/** Notes from now on when this screen is used. */
export function followInput(): void {
  const note = () => {
    lastInputAt = Date.now();
  };
  for (const type of INPUT) window.addEventListener(type, note, { passive: true, capture: true });
}

/** Whether this screen has had neither pointer nor key for a minute: what it asks then, it asks by itself. */
export function isUnattended(): boolean {
  return Date.now() - lastInputAt > AWAY_AFTER_MS;
}
