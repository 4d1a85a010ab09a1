import { Button, Code } from '@mantine/core';
import { useState } from 'react';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';

/** What the law keeps of an erased member; each opening asks for a reason and is in the audit log. */
export function SealedRecord({ memberId }: { memberId: string }) {
  const t = useT();
  const [isAsking, setIsAsking] = useState(false);
  const open = useAction(
    (reason: string) =>
      client('POST /api/console/members/:id/retained', { params: { id: memberId }, body: { reason } }),
    { onDone: () => setIsAsking(false) },
  );
  return (
    <>
      {open.data ? (
        <>
          <h3>{t('personalData.record.sealed')}</h3>
          <Code block my="md" tabIndex={0} role="region" aria-label={t('personalData.record.sealed')}>
            {JSON.stringify(open.data.record, null, 2)}
          </Code>
        </>
      ) : (
        <Button variant="default" my="md" onClick={() => setIsAsking(true)}>
          {t('personalData.sealed')}
        </Button>
      )}
      {isAsking && (
        <ReasonDialog
          title={t('personalData.sealed')}
          hint={t('personalData.sealedHint')}
          action={t('personalData.sealed')}
          isBusy={open.isPending}
          onClose={() => setIsAsking(false)}
          onConfirm={(reason) => open.mutate(reason)}
        />
      )}
    </>
  );
}
