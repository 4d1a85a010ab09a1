import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useMay } from '../../lib/self.ts';
import { useAction } from '../../lib/useAction.ts';

/** Adds a note to a case. */
export function CaseNote({ id }: { id: string }) {
  const t = useT();
  const may = useMay();
  const [text, setText] = useState('');
  const add = useAction(
    () => client('POST /api/console/cases/:id/notes', { params: { id }, body: { text: text.trim() } }),
    { done: t('cases.noted'), onDone: () => setText('') },
  );
  if (!may('case.decide')) return null;
  return (
    <div style={{ margin: '12px 0' }}>
      <Textarea
        label={<span>{t('cases.note')}</span>}
        value={text}
        maxLength={2_000}
        autosize
        minRows={2}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        mt="xs"
        variant="default"
        disabled={text.trim() === ''}
        loading={add.isPending}
        onClick={() => add.mutate(undefined)}
      >
        {t('cases.addNote')}
      </Button>
    </div>
  );
}
