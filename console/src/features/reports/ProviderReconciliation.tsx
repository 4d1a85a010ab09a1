import { bangkokDay } from '@krapao/contract/bangkokTime';
import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { AskProvider } from './AskProvider.tsx';
import { OpenDays } from './OpenDays.tsx';
import { OpenRounds } from './OpenRounds.tsx';
import { ProviderFile } from './ProviderFile.tsx';

/** Days that no house closes; our transfers at a provider beside its answers, one by one, or beside its own file. */
export function ProviderReconciliation() {
  const query = useQuery({
    queryKey: ['reconciliation', 'accounts'],
    queryFn: () => client('GET /api/console/reconciliation/accounts'),
  });
  return (
    <>
      <OpenDays />
      <OpenRounds />
      <QueryState query={query}>{({ providers }) => <Provider providers={providers} />}</QueryState>
    </>
  );
}

function Provider({ providers }: { providers: readonly { code: string; name: string }[] }) {
  const t = useT();
  const yesterday = bangkokDay(Date.now(), 1);
  const [code, setCode] = useState(providers[0]?.code ?? null);
  const [from, setFrom] = useState(yesterday);
  const [to, setTo] = useState(yesterday);
  if (code === null) return <p className="muted">{t('reports.noProviders')}</p>;
  const today = bangkokDay(Date.now());
  return (
    <>
      <section className="report-section">
        <div className="mapping">
          <Select
            label={<span>{t('reports.provider')}</span>}
            data={providers.map((one) => ({ value: one.code, label: one.name }))}
            value={code}
            onChange={setCode}
            allowDeselect={false}
            searchable
          />
          <TextInput
            type="date"
            label={<span>{t('reports.from')}</span>}
            value={from}
            max={today}
            onChange={(event) => {
              const day = event.currentTarget.value;
              if (day === '') return;
              setFrom(day);
              if (day > to) setTo(day);
            }}
          />
          <TextInput
            type="date"
            label={<span>{t('reports.to')}</span>}
            value={to}
            min={from}
            max={today}
            onChange={(event) => {
              const day = event.currentTarget.value;
              if (day >= from) setTo(day);
            }}
          />
        </div>
        <p className="muted">{t('reports.providersNote')}</p>
      </section>
      <AskProvider key={`ask ${code} ${from}`} code={code} day={from} />
      <ProviderFile key={`file ${code} ${from} ${to}`} code={code} from={from} to={to} />
    </>
  );
}
