import { dateTimeText } from '@krapao/ui/time.ts';
import { Button, TagsInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useMay } from '../../lib/self.ts';
import { useAction } from '../../lib/useAction.ts';
import type { MemberDetail } from './MemberPage.tsx';

/** Operators' tags and notes about the member. */
export function MemberAside({ detail }: { detail: MemberDetail }) {
  const t = useT();
  const may = useMay();
  const params = { id: detail.member.id };
  const [text, setText] = useState('');
  const add = useAction(
    (note: string) => client('POST /api/console/members/:id/notes', { params, body: { text: note } }),
    { done: t('members.noteAdded'), onDone: () => setText('') },
  );
  const tag = useAction(
    (tags: string[]) => client('PUT /api/console/members/:id/tags', { params, body: { tags } }),
    { done: t('app.saved') },
  );
  const mayWrite = may('member.note');
  return (
    <aside aria-label={t('members.notes')}>
      <TagsInput
        label={<span>{t('members.tags')}</span>}
        placeholder={mayWrite ? t('members.tagsHint') : undefined}
        value={tag.isPending ? tag.variables : detail.tags}
        onChange={(tags) => tag.mutate(tags)}
        maxTags={20}
        maxLength={40}
        readOnly={!mayWrite}
        mb="lg"
      />
      <h2>{t('members.notes')}</h2>
      {mayWrite && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== '') add.mutate(text.trim());
          }}
        >
          <Textarea
            aria-label={t('members.addNote')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={1000}
            mb="xs"
          />
          <Button
            type="submit"
            variant="default"
            size="sm"
            disabled={text.trim() === ''}
            loading={add.isPending}
            mb="md"
          >
            {t('members.addNote')}
          </Button>
        </form>
      )}
      {detail.notes.length === 0 && <p className="muted">{t('members.noNotes')}</p>}
      <ul className="notes">
        {detail.notes.map((note) => (
          <li key={note.id}>
            <p>{note.text}</p>
            <small
              className="muted num"
              translate="no"
            >{`${note.operatorName} · ${dateTimeText(note.createdAt)}`}</small>
          </li>
        ))}
      </ul>
    </aside>
  );
}
