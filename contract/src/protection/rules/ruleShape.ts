import { Type } from '../../endpoint.ts';
import type { Clause } from '../clause.ts';
import type { Place } from '../places.ts';
import type { Direction } from '../strictness.ts';

/** A rule as data. Amounts are in satang, other units are in the names of the values. */
export interface RuleShape {
  /** Of the table of rules (docs/protection.md). */
  rows: readonly number[];
  clauses: readonly Clause[];
  /** Where the server refuses, or acts by itself, whatever client asks. */
  enforced: readonly Place[];
  /** Where the product's own app or console shows or asks it: nothing refuses a client that does not. */
  shown: readonly Place[];
  /** Holds in every pack. */
  always?: true;
  values: Record<string, Type.TSchema>;
  /** For each value: which way it is stricter. */
  stricter: Record<string, Direction>;
}

export const Hours = (maximum = 8_760) => Type.Integer({ minimum: 0, maximum });
export const Days = (maximum = 3_650) => Type.Integer({ minimum: 1, maximum });
export const Months = (maximum = 120) => Type.Integer({ minimum: 1, maximum });
export const Minutes = (maximum = 10_080) => Type.Integer({ minimum: 1, maximum });
export const Satang = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 });
