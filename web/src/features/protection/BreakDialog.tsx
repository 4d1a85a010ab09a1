import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t as say, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useSingleMutation } from '../../lib/useSingleMutation.ts';
import { Consequences } from './Consequences.tsx';
import type { Pause } from './queries.ts';
import { type Length, lengthText } from './words.ts';

interface BreakDialogProps {
  open: boolean;
  length: Exclude<Length, { months: null }>;
  onClose: () => void;
}

/** Says what a break does, and begins it (protection.md 10, 11). */
export default function BreakDialog({ open, length, onClose }: BreakDialogProps) {
  const t = useT();
  const queryClient = useQueryClient();
  const begin = useSingleMutation<Pause, void>({
    mutationFn: () => client('POST /api/protection/break', { body: length as { days: number } }),
    onSuccess: () => {
      toast.success(() => say('safe.break.begun'));
      onClose();
    },
    onError: (error) => toast.error(() => errorMessage(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['protection'] }),
  });
  return (
    <ConfirmDialog
      open={open}
      title={t('safe.sure.break', { length: lengthText(length) })}
      confirmLabel={t('safe.break.begin')}
      busyLabel={begin.isPending && t('safe.break.beginning')}
      onConfirm={() => begin.mutate()}
      onClose={onClose}
    >
      <Consequences of={['safe.what.stops', 'safe.what.noEarly', 'safe.what.money', 'safe.what.chat']} />
    </ConfirmDialog>
  );
}
