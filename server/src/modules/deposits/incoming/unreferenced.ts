import { createHash } from 'node:crypto';

/** Begins what stands for a reference where a report has none; no bank's reference begins so. */
const UNREFERENCED = '~';

/** Stands for the reference of a report without one: the same for each delivery of the same report. */
export const unreferenced = (...key: readonly string[]): string =>
  UNREFERENCED + createHash('sha256').update(JSON.stringify(key)).digest('base64url').slice(0, 24);

export const isUnreferenced = (transRef: string): boolean => transRef.startsWith(UNREFERENCED);

/** A transfer's reference for operators; empty if no report has one. */
export const shownReference = (transRef: string): string => (isUnreferenced(transRef) ? '' : transRef);
