import type { Language } from '@krapao/contract/limits';
import type { TSchema } from 'typebox';
import type { Db, Trx } from '../../database/connect.ts';
import type { Problem } from './problems.ts';

export type Texts = Readonly<Record<Language, string>>;

/** A thing of a kind in the list. */
export interface ContentRow {
  item: string;
  name: Texts | null;
  /** What tells it from others of its name: a place, an account number. */
  hint: string;
  isActive: boolean | null;
}

/**
 * One kind of content as documents. A document is JSON as an operator edits it, a draft keeps it and a version remembers
 * it; amounts and shares are integers in the unit that their names say. `V` is a document that fits the schema.
 */
export interface Content<V> {
  schema(item: string): TSchema;
  /** Fields that never change once the thing is there: what is booked or owed points at them. */
  fixed: readonly string[];
  list(db: Db | Trx): Promise<ContentRow[]>;
  /** The document as it stands; of `new` what a new one begins with. Undefined where there is no such thing. */
  read(db: Db | Trx, item: string): Promise<V | undefined>;
  /** What the schema cannot say. */
  check(db: Db | Trx, value: V, item: string): Promise<Problem[]>;
  /** Puts the document into effect. @returns the item, which for `new` is only known now */
  write(trx: Trx, value: V, item: string): Promise<string>;
  /** Puts the things into this order. */
  order?(trx: Trx, items: readonly string[]): Promise<void>;
}

/** Declares a kind; what comes in has been checked against the schema. */
export function contentKind<V>(kind: Content<V>): Content<unknown> {
  return kind as Content<unknown>;
}
