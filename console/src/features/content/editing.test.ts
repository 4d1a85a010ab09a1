import { expect, test } from 'vitest';
import type { ContentDocument } from '../../lib/content/document.ts';
import { editingReducer, editingView, problemAt, startEditing } from './editing.ts';

const document = (given: Partial<ContentDocument> = {}) =>
  ({
    kind: 'setting',
    item: 'notice',
    version: 3,
    value: { th: 'old' },
    draft: null,
    problems: [],
    waits: null,
    ...given,
  }) as ContentDocument;
const draftOf = (text: string, revision = 1, isOutdated = false) =>
  ({
    value: { th: text },
    revision,
    isOutdated,
    by: 'Noi',
    at: '2026-11-22T10:00:00Z',
  }) as ContentDocument['draft'];

const before = document();
const kept = document({ draft: draftOf('new') });
const typed = (text: string) => ({ type: 'typed', value: { th: text } }) as const;
const sent = (text: string) => ({ value: { th: text } });
const editingOf = (text: string, from = before) => editingReducer(startEditing(from), typed(text));

test('what was typed while a draft was on its way to the server stays in the form', () => {
  const editing = editingReducer(editingOf('new and more'), {
    type: 'answered',
    document: kept,
    instead: before,
    sent: sent('new'),
  });
  expect(editing).toMatchObject({ loaded: kept, value: { th: 'new and more' } });
  expect(editingView(editing, kept, [])).toMatchObject({ isDirty: true, maySave: true, isOutdated: false });
});

test('what the server made of an untouched form is taken over', () => {
  const tidied = document({ draft: draftOf('tidied') });
  const answered = { type: 'answered', document: tidied, instead: before } as const;
  expect(editingReducer(editingOf('new'), { ...answered, sent: sent('new') }).value).toEqual({
    th: 'tidied',
  });
  // A discarded draft, or an older version: what stands in the form is what was left.
  expect(editingReducer(editingOf('new'), answered).value).toEqual({ th: 'tidied' });
});

test('the page that still shows the document of before an answer is not taken for newer', () => {
  const editing = editingReducer(editingOf('new'), {
    type: 'answered',
    document: kept,
    instead: before,
    sent: sent('new'),
  });
  expect(editingView(editing, before, [])).toMatchObject({ mayAdopt: false, isOutdated: false });
  // A colleague who has discarded the draft since is.
  expect(editingView(editing, document(), [])).toMatchObject({ mayAdopt: true });
});

test('a colleague’s change is taken over, but never what one has typed', () => {
  const newer = document({ version: 4, value: { th: 'theirs' } });
  expect(editingView(startEditing(before), newer, [])).toMatchObject({ mayAdopt: true, isOutdated: false });
  const mine = editingView(editingOf('mine'), newer, []);
  expect(mine).toMatchObject({ mayAdopt: false, isOutdated: true, mayPublish: false, maySave: true });
  const adopted = editingReducer(editingOf('mine'), { type: 'adopted', document: newer });
  expect(adopted.value).toEqual({ th: 'theirs' });
});

test('a document that a dialog shows for a decision is not changed under it, nor published as a newer one', () => {
  const theirs = document({ draft: draftOf('theirs', 2) });
  const shown = startEditing(kept);
  expect(editingView(shown, kept, [], true)).toMatchObject({ isOutdated: false, mayPublish: true });
  expect(editingView(shown, theirs, [], true)).toMatchObject({
    mayAdopt: false,
    isOutdated: true,
    mayPublish: false,
  });
  expect(editingView(shown, theirs, [], false)).toMatchObject({ mayAdopt: true, isOutdated: false });
});

test('an untouched document can be neither kept, discarded nor published', () => {
  const nothing = { hasChange: false, maySave: false, mayDiscard: false, mayPublish: false };
  expect(editingView(startEditing(before), before, [])).toMatchObject(nothing);
  const back = editingReducer(editingOf('old'), { type: 'reverted' });
  expect(editingView(back, before, [])).toMatchObject(nothing);
  // The order of fields is no change.
  const two = document({ value: { th: 'a', en: 'b' } });
  const turned = editingReducer(startEditing(two), { type: 'typed', value: { en: 'b', th: 'a' } });
  expect(editingView(turned, two, [])).toMatchObject(nothing);
});

test('a draft is published as it is, and what was typed is kept first', () => {
  expect(editingView(startEditing(kept), kept, [])).toMatchObject({
    mayPublish: true,
    maySave: false,
    mayDiscard: true,
    mustSave: false,
  });
  expect(editingView(editingOf('newer', kept), kept, []).mustSave).toBe(true);
  expect(editingView(editingOf('new'), before, []).mustSave).toBe(true);
});

test('nothing is published that is outdated, wrong, or waits for a second person', () => {
  const outdated = document({ draft: draftOf('new', 1, true) });
  expect(editingView(startEditing(outdated), outdated, [])).toMatchObject({
    isOutdated: true,
    mayPublish: false,
  });
  const problems = [{ field: '/th', rule: 'html' }];
  expect(editingView(editingOf('<b'), before, problems)).toMatchObject({ mayPublish: false, problems });
  const waiting = document({ draft: draftOf('new'), waits: '7' as never });
  expect(editingView(startEditing(waiting), waiting, []).mayPublish).toBe(false);
});

test('until the server has looked at what was typed, what it said on loading counts', () => {
  const problems = [{ field: '/th', rule: 'minLength' }];
  const wrong = document({ problems });
  expect(editingView(editingOf('x', wrong), wrong, undefined).mayPublish).toBe(false);
  expect(editingView(editingOf('x', wrong), wrong, []).mayPublish).toBe(true);
  // Of a document that nobody has touched nothing is said.
  expect(editingView(startEditing(wrong), wrong, problems).problems).toEqual([]);
});

test('a new thing may be published as its form began, once it is a draft', () => {
  const fresh = document({ item: 'new', version: 0 });
  expect(editingView(startEditing(fresh), fresh, []).hasChange).toBe(false);
  const drafted = document({ item: 'new', version: 0, value: { th: 'old' }, draft: draftOf('old') });
  expect(editingView(startEditing(drafted), drafted, []).mayPublish).toBe(true);
});

test('a problem stands at its field, and at what holds the field', () => {
  const problems = [{ field: '/name/th', rule: 'minLength' }];
  expect(problemAt(problems, '/name/th')).toBe('minLength');
  expect(problemAt(problems, '/name')).toBeUndefined();
  expect(problemAt(problems, '/name', true)).toBe('minLength');
  expect(problemAt(problems, '/na', true)).toBeUndefined();
});
