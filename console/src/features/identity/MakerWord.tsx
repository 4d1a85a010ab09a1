import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert } from '@mantine/core';
import { type Fact, Facts } from '../../components/Facts.tsx';
import { useT } from '../../i18n/i18n.ts';

type Said = NonNullable<
  ResponseOf<Contract['GET /api/console/identityRequests']>['items'][number]['verification']
>;

const COLOURS = { ASKING: 'gray', CONFIRMED: 'teal', REFUSED: 'red', UNKNOWN: 'yellow' } as const;

/** What a connected maker says of the documents; the operator decides. */
export function MakerWord({ said }: { said: Said }) {
  const t = useT();
  const { state, connectionName, toldAt, reason, facts, isContradicted } = said;
  const rows: Fact[] = [
    ...(toldAt === null ? [] : [[t('identity.maker.toldAt'), dateTimeText(toldAt)] as const]),
    ...(reason ? [[t('identity.maker.reason'), reason] as const] : []),
    ...(facts === null
      ? []
      : ([
          [t('identity.name'), facts.names.join(', '), 'fixed'],
          [t('identity.birthDate'), facts.birthDate ?? '–'],
          [t('identity.number'), facts.numberEnd === null ? '–' : `… ${facts.numberEnd}`],
          [t('identity.expiresOn'), facts.expiresOn ?? '–'],
        ] as const)),
  ];
  return (
    <Alert
      color={isContradicted ? 'red' : COLOURS[state]}
      mb="md"
      title={[t(`identity.maker.${state}`), connectionName].filter(Boolean).join(' · ')}
    >
      {isContradicted && <p>{t('identity.maker.contradicted')}</p>}
      {rows.length > 0 && <Facts rows={rows} />}
    </Alert>
  );
}
