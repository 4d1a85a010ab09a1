import { dateTimeText } from '@krapao/ui/time.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { ConsentPart } from './ConsentPart.tsx';
import { CopyPart } from './CopyPart.tsx';
import { ownDataQuery } from './queries.ts';

const CloseAccountDialog = lazyPart(() => import('./CloseAccountDialog.tsx'));

/** What a member may ask of the site about their data (PDPA s. 19, 30, 33; beyond the specification). */
export default function OwnDataDialog({
  open,
  phone,
  onClose,
}: {
  open: boolean;
  phone: string;
  onClose: () => void;
}) {
  const t = useT();
  const queryClient = useQueryClient();
  const { data, isError, refetch } = useQuery(ownDataQuery);
  const [isClosing, setIsClosing] = useState(false);
  const keep = useMutation({
    mutationFn: () => client('DELETE /api/account/data/erasure'),
    onError: (error: Error) => toast.error(() => errorMessage(error)),
    onSettled: () => queryClient.invalidateQueries(ownDataQuery),
  });
  return (
    <>
      <Dialog open={open && !isClosing} onClose={onClose} title={t('ownData.title')}>
        {isError && !data && <LoadFailed message={t('ownData.loadFailed')} onRetry={() => refetch()} />}
        {!isError && !data && <Skeleton className="h-[320px] rounded-lg" />}
        {data && (
          <>
            <CopyPart copy={data.copy} />
            <ConsentPart data={data} />
            <h3>{t('ownData.close')}</h3>
            <div className="flex flex-col gap-3 pt-2">
              {data.erasure ? (
                <>
                  <Notice kind="time">{t('ownData.due', { time: dateTimeText(data.erasure.dueAt) })}</Notice>
                  <Button variant="primary" full isOff={keep.isPending} onClick={() => keep.mutate()}>
                    {t('ownData.keep')}
                  </Button>
                </>
              ) : (
                <>
                  <p className="text-small text-ink-2">{t('ownData.closeText')}</p>
                  <Button variant="outline" full aria-haspopup="dialog" onClick={() => setIsClosing(true)}>
                    {t('ownData.close')}
                  </Button>
                </>
              )}
            </div>
          </>
        )}
      </Dialog>
      {isClosing && data && (
        <Suspense>
          <CloseAccountDialog open phone={phone} data={data} onClose={() => setIsClosing(false)} />
        </Suspense>
      )}
    </>
  );
}
