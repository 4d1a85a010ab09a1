const INPUT = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;
const AWAY_AFTER_MS = 60_000;
let lastInputAt = Date.now();

/** Starts recording when this screen is used. */
export function followInput(): void {
  const note = () => {
    lastInputAt = Date.now();
  };
  for (const type of INPUT) window.addEventListener(type, note, { passive: true, capture: true });
}

/** Whether this screen had no pointer or key input for a minute; its calls then count as automatic. */
export function isUnattended(): boolean {
  return Date.now() - lastInputAt > AWAY_AFTER_MS;
}
