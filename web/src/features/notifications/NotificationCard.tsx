import { NOTIFICATION_CATEGORIES } from '@krapao/contract/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Checkbox } from '../../components/Checkbox.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t as say, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { canPush, isPushBlocked, turnPushOff, turnPushOn } from './push.ts';
import { type NotificationSettings, settingsQuery } from './queries.ts';

type Change = Partial<
  Pick<NotificationSettings, 'hidesAmounts' | 'tellsLogins' | 'isSubscribed' | 'choices'>
>;

/** What is sent to the member besides the list in the app: to this browser, by category, with or without amounts. */
export function NotificationCard() {
  const t = useT();
  const queryClient = useQueryClient();
  const { data: stored } = useQuery(settingsQuery);
  // Shown at once; what is stored is shown again when it could not be changed.
  const [chosen, setChosen] = useState<Change>({});
  const settings = stored && { ...stored, ...chosen };
  async function change(next: Change, store: () => Promise<unknown>) {
    setChosen((before) => ({ ...before, ...next }));
    try {
      await store();
    } catch (error) {
      toast.error(() => errorMessage(error));
    }
    await queryClient.invalidateQueries(settingsQuery);
    setChosen({});
  }
  const turn = (isSubscribed: boolean) =>
    change({ isSubscribed }, async () => {
      if (!isSubscribed) return turnPushOff();
      if (!(await turnPushOn(stored?.publicKey ?? ''))) toast.error(() => say('notifications.refused'));
    });
  const choose = (choice: NotificationSettings['choices'][number]) =>
    change(
      { choices: settings?.choices.map((one) => (one.channel === choice.channel ? choice : one)) ?? [] },
      () => client('PUT /api/notifications/settings', { body: { choices: choice } }),
    );
  return (
    <div className="card mt-2 flex flex-col px-4.5 py-2" aria-busy={settings === undefined}>
      {canPush() && !isPushBlocked() ? (
        <Checkbox checked={settings?.isSubscribed === true} onChange={(isOn) => void turn(isOn)}>
          {t('notifications.here')}
        </Checkbox>
      ) : (
        <p className="py-2 text-small text-ink-2">
          {t(isPushBlocked() ? 'notifications.blocked' : 'notifications.unsupported')}
        </p>
      )}
      {settings?.choices.map((choice) => (
        <fieldset key={choice.channel} className="flex flex-col border-t border-line pt-2">
          <legend className="sr-only">{t(`notifications.channel.${choice.channel}`)}</legend>
          <p className="text-small text-ink-2" aria-hidden="true">
            {t(`notifications.channel.${choice.channel}`)}
          </p>
          {NOTIFICATION_CATEGORIES.map((category) => (
            <Checkbox
              key={category}
              checked={category === 'security' || choice[category]}
              disabled={category === 'security'}
              onChange={(isOn) => void choose({ ...choice, [category]: isOn })}
            >
              {t(category === 'security' ? 'notifications.securityAlways' : `notifications.${category}`)}
            </Checkbox>
          ))}
        </fieldset>
      ))}
      <div className="flex flex-col border-t border-line">
        {settings != null && settings.tellsLogins !== null && (
          <Checkbox
            checked={settings.tellsLogins}
            onChange={(tellsLogins) =>
              void change({ tellsLogins }, () =>
                client('PUT /api/notifications/settings', { body: { tellsLogins } }),
              )
            }
          >
            {t('notifications.tellsLogins')}
          </Checkbox>
        )}
        <Checkbox
          checked={settings?.hidesAmounts === true}
          onChange={(hidesAmounts) =>
            void change({ hidesAmounts }, () =>
              client('PUT /api/notifications/settings', { body: { hidesAmounts } }),
            )
          }
        >
          {t('notifications.hidesAmounts')}
        </Checkbox>
      </div>
    </div>
  );
}
