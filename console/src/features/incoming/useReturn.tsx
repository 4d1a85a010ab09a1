import { isClosedBy } from '@krapao/contract/protection/closedBy';
import { Alert, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNeed } from '../../components/DecisionForm.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useDraft } from '../../lib/drafts.ts';

/** For money that safer play kept out: the reference under which it goes back, and the field that asks for it. */
export function useReturn(why: string | null) {
  const [text, setText] = useDraft('return', () => '');
  const reference = text.trim();
  const isKeptOut = isClosedBy(why);
  return {
    isKeptOut,
    missing: isKeptOut && reference === '' ? ('transRef' as const) : undefined,
    body: reference === '' ? {} : { returnReference: reference },
    field: isKeptOut ? <ReturnField value={text} onChange={setText} /> : null,
  };
}

function ReturnField({ value, onChange }: { value: string; onChange: (text: string) => void }): ReactNode {
  const t = useT();
  return (
    <>
      <Alert color="yellow" my="md">
        {t('incoming.keptOut')}
      </Alert>
      <TextInput
        label={<span>{t('incoming.returnReference')}</span>}
        description={t('incoming.returnHint')}
        maxLength={64}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...useNeed('transRef')}
      />
    </>
  );
}
