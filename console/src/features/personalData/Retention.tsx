import { wholeText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT, wordsOr } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';

/** The rules by which rows end: how long, what each would remove now, and what it has removed. */
export function Retention() {
  const t = useT();
  const query = useQuery({ queryKey: ['retention'], queryFn: () => client('GET /api/console/retention') });
  return (
    <section aria-labelledby="retention">
      <h2 id="retention">{t('personalData.retention')}</h2>
      <QueryState query={query}>
        {({ isOn, rules }) => (
          <>
            <Alert color={isOn ? 'teal' : 'yellow'} mb="md">
              {t(isOn ? 'personalData.isOn' : 'personalData.isOff')}
            </Alert>
            <Rows
              label={t('personalData.retention')}
              rows={rules.map((rule) => ({ ...rule, id: rule.name }))}
              empty=""
              minWidth={820}
              columns={[
                {
                  title: t('personalData.rule'),
                  cell: ({ name }) => wordsOr(`personalData.rule.${name}`, name),
                },
                {
                  title: t('personalData.period'),
                  cell: ({ period }) => wordsOr(`personalData.period.${period}`, period),
                },
                { title: t('personalData.now'), isNumber: true, cell: ({ due }) => wholeText(due) },
                {
                  title: t('personalData.removed'),
                  isNumber: true,
                  cell: ({ removed }) => wholeText(removed),
                },
                {
                  title: t('personalData.ranAt'),
                  isNumber: true,
                  cell: ({ ranAt }) => (ranAt === null ? '–' : dateTimeText(ranAt)),
                },
              ]}
            />
          </>
        )}
      </QueryState>
    </section>
  );
}
