import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import type { Connection } from './connectionForm.ts';

/** Removes a connection with its keys, with a reason. */
export function RemoveDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const t = useT();
  const { id, name } = connection;
  const remove = useLimitedAction(
    (reason: string) => client('DELETE /api/console/connections/:id', { params: { id }, body: { reason } }),
    { done: t('connections.removed'), onDone: onClose },
  );
  return (
    <ReasonDialog
      title={t('connections.removeTitle', { name })}
      hint={t('connections.removeHint')}
      action={t('connections.remove')}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={remove.mutate}
    />
  );
}
