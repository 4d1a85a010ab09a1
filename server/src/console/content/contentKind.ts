import type { Language } from '@krapao/contract/limits';
import type { TSchema } from 'typebox';
import type { Db, Trx } from '../../database/connect.ts';
import type { Problem } from './problems.ts';

export type Texts = Readonly<Record<Language, string>>;

/** An entry of a kind in the list. */
export interface ContentRow {
  item: string;
  name: Texts | null;
  /** What distinguishes it from entries with the same name: a place, an account number. */
  hint: string;
  isActive: boolean | null;
}

/**
 * One kind of content as documents. A document is the JSON that an operator edits, a draft stores and a version keeps;
 * amounts and shares are integers in the unit of their names. `V` is a document that matches the schema.
 */
export interface Content<V> {
  schema(item: string): TSchema;
  /** Fields of an existing entry that can no longer change, because bookings refer to them. */
  fixed(db: Db | Trx, item: string): Promise<readonly string[]>;
  list(db: Db | Trx): Promise<ContentRow[]>;
  /** The current document; for `new`, the initial one. Undefined if there is no such entry. */
  read(db: Db | Trx, item: string): Promise<V | undefined>;
  /** Problems that the schema cannot express. */
  check(db: Db | Trx, value: V, item: string): Promise<Problem[]>;
  /** Puts the document into effect. @returns the item, which for `new` is only known now */
  write(trx: Trx, value: V, item: string): Promise<string>;
  /** Reorders the entries. */
  order?(trx: Trx, items: readonly string[]): Promise<void>;
}

/** Declares a kind; its input has been checked against the schema. */
export function contentKind<V>(kind: Content<V>): Content<unknown> {
  return kind as Content<unknown>;
}
