import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyText } from '../../components/CopyText.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { ShownOnce } from '../../components/ShownOnce.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { ApiKeys } from './ApiKeys.tsx';
import './events.css';
import { Webhooks } from './Webhooks.tsx';
import type { Made } from './webhook.ts';

/** What goes out changes without an announcement. */
const AGAIN_MS = 20_000;

/** Who is told of events, and who reads with a key. */
export function EventsPage() {
  const t = useT();
  const [made, setMade] = useState<Made>();
  const webhooks = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => client('GET /api/console/webhooks'),
    refetchInterval: AGAIN_MS,
  });
  const keys = useQuery({ queryKey: ['api-keys'], queryFn: () => client('GET /api/console/api-keys') });
  return (
    <div className="inside">
      <PageHead title={t('events.title')} />
      <p className="muted">{t('events.intro')}</p>
      <QueryState query={webhooks}>{(loaded) => <Webhooks {...loaded} onMade={setMade} />}</QueryState>
      <QueryState query={keys}>{(loaded) => <ApiKeys {...loaded} onMade={setMade} />}</QueryState>
      {made && (
        <ShownOnce
          title={made.title}
          waits={made.isWaiting ? t('events.shownWaits') : undefined}
          hint={t('events.shownOnce')}
          kept={t('events.kept')}
          onClose={() => setMade(undefined)}
        >
          <CopyText text={made.secret} />
        </ShownOnce>
      )}
    </div>
  );
}
