import { wholeText } from '@krapao/ui/money.ts';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import type { Made, Webhook } from './webhook.ts';

/** What is done to a receiver with a reason and nothing else. */
export type Act = 'switch' | 'remove' | 'retry' | 'rotate' | 'endSecret';

interface Props {
  act: Act;
  /** As it was when the dialog was opened: this decides what the dialog does. */
  opened: Webhook;
  /** As the server has it now. */
  webhook: Webhook;
  onClose: () => void;
  onMade: (made: Made) => void;
}

/** Asks for the reason of an action on a receiver, and does it. */
export function WebhookAct({ act, opened, webhook, onClose, onMade }: Props) {
  const t = useT();
  const { id, name } = opened;
  const params = { id };
  const isActive = opened.state === 'ACTIVE';
  const limited = { done: t('events.done'), onDone: onClose };
  const change = useLimitedAction((reason: string) => {
    const { url, types, version } = webhook;
    return client('PUT /api/console/webhooks/:id', {
      params,
      body: { name: webhook.name, url, types, version, isActive: !isActive, reason },
    });
  }, limited);
  const remove = useLimitedAction(
    (reason: string) => client('DELETE /api/console/webhooks/:id', { params, body: { reason } }),
    limited,
  );
  const rotate = useAction(
    (reason: string) => client('POST /api/console/webhooks/:id/secret', { params, body: { reason } }),
    {
      onDone: ({ secret, waits }) => {
        onMade({ title: t('events.secretOf', { name }), secret, isWaiting: waits !== null });
        onClose();
      },
    },
  );
  const endSecret = useAction(
    (reason: string) => client('DELETE /api/console/webhooks/:id/secret', { params, body: { reason } }),
    { done: t('events.secretEnded'), onDone: onClose },
  );
  const retry = useAction(
    (reason: string) => client('POST /api/console/webhooks/:id/retry', { params, body: { reason } }),
    { done: ({ members }) => t('events.sending', { count: wholeText(members) }), onDone: onClose },
  );
  const kinds = {
    switch: {
      run: change,
      action: t(isActive ? 'connections.switchOff' : 'connections.switchOn'),
      hint: t(isActive ? 'events.switchOffHint' : 'events.switchOnHint'),
    },
    remove: { run: remove, action: t('connections.remove'), hint: t('events.removeHint') },
    retry: { run: retry, action: t('events.retry'), hint: t('events.retryHint') },
    rotate: { run: rotate, action: t('events.rotate'), hint: t('events.rotateHint') },
    endSecret: { run: endSecret, action: t('events.endSecret'), hint: t('events.endSecretHint') },
  };
  const { run, action, hint } = kinds[act];
  return (
    <ReasonDialog
      title={`${action}: ${name}`}
      hint={hint}
      action={action}
      isHarmless={act !== 'remove' && act !== 'endSecret'}
      isBusy={run.isPending}
      onClose={onClose}
      onConfirm={run.mutate}
    />
  );
}
