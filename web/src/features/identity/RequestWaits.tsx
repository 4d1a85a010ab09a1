import { dateTimeText } from '@krapao/ui/time.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { type Identity, identityQuery } from './queries.ts';

/** A request that operators decide; it can still be taken back. */
export function RequestWaits({ request }: { request: NonNullable<Identity['request']> }) {
  const t = useT();
  const queryClient = useQueryClient();
  const takeBack = useMutation({
    mutationFn: () => client('DELETE /api/identity/request'),
    onError: (error: Error) => toast.error(() => errorMessage(error)),
    onSettled: () => queryClient.invalidateQueries(identityQuery),
  });
  return (
    <>
      <Notice kind="wait">
        <span>{`${t('identity.waits')} `}</span>
        <span className="num">{t('identity.askedAt', { time: dateTimeText(request.createdAt) })}</span>
      </Notice>
      <Button
        full
        busyLabel={takeBack.isPending && t('identity.takingBack')}
        onClick={() => takeBack.mutate()}
      >
        {t('identity.takeBack')}
      </Button>
    </>
  );
}
