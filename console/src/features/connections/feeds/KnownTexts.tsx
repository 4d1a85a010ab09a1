import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { Badge, Button } from '@mantine/core';
import { useT } from '../../../i18n/i18n.ts';

type Bank = ResponseOf<Contract['GET /api/console/feeds/:id/texts']>['banks'][number];

interface Props {
  banks: readonly Bank[];
  /** Puts an example of a form into the tester. */
  onUse: (bank: Bank, form: string) => void;
}

/** The texts that a feed reads, by bank, and who may send them. */
export function KnownTexts({ banks, onUse }: Props) {
  const t = useT();
  return (
    <details className="known-texts">
      <summary>{t('feeds.known')}</summary>
      <p className="muted">{t('feeds.knownHint')}</p>
      {banks.map((bank, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
        <section key={nth} className="known-bank">
          <h3>{bank.bank}</h3>
          <p className="muted">{bank.from.join(' · ')}</p>
          <ul>
            {bank.texts.map(({ text, isConfirmed }) => (
              <li key={text}>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`${t('feeds.use')}: ${bank.bank} ${text}`}
                  onClick={() => onUse(bank, text)}
                >
                  {t('feeds.use')}
                </Button>
                <code>{text}</code>
                {!isConfirmed && <Badge color="yellow">{t('feeds.assumed')}</Badge>}
                {!text.includes('{bank}') && <Badge color="gray">{t('feeds.noBank')}</Badge>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
}
