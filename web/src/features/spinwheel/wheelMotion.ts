import { PRIZE_WHEEL } from '@krapao/contract/limits';

/** The friction is applied this many times a second, independent of the screen's refresh rate. */
const STEPS_PER_SECOND = 60;
/** After this many steps the wheel has 1.3 % of its speed left, and stops. */
const STEPS = 480;
const TURNS = 4;
/**
 * The maximum distance between the stop and the centre of a slice, as a fraction of the slice: the wheel never stops
 * near an edge.
 */
const STRAY = 0.28;

export const SPIN_MS = (STEPS / STEPS_PER_SECOND) * 1_000;

/** The angle after `steps` steps of a wheel with initial speed `speed` (degrees per step) and friction (SPN-01). */
export function angleAfter(steps: number, speed: number): number {
  return (speed * (1 - PRIZE_WHEEL.friction ** steps)) / (1 - PRIZE_WHEEL.friction);
}

/** The initial speed (degrees per step) of a wheel that stops after `rotation` degrees. */
export function speedFor(rotation: number): number {
  return rotation / angleAfter(STEPS, 1);
}

/** The fraction of the rotation after a fraction of the time; both from 0 to 1. */
export function progressAt(time: number): number {
  return angleAfter(time * STEPS, speedFor(1));
}

/** `progressAt` as a CSS easing function. */
export function frictionEasing(points = 96): string {
  const values = Array.from({ length: points + 1 }, (_, index) => progressAt(index / points).toFixed(5));
  return `linear(${values.join(', ')})`;
}

/**
 * The final angle: at least four turns beyond `from` (degrees), with slice `index` of `count` below the pointer
 * (SPN-02). `stray`, from 0 to 1, is the position within the slice.
 */
export function landingAngle(from: number, index: number, count: number, stray: number): number {
  const width = 360 / count;
  const target = -index * width + (stray * 2 - 1) * STRAY * width;
  const turns = Math.ceil((from + TURNS * 360 - target) / 360);
  return target + turns * 360;
}

/** The slice below the pointer of a wheel turned by `angle` degrees; at 0 degrees the centre of slice 0 is there. */
export function sliceAtPointer(angle: number, count: number): number {
  const slices = Math.round((-angle / 360) * count);
  return ((slices % count) + count) % count;
}
