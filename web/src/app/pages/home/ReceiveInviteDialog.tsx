import { bahtText } from '@krapao/ui/money.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { MoneyNotice } from '../../../components/MoneyNotice.tsx';
import { toast } from '../../../components/toast.ts';
import { errorMessage } from '../../../i18n/errorMessage.ts';
import { useT } from '../../../i18n/i18n.ts';
import { client } from '../../../lib/api.ts';
import { useCheckedAction } from '../../../lib/useKeyedAction.ts';
import type { Invite } from './InviteBonus.tsx';

/** A bonus whose target exceeds its amount has a condition. Any other bonus can be withdrawn at once. */
const WHOLE_PERCENT = 100;

interface ReceiveInviteDialogProps {
  open: boolean;
  invite: Invite;
  onReceived: () => void;
  onClose: () => void;
}

/** HOM-03: shows the conditions of the invite bonus and receives it; failures are red toasts. */
export default function ReceiveInviteDialog({ open, invite, onReceived, onClose }: ReceiveInviteDialogProps) {
  const t = useT();
  const queryClient = useQueryClient();
  const receive = useCheckedAction({
    asked: 'invite',
    send: (idempotencyKey) => client('GET /api/invite/bonus', { idempotencyKey }),
    onDone: () => {
      toast.success(() => t('error.INVITE_BONUS_SUCCESS'));
      onReceived();
      end();
    },
    onFailed: (error) => {
      toast.error(() => errorMessage(error));
      end();
    },
  });

  function end() {
    onClose();
    void queryClient.invalidateQueries({ queryKey: ['invite'] });
    void queryClient.invalidateQueries({ queryKey: ['bonus'] });
  }

  return (
    <ConfirmDialog
      open={open}
      title={t('home.receiveTitle')}
      confirmLabel={
        receive.phase === 'unclear'
          ? t('money.askAgain')
          : t('home.receiveConfirm', { amount: bahtText(invite.amount) })
      }
      busyLabel={receive.isBusy && t(receive.phase === 'checking' ? 'money.checking' : 'home.receiving')}
      onConfirm={receive.run}
      onClose={onClose}
    >
      <p className="text-ink-2">
        {t(invite.success > WHOLE_PERCENT ? 'home.receiveText' : 'home.receiveFree', {
          success: invite.success,
          fail: invite.fail,
        })}
      </p>
      <MoneyNotice phase={receive.phase} />
    </ConfirmDialog>
  );
}
