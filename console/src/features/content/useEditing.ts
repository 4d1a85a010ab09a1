import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useReducer, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import type { ContentDocument } from '../../lib/content/document.ts';
import { useAction } from '../../lib/useAction.ts';
import { editingReducer, editingView, startEditing } from './editing.ts';
import type { Given } from './PublishDialog.tsx';

const EXAMPLE_BAHT = 1_000;
const PAUSE_MS = 400;

/** Edits one document: what stands in its form, what the server says of it, and the calls that keep or publish it. */
export function useEditing(newest: ContentDocument, onPublished: (document: ContentDocument) => void) {
  const t = useT();
  const queries = useQueryClient();
  const [editing, dispatch] = useReducer(editingReducer, newest, startEditing);
  const [review, setReview] = useState<'publish' | 'history' | null>(null);
  const { loaded, value } = editing;
  const { kind, item, version, draft } = loaded;
  const params = { kind, item };
  const { example, baht, setBaht } = useExample(params, value);
  const view = editingView(editing, newest, example?.problems, review !== null);
  if (view.mayAdopt) dispatch({ type: 'adopted', document: newest });

  /** What a call answered is at once what the page knows. */
  function learn(document: ContentDocument, sent?: { value: unknown }) {
    queries.setQueryData(['content', kind, document.item], document);
    if (document.item === item)
      dispatch({ type: 'answered', document, instead: newest, ...(sent && { sent }) });
  }

  const keep = (sent: unknown) =>
    client('PUT /api/console/content/:kind/:item/draft', {
      params,
      body: { value: sent, version, revision: draft?.revision ?? 0 },
    });
  const save = useAction(async (sent: unknown) => ({ document: await keep(sent), sent }), {
    done: t('content.draftSaved'),
    onDone: ({ document, sent }) => learn(document, { value: sent }),
  });
  const discard = useAction(() => client('POST /api/console/content/:kind/:item/discard', { params }), {
    onDone: (document) => learn(document),
  });
  const publish = useAction(
    async (given: Given) => {
      const document = view.mustSave ? await keep(value) : loaded;
      if (view.mustSave) learn(document, { value });
      const published = await client('POST /api/console/content/:kind/:item/publish', {
        params,
        body: { revision: document.draft?.revision ?? 0, ...given },
      });
      return { ...published, sent: value };
    },
    {
      done: ({ waits }) => t(waits === null ? 'content.published' : 'approvals.asked'),
      onDone: ({ sent, ...document }) => {
        setReview(null);
        if (document.item !== item) queries.removeQueries({ queryKey: ['content', kind, item] });
        learn(document, { value: sent });
        onPublished(document);
      },
    },
  );

  return {
    loaded,
    value,
    view,
    type: (typed: unknown) => dispatch({ type: 'typed', value: typed }),
    example,
    baht,
    setBaht,
    /** The dialog that shows the document for a decision. */
    review,
    setReview,
    learn,
    save: { isPending: save.isPending, run: () => save.mutate(value) },
    discard: {
      isPending: discard.isPending,
      run: () => (draft ? discard.mutate(undefined) : dispatch({ type: 'reverted' })),
    },
    takeNewest: () =>
      newest.draft?.isOutdated ? discard.mutate(undefined) : dispatch({ type: 'adopted', document: newest }),
    publish,
  };
}

/** What the document comes to, and what is wrong with it, as the server reckons a moment after one types. */
function useExample(params: Pick<ContentDocument, 'kind' | 'item'>, value: unknown) {
  const [baht, setBaht] = useState(EXAMPLE_BAHT);
  // One object for as long as they stay: another one at each drawing would never settle.
  const [asked] = useDebouncedValue(
    useMemo(() => ({ value, baht }), [value, baht]),
    PAUSE_MS,
  );
  const { data: example } = useQuery({
    queryKey: ['content', params.kind, params.item, 'example', asked],
    queryFn: () => client('POST /api/console/content/:kind/:item/example', { params, body: asked }),
    placeholderData: keepPreviousData,
  });
  return { example, baht, setBaht };
}
