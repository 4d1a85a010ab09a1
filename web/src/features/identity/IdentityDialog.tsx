import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../components/Dialog.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { LevelSums } from './LevelSums.tsx';
import { type Identity, identityQuery } from './queries.ts';
import { RequestForm } from './RequestForm.tsx';
import { RequestWaits } from './RequestWaits.tsx';

/** What the member's level allows, and the way to the next one. */
export default function IdentityDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const queryClient = useQueryClient();
  const query = useQuery(identityQuery);
  const show = (identity: Identity) => queryClient.setQueryData(identityQuery.queryKey, identity);
  const { data: identity } = query;
  return (
    <Dialog open={open} onClose={onClose} title={t('identity.title')}>
      {identity === undefined ? (
        query.isError ? (
          <LoadFailed message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="h-40" />
        )
      ) : (
        <div className="flex flex-col gap-5">
          <LevelSums identity={identity} />
          {identity.isBeingChecked && <Notice kind="wait">{t('error.IDENTITY_CHECKED')}</Notice>}
          {identity.request?.state === 'WAITING' ? (
            <RequestWaits request={identity.request} />
          ) : (
            identity.next !== null && <RequestForm identity={identity} next={identity.next} onChange={show} />
          )}
        </div>
      )}
    </Dialog>
  );
}
