import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import { bodyOf, type Connection } from './connectionForm.ts';

interface Props {
  /** As it was when the dialog was opened: this decides what the dialog does. */
  opened: Connection;
  /** As the server has it now, so that a second press after a colleague's change sends what is valid. */
  connection: Connection;
  onClose: () => void;
}

/** Switches a connection on or off, with a reason. */
export function SwitchDialog({ opened, connection, onClose }: Props) {
  const t = useT();
  const { id, name, isActive } = opened;
  const change = useLimitedAction(
    (reason: string) =>
      client('PUT /api/console/connections/:id', {
        params: { id },
        body: { ...bodyOf(connection), isActive: !isActive, reason },
      }),
    { done: t(isActive ? 'connections.switchedOff' : 'connections.switchedOn'), onDone: onClose },
  );
  return (
    <ReasonDialog
      title={t(isActive ? 'connections.switchOffTitle' : 'connections.switchOnTitle', { name })}
      hint={t(isActive ? 'connections.switchOffHint' : 'connections.switchOnHint')}
      action={t(isActive ? 'connections.switchOff' : 'connections.switchOn')}
      isHarmless
      isBusy={change.isPending}
      onClose={onClose}
      onConfirm={change.mutate}
    />
  );
}
