import { ReasonDialog } from '../../../components/ReasonDialog.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { client } from '../../../lib/api.ts';
import { useAction } from '../../../lib/useAction.ts';
import type { Phone } from './feed.ts';

interface Props {
  feedId: string;
  phone: Phone;
  onClose: () => void;
}

/** Ends the key of a phone, with a reason. */
export function EndPhoneDialog({ feedId, phone, onClose }: Props) {
  const t = useT();
  const end = useAction(
    (reason: string) =>
      client('POST /api/console/feeds/:id/phones/:phone/revoke', {
        params: { id: feedId, phone: phone.id },
        body: { reason },
      }),
    { done: t('feeds.endDone'), onDone: onClose },
  );
  return (
    <ReasonDialog
      title={t('feeds.endTitle', { name: phone.name })}
      hint={t('feeds.endHint')}
      action={t('feeds.end')}
      isBusy={end.isPending}
      onClose={onClose}
      onConfirm={end.mutate}
    />
  );
}
