import { PAGE_SIZE } from '@krapao/contract/limits';
import { dateTimeText } from '@krapao/ui/time.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { ReceivedList } from '../../components/ReceivedList.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';

/** One page of the invited friends, newest first (INV-01). */
const inviteesQuery = (page: number) =>
  queryOptions({
    queryKey: ['invite', page],
    queryFn: () => client('POST /api/invite', { body: { page, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });

/** The invited friends and the earnings from each (INV-01). */
export function Invitees() {
  const t = useT();
  return (
    <ReceivedList
      title={t('invite.friends')}
      columns={[t('invite.friend'), t('invite.earned')]}
      failed={t('invite.failed')}
      empty={t('invite.empty')}
      usePage={useInvitees}
    />
  );
}

function useInvitees(page: number) {
  const { data, ...query } = useQuery(inviteesQuery(page));
  const rows = data?.invites.map(({ from, amount, createdAt }) => ({
    key: `${createdAt} ${from.name}`,
    amount,
    what: (
      <>
        <span className="medallion medallion-gold size-10! rounded-full! font-semi" aria-hidden="true">
          {[...from.name][0]}
        </span>
        <span className="min-w-0">
          <span translate="no" className="block font-medium [overflow-wrap:anywhere]">
            {from.name}
          </span>
          <time dateTime={createdAt} className="num text-caption whitespace-normal! text-ink-3">
            {dateTimeText(createdAt)}
          </time>
        </span>
      </>
    ),
  }));
  return { ...query, data: data && rows && { total: data.total, rows } };
}
