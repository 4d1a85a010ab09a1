import { dateTimeText } from '@krapao/ui/time.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/Button.tsx';
import { toast } from '../../components/toast.ts';
import { ageText } from '../../i18n/ageText.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { serverNow } from '../../lib/serverClock.ts';
import { isNotProved } from '../../lib/stepUp.ts';
import { deviceName } from './deviceName.ts';
import { devicesQuery, sessionsQuery } from './queries.ts';

const MINUTE_MS = 60_000;

/** The devices that may log in as known ones, with a button that makes one a stranger. */
export function TrustedDevices() {
  const t = useT();
  const now = useNow(MINUTE_MS, serverNow);
  const queryClient = useQueryClient();
  const { data: devices } = useQuery(devicesQuery);
  const forget = useMutation({
    mutationFn: (deviceId: string) =>
      client('DELETE /api/account/devices/:deviceId', { params: { deviceId } }),
    onSuccess: () => toast.success(() => t('devices.forgotten')),
    onError: (error: Error) => {
      if (!isNotProved(error)) toast.error(() => errorMessage(error));
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(devicesQuery),
        queryClient.invalidateQueries(sessionsQuery),
      ]),
  });
  if (devices === undefined || devices.length === 0) return null;
  return (
    <>
      <h3 className="pt-5">{t('devices.title')}</h3>
      <p className="mt-1 text-small text-ink-2">{t('devices.text')}</p>
      <ul className="card list mt-3 px-4.5 py-0.5" aria-label={t('devices.title')}>
        {devices.map(({ id, device, firstSeenAt, lastSeenAt, isCurrent }) => (
          <li key={id} className="flex-wrap">
            <div className="min-w-[150px] flex-1">
              <div className="flex flex-wrap items-center gap-x-2 font-medium">
                <span>{deviceName(device)}</span>
                {isCurrent && <span className="badge badge-gold">{t('sessions.current')}</span>}
              </div>
              {!isCurrent && (
                <div className="num text-caption text-ink-3">
                  {t('sessions.seen', { age: ageText(lastSeenAt, now) })}
                </div>
              )}
              <div className="num text-caption whitespace-normal text-ink-3">
                {t('devices.first', { time: dateTimeText(firstSeenAt) })}
              </div>
            </div>
            {!isCurrent && (
              <Button
                size="small"
                aria-label={t('devices.forgetOf', { device: deviceName(device) })}
                busyLabel={forget.isPending && forget.variables === id && t('devices.forgetting')}
                onClick={() => forget.mutate(id)}
              >
                {t('devices.forget')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
