import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Checkbox } from '../../components/Checkbox.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';

/** Freezes the account, and ends the other sessions if the member wants. */
export default function FreezeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const queryClient = useQueryClient();
  const [endsOthers, setEndsOthers] = useState(true);
  const freeze = useMutation({
    mutationFn: () => client('POST /api/account/freeze', { body: { endsOthers } }),
    onSuccess: () => {
      toast.success(() => t('freeze.done'));
      onClose();
    },
    onError: (error: Error) => toast.error(() => errorMessage(error)),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <ConfirmDialog
      open={open}
      title={t('freeze.begin')}
      confirmLabel={t('freeze.begin')}
      busyLabel={freeze.isPending && t('freeze.beginning')}
      destructive
      onConfirm={() => freeze.mutate()}
      onClose={onClose}
    >
      <ul className="list-disc pl-5 text-ink-2">
        <li>{t('freeze.stops')}</li>
        <li>{t('freeze.stays')}</li>
        <li>{t('freeze.endNeeds')}</li>
      </ul>
      <Checkbox checked={endsOthers} onChange={setEndsOthers}>
        {t('freeze.endsOthers')}
      </Checkbox>
    </ConfirmDialog>
  );
}
