import { line } from './line/line.ts';

/** Services that carry notifications to members. */
export const NOTIFY_DRIVERS = [line];
