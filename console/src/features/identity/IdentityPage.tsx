import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useRoute } from 'wouter';
import { useT } from '../../i18n/i18n.ts';
import { QUEUE_PATHS } from '../../lib/paths.ts';
import { queuesQuery } from '../../lib/queuesQuery.ts';
import { Findings } from './Findings.tsx';
import { IdentityRequests } from './IdentityRequests.tsx';

const TABS = ['requests', 'findings'] as const;
const QUEUE_OF = { requests: 'identityRequests', findings: 'findings' } as const;

/** Documents that members send to prove who they are, and what checks have found. */
export function IdentityPage() {
  const t = useT();
  const [, go] = useLocation();
  const [isFindings] = useRoute(`${QUEUE_PATHS.findings}/*?`);
  const tab = isFindings ? 'findings' : 'requests';
  const { data } = useQuery(queuesQuery);
  const tabs = (
    <fieldset className="queue-tabs" aria-label={t('identity.title')}>
      {TABS.map((one) => {
        const count = data?.counts[QUEUE_OF[one]] ?? 0;
        return (
          <button
            key={one}
            type="button"
            aria-pressed={one === tab}
            onClick={() => go(QUEUE_PATHS[QUEUE_OF[one]])}
          >
            <span>{`${t(`identity.${one}`)} `}</span>
            {count > 0 && <Badge circle={count < 100}>{count}</Badge>}
          </button>
        );
      })}
    </fieldset>
  );
  return tab === 'requests' ? <IdentityRequests tabs={tabs} /> : <Findings tabs={tabs} />;
}
