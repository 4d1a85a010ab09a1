import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';

export type ContentDocument = ResponseOf<Contract['GET /api/console/content/:kind/:item']>;
export type ContentRow = ResponseOf<Contract['GET /api/console/content']>['items'][number];
export type Kind = ContentDocument['kind'];

/** The editor's initial document: the draft, otherwise the published version. */
export function beginningOf(document: ContentDocument): unknown {
  return document.draft?.value ?? document.value;
}

/** Identifies one state of a document. */
export function stampOf({ version, draft }: ContentDocument): string {
  return `${version}/${draft?.revision ?? 0}`;
}

/** Whether two documents are equal, whatever the order of their fields. */
export function isSame(one: unknown, other: unknown): boolean {
  return changesBetween(one, other).length === 0;
}

/** One differing field: its pointer with the old and the new value. */
export interface Change {
  field: string;
  before: unknown;
  after: unknown;
}

/** The fields that differ between two documents. */
export function changesBetween(before: unknown, after: unknown, field = ''): Change[] {
  if (before === after) return [];
  // New content is also listed field by field.
  if (before === undefined && isTree(after) && Object.keys(after).length > 0)
    return changesBetween({}, after, field);
  if (isTree(before) && isTree(after) && Array.isArray(before) === Array.isArray(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => changesBetween(before[name], after[name], `${field}/${name}`));
  }
  return [{ field, before, after }];
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
