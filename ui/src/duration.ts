/** A duration as a clock: `00:48`, `3:05:10`. */
export function durationText(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  const rest = `${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  return hours === 0 ? rest : `${hours}:${rest}`;
}

const twoDigits = (count: number) => String(count).padStart(2, '0');

/** A remaining time in milliseconds as a clock: rounded up to the second, never below 00:00. */
export function countdownText(milliseconds: number): string {
  return durationText(Math.max(0, Math.ceil(milliseconds / 1000)));
}
