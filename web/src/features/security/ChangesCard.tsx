import { CHANGE_KINDS, type ChangeKind } from '@krapao/contract/changeRequests';
import { accountNumberText } from '@krapao/ui/accountNumberText.ts';
import { phoneText } from '@krapao/ui/phoneText.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { requestsQuery } from './queries.ts';

const ChangePhoneDialog = lazyPart(() => import('./ChangePhoneDialog.tsx'));
const ChangeAccountDialog = lazyPart(() => import('./ChangeAccountDialog.tsx'));

/** Asks for another phone number or payout account, and shows how such a request stands. `member`: once known. */
export function ChangesCard({
  member,
}: {
  member: { username: string; bankAccountName: string } | undefined;
}) {
  const t = useT();
  const queryClient = useQueryClient();
  const { data: requests } = useQuery(requestsQuery);
  const [open, setOpen] = useState<ChangeKind | null>(null);
  const close = () => setOpen(null);
  const takeBack = useMutation({
    mutationFn: (requestId: string) =>
      client('DELETE /api/account/requests/:requestId', { params: { requestId } }),
    onSuccess: () => toast.success(() => t('changes.takenBack')),
    onError: (error: Error) => toast.error(() => errorMessage(error)),
    onSettled: () => queryClient.invalidateQueries(requestsQuery),
  });
  return (
    <>
      <h2 className="pt-5 text-h3">{t('changes.title')}</h2>
      <div className="card mt-2 flex flex-col gap-4 px-4.5 py-3.5">
        <p className="text-small text-ink-2">{t('changes.text')}</p>
        {CHANGE_KINDS.map((kind) => {
          const request = requests?.find((one) => one.kind === kind);
          const isWaiting = request?.state === 'WAITING';
          return (
            <div key={kind} className="flex flex-col gap-2">
              {request && (
                <div>
                  <p className="font-medium">
                    <span>{`${t(`changes.state.${request.state}`)} · `}</span>
                    <span translate="no" className="num">
                      {request.phoneNumber === null
                        ? accountNumberText(request.bankAccount?.bankAccountNo ?? '')
                        : phoneText(request.phoneNumber)}
                    </span>
                  </p>
                  {request.refusal && (
                    <p className="text-small text-ink-2">{t(`changes.refusal.${request.refusal}`)}</p>
                  )}
                  <p className="num text-caption text-ink-3">
                    {t('changes.askedAt', { time: dateTimeText(request.createdAt) })}
                  </p>
                </div>
              )}
              {isWaiting ? (
                <Button
                  full
                  busyLabel={takeBack.isPending && t('changes.takingBack')}
                  onClick={() => takeBack.mutate(request.id)}
                >
                  {t('changes.takeBack')}
                </Button>
              ) : (
                <Button
                  variant="outline"
                  full
                  aria-haspopup="dialog"
                  disabled={member === undefined || requests === undefined}
                  onClick={() => setOpen(kind)}
                >
                  {t(`changes.${kind}`)}
                </Button>
              )}
            </div>
          );
        })}
      </div>
      {open === 'phone' && member && (
        <Suspense>
          <ChangePhoneDialog open phone={member.username} onClose={close} />
        </Suspense>
      )}
      {open === 'bankAccount' && member && (
        <Suspense>
          <ChangeAccountDialog open accountName={member.bankAccountName} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
