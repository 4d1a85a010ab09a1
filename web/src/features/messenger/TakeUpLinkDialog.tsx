import { useMutation, useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { isNotProved } from '../../lib/stepUp.ts';
import { messengerQuery } from './queries.ts';

interface TakeUpLinkDialogProps {
  open: boolean;
  /** From the address that the messaging service's user was sent. */
  linkToken: string;
  onClose: () => void;
}

/** Asks before the member's account is linked, and goes to the service's page, which checks whose user it is. */
export default function TakeUpLinkDialog({ open, linkToken, onClose }: TakeUpLinkDialogProps) {
  const t = useT();
  const { data } = useQuery(messengerQuery);
  const takeUp = useMutation({
    mutationFn: () => client('POST /api/notifications/messenger/link', { body: { linkToken } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error: Error) => {
      onClose();
      if (!isNotProved(error)) toast.error(() => errorMessage(error));
    },
  });
  const service = data?.service?.title;
  if (service === undefined) return null;
  return (
    <ConfirmDialog
      open={open}
      title={t('messenger.linkTitle', { service })}
      confirmLabel={t('messenger.link')}
      busyLabel={(takeUp.isPending || takeUp.isSuccess) && t('messenger.linking')}
      onConfirm={() => takeUp.mutate()}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('messenger.linkText', { service })}</p>
    </ConfirmDialog>
  );
}
