import { asksPassword } from '@krapao/contract/protection/longBreak';
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t as say, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useSingleMutation } from '../../lib/useSingleMutation.ts';
import { Consequences } from './Consequences.tsx';
import { PauseByPassword } from './PauseByPassword.tsx';
import type { Pause } from './queries.ts';
import { type Length, lengthText } from './words.ts';

interface BreakDialogProps {
  open: boolean;
  length: Exclude<Length, { months: null }>;
  onClose: () => void;
}

const WHAT = ['safe.what.stops', 'safe.what.noEarly', 'safe.what.money', 'safe.what.chat'] as const;

/** Says what a break does, and begins it; a long one with the password (protection.md 10, 11). */
export default function BreakDialog({ open, length, onClose }: BreakDialogProps) {
  const t = useT();
  const queryClient = useQueryClient();
  const isLong = asksPassword(length);
  const begin = useSingleMutation<Pause, string | undefined>({
    mutationFn: (password) =>
      client('POST /api/protection/break', {
        body: { ...(length as { days: number }), ...(password !== undefined && { password }) },
      }),
    onSuccess: () => {
      toast.success(() => say('safe.break.begun'));
      onClose();
    },
    onError: (error) => {
      if (!isLong) toast.error(() => errorMessage(error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['protection'] }),
  });
  const title = t('safe.sure.break', { length: lengthText(length) });
  if (isLong)
    return (
      <PauseByPassword
        open={open}
        title={title}
        of={WHAT}
        action={t('safe.break.begin')}
        busy={begin.isPending}
        error={begin.error}
        onBegin={(password) => begin.mutate(password)}
        onType={() => begin.reset()}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      open={open}
      title={title}
      confirmLabel={t('safe.break.begin')}
      busyLabel={begin.isPending && t('safe.break.beginning')}
      onConfirm={() => begin.mutate(undefined)}
      onClose={onClose}
    >
      <Consequences of={WHAT} />
    </ConfirmDialog>
  );
}
