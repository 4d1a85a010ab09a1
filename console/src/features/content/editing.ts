import { beginningOf, type ContentDocument, isSame, stampOf } from '../../lib/content/document.ts';

/** A document in the form: as it was read, and what stands in its fields. */
export interface Editing {
  loaded: ContentDocument;
  value: unknown;
  /** The document that an answer took the place of, which the page shows a moment longer. */
  replaced: ContentDocument | null;
}

export type EditingEvent =
  | { type: 'typed'; value: unknown }
  /** A call answered with the document. `sent` is what it was asked to keep; without it, the answer is all that counts. */
  | { type: 'answered'; document: ContentDocument; instead: ContentDocument; sent?: { value: unknown } }
  | { type: 'adopted'; document: ContentDocument }
  | { type: 'reverted' };

export function startEditing(document: ContentDocument): Editing {
  return { loaded: document, value: beginningOf(document), replaced: null };
}

export function editingReducer(editing: Editing, event: EditingEvent): Editing {
  switch (event.type) {
    case 'typed':
      return { ...editing, value: event.value };
    case 'adopted':
      return startEditing(event.document);
    case 'reverted':
      return { ...editing, value: beginningOf(editing.loaded) };
    case 'answered': {
      const { document, instead, sent } = event;
      // What was typed while the call was on its way is not in the answer, and stays.
      const isTypedSince = sent !== undefined && !isSame(editing.value, sent.value);
      const value = isTypedSince ? editing.value : beginningOf(document);
      return { loaded: document, value, replaced: instead };
    }
  }
}

/** A field of the form that the server finds wrong. */
type Problem = ContentDocument['problems'][number];

/**
 * What may be done with what stands in the form.
 * @param newest the document as the server has it now
 * @param found what it says of the fields; undefined while it has not said anything yet
 * @param isReviewed whether a dialog shows the document for a decision: it must not change under the operator's eyes
 */
export function editingView(
  { loaded, value, replaced }: Editing,
  newest: ContentDocument,
  found: readonly Problem[] | undefined,
  isReviewed = false,
) {
  const { draft, item, waits } = loaded;
  const isDirty = !isSame(value, beginningOf(loaded));
  const hasNewer = newest !== replaced && stampOf(newest) !== stampOf(loaded);
  const isFixed = isDirty || isReviewed;
  const isOutdated = draft?.isOutdated === true || (isFixed && hasNewer);
  const hasChange = item === 'new' ? isDirty || draft !== null : !isSame(value, loaded.value);
  const problems = found ?? loaded.problems;
  return {
    isDirty,
    hasNewer,
    isOutdated,
    hasChange,
    /** Nothing is typed or reviewed that the newest document would take away. */
    mayAdopt: hasNewer && !isFixed,
    mayDiscard: isDirty || draft !== null,
    maySave: isDirty,
    mayPublish: hasChange && problems.length === 0 && !isOutdated && waits === null,
    /** Publishing keeps what stands in the form first. */
    mustSave: isDirty || draft === null,
    problems: hasChange ? problems : [],
  };
}

/** What is wrong at a field, or `within` what is below it. */
export function problemAt(problems: readonly Problem[], path: string, within = false): string | undefined {
  return problems.find(({ field }) => field === path || (within && field.startsWith(`${path}/`)))?.rule;
}
