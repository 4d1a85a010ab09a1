/** The position of a balance between the floor and the target of a bonus, from 0 to 100 for a bar. Amounts in baht. */
export function progressPercent({
  floor,
  target,
  now,
}: {
  floor: number;
  target: number;
  now: number;
}): number {
  if (target <= floor) return 100;
  return Math.min(100, Math.max(0, ((now - floor) / (target - floor)) * 100));
}
