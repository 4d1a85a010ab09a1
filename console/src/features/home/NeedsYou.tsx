import { moneyText } from '@krapao/ui/kip.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { itemPath, paths } from '../../lib/paths.ts';
import { queueTitle } from '../../lib/queueNames.ts';
import { inboxKey, queuesQuery } from '../../lib/queuesQuery.ts';

/** What waits for this operator alone or for a second yes: requests of others, and items that are still held. */
export function NeedsYou() {
  const t = useT();
  const { data } = useQuery(queuesQuery);
  const query = useQuery({
    queryKey: [...inboxKey, 'mine'],
    queryFn: () => client('GET /api/console/inbox', { query: { mine: '1' } }),
  });
  const second = data?.asSecond ?? 0;
  return (
    <section aria-labelledby="needs-you">
      <h2 id="needs-you">{t('home.mine')}</h2>
      <QueryState query={query}>
        {({ items }) => (
          <ul className="home-list">
            {second > 0 && (
              <li>
                <Link href={paths.approvals}>{t('home.second', { count: second })}</Link>
              </li>
            )}
            {items.map(({ queue, id, member, amount, currency }) => (
              <li key={`${queue}/${id}`}>
                <Link href={itemPath(queue, id)}>
                  <span>{`${queueTitle(queue)} `}</span>
                  <span translate="no">{member?.name}</span>
                </Link>
                <span className="muted">{t('home.open')}</span>
                <span translate="no" className="num">
                  {amount !== null && moneyText(amount, currency)}
                </span>
              </li>
            ))}
            {second === 0 && items.length === 0 && <li className="muted">{t('home.nothingMine')}</li>}
          </ul>
        )}
      </QueryState>
    </section>
  );
}
