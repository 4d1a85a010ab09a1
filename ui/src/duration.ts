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

/** A length of time in one rounded unit. */
export function roundedTime(seconds: number): { unit: 'second' | 'minute' | 'hour' | 'day'; count: number } {
  if (seconds < 90) return { unit: 'second', count: Math.max(1, Math.round(seconds)) };
  if (seconds < 90 * 60) return { unit: 'minute', count: Math.round(seconds / 60) };
  if (seconds < 36 * 3_600) return { unit: 'hour', count: Math.round(seconds / 3_600) };
  return { unit: 'day', count: Math.round(seconds / 86_400) };
}
