import type { ConsentKind } from '@krapao/contract/api/personalData';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Checkbox } from '../../components/Checkbox.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Notice } from '../../components/Notice.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { CopyPart } from './CopyPart.tsx';
import { ownDataQuery } from './queries.ts';

const CloseAccountDialog = lazyPart(() => import('./CloseAccountDialog.tsx'));

const TEXTS = ['agreements', 'conditions'] as const;

/** What a member may ask of the site about their data (PDPA s. 19, 30, 33). */
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
  const { data } = useQuery(ownDataQuery);
  const [isClosing, setIsClosing] = useState<boolean | null>(null);
  const onError = (error: Error) => toast.error(() => errorMessage(error));
  const onSettled = () => queryClient.invalidateQueries(ownDataQuery);
  const consent = useMutation({
    mutationFn: ({ kind, isGiven }: { kind: ConsentKind; isGiven: boolean }) =>
      client('PUT /api/account/consents/:kind', { params: { kind }, body: { isGiven } }),
    onError,
    onSettled,
  });
  const keep = useMutation({
    mutationFn: () => client('DELETE /api/account/data/erasure'),
    onError,
    onSettled,
  });
  const newest = (kind: ConsentKind) => data?.consents.find((one) => one.kind === kind);
  return (
    <>
      <Dialog open={open && isClosing !== true} onClose={onClose} title={t('ownData.title')}>
        <CopyPart copy={data?.copy ?? null} />
        <h3 className="pt-5">{t('ownData.consents')}</h3>
        <div className="flex flex-col gap-3 pt-2">
          {TEXTS.map((kind) => {
            const given = newest(kind);
            return (
              <div key={kind} className="flex flex-col gap-1">
                <p className="font-medium">{t(`ownData.${kind}`)}</p>
                {given && (
                  <p className="num text-caption text-ink-3">
                    {t('ownData.version', {
                      version: String(given.version ?? 0),
                      time: dateTimeText(given.at),
                    })}
                  </p>
                )}
                {data?.newVersions.includes(kind) && (
                  <Button full onClick={() => consent.mutate({ kind, isGiven: true })}>
                    {t('ownData.agree')}
                  </Button>
                )}
              </div>
            );
          })}
          <Checkbox
            checked={newest('marketing')?.isGiven ?? false}
            disabled={data === undefined || consent.isPending}
            onChange={(isGiven) => consent.mutate({ kind: 'marketing', isGiven })}
          >
            {t('ownData.marketing')}
          </Checkbox>
        </div>
        <h3 className="pt-5">{t('ownData.close')}</h3>
        <div className="flex flex-col gap-3 pt-2">
          {data?.erasure ? (
            <>
              <Notice kind="safety">{t('ownData.due', { time: dateTimeText(data.erasure.dueAt) })}</Notice>
              <Button variant="primary" full disabled={keep.isPending} onClick={() => keep.mutate()}>
                {t('ownData.keep')}
              </Button>
            </>
          ) : (
            <>
              <p className="text-small text-ink-2">{t('ownData.closeText')}</p>
              <Button
                variant="outline"
                full
                aria-haspopup="dialog"
                disabled={data === undefined}
                onClick={() => setIsClosing(true)}
              >
                {t('ownData.close')}
              </Button>
            </>
          )}
        </div>
      </Dialog>
      {isClosing !== null && data && (
        <Suspense>
          <CloseAccountDialog
            open={isClosing}
            phone={phone}
            data={data}
            onClose={() => setIsClosing(false)}
          />
        </Suspense>
      )}
    </>
  );
}
