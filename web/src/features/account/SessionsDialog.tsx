import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Globe, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { toast } from '../../components/toast.ts';
import { ageText } from '../../i18n/ageText.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { serverNow } from '../../lib/serverClock.ts';
import { isNotProved } from '../../lib/stepUp.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { deviceName } from './deviceName.ts';
import { sessionsQuery } from './queries.ts';
import { TrustedDevices } from './TrustedDevices.tsx';

const ICONS = { mobile: Smartphone, desktop: Monitor, other: Globe };
const MINUTE_MS = 60_000;

/** The member's sessions, with buttons that end the other ones (beyond the specification). */
export default function SessionsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const queryClient = useQueryClient();
  const { data: sessions, isPending, isError, refetch } = useQuery(sessionsQuery);
  const loading = useDelayed(isPending);
  const [asking, setAsking] = useState(false);

  const settled = {
    onError: (error: Error) => {
      if (!isNotProved(error)) toast.error(() => errorMessage(error));
    },
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  };
  const endOne = useMutation({
    mutationFn: (sessionId: string) =>
      client('DELETE /api/account/sessions/:sessionId', { params: { sessionId } }),
    onSuccess: () => toast.success(() => t('sessions.ended')),
    ...settled,
  });
  const endOthers = useMutation({
    mutationFn: () => client('DELETE /api/account/sessions'),
    onSuccess: () => toast.success(() => t('sessions.othersEnded')),
    ...settled,
    onSettled: () => {
      setAsking(false);
      return settled.onSettled();
    },
  });

  return (
    <>
      <Dialog open={open} onClose={onClose} title={t('sessions.title')}>
        <p className="text-small text-ink-2">{t('sessions.text')}</p>
        {isError && !sessions && <LoadFailed message={t('sessions.failed')} onRetry={() => refetch()} />}
        {loading && !sessions && <Skeleton className="mt-3 h-[148px] rounded-lg" />}
        {sessions && (
          <ul className="card list mt-3 px-4.5 py-0.5">
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                ending={endOne.isPending && endOne.variables === session.id}
                onEnd={() => endOne.mutate(session.id)}
              />
            ))}
          </ul>
        )}
        {sessions && sessions.length > 1 && (
          <Button variant="outline" full className="mt-4" onClick={() => setAsking(true)}>
            {t('sessions.endOthers')}
          </Button>
        )}
        <TrustedDevices />
      </Dialog>
      <ConfirmDialog
        open={asking}
        title={t('sessions.endOthers')}
        confirmLabel={t('sessions.endConfirm')}
        busyLabel={endOthers.isPending && t('sessions.ending')}
        destructive
        onConfirm={() => endOthers.mutate()}
        onClose={() => setAsking(false)}
      >
        <p className="text-ink-2">{t('sessions.endOthersText')}</p>
      </ConfirmDialog>
    </>
  );
}

interface SessionRowProps {
  session: LoggedInSession;
  ending: boolean;
  onEnd: () => void;
}

function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const t = useT();
  const now = useNow(MINUTE_MS, serverNow);
  const name = deviceName(session.device);
  const Icon = ICONS[session.device.kind];
  return (
    <li className="flex-wrap">
      <Icon size={22} className="flex-none text-ink-3" aria-hidden="true" />
      <div className="min-w-[150px] flex-1">
        <div className="flex flex-wrap items-center gap-x-2 font-medium">
          <span translate="no">{name}</span>
          {session.isCurrent && <span className="badge badge-gold">{t('sessions.current')}</span>}
        </div>
        <div className="num text-caption whitespace-normal text-ink-3">
          {session.isCurrent
            ? session.address
            : t('sessions.seen', { age: ageText(session.lastSeenAt, now) })}
        </div>
        {!session.isCurrent && <div className="num text-caption text-ink-3">{session.address}</div>}
        <div className="num text-caption whitespace-normal text-ink-3">
          {t('sessions.since', { time: dateTimeText(session.createdAt) })}
        </div>
      </div>
      {!session.isCurrent && (
        <Button
          size="small"
          aria-label={ending ? undefined : t('sessions.endOf', { device: name })}
          busyLabel={ending && t('sessions.ending')}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

type LoggedInSession = ResponseOf<Contract['GET /api/account/sessions']>['sessions'][number];
