import { PRIZE_WHEEL } from '@krapao/contract/limits';

/** The speed is multiplied by the friction so many times a second, whatever the screen's rate is. */
const STEPS_PER_SECOND = 60;
/** After so many steps the wheel has 1.3 % of its speed left, and stands still. */
const STEPS = 480;
const TURNS = 4;
/** How far from a slice's middle the wheel may stop, as a share of the slice: never near its edge. */
const STRAY = 0.28;

export const SPIN_MS = (STEPS / STEPS_PER_SECOND) * 1_000;

/** The angle after `steps` steps of a wheel that starts with `speed` (degrees a step) and slows by the friction (SPN-01). */
export function angleAfter(steps: number, speed: number): number {
  return (speed * (1 - PRIZE_WHEEL.friction ** steps)) / (1 - PRIZE_WHEEL.friction);
}

/** The speed (degrees a step) with which the wheel comes to stand after `rotation` degrees. */
export function speedFor(rotation: number): number {
  return rotation / angleAfter(STEPS, 1);
}

/** How far of its whole way the wheel is after a share of its time; both from 0 to 1. */
export function progressAt(time: number): number {
  return angleAfter(time * STEPS, speedFor(1));
}

/** `progressAt` as an easing of CSS. */
export function frictionEasing(points = 96): string {
  const values = Array.from({ length: points + 1 }, (_, index) => progressAt(index / points).toFixed(5));
  return `linear(${values.join(', ')})`;
}

/**
 * Where the wheel stops: at least four turns on from `from` (degrees), with slice `index` of `count` below the pointer
 * (SPN-02). `stray` from 0 to 1 says where within the slice.
 */
export function landingAngle(from: number, index: number, count: number, stray: number): number {
  const width = 360 / count;
  const target = -index * width + (stray * 2 - 1) * STRAY * width;
  const turns = Math.ceil((from + TURNS * 360 - target) / 360);
  return target + turns * 360;
}

/** The slice below the pointer of a wheel turned by `angle` degrees; slice 0 starts with its middle there. */
export function sliceAtPointer(angle: number, count: number): number {
  const slices = Math.round((-angle / 360) * count);
  return ((slices % count) + count) % count;
}
