import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtText } from '@krapao/ui/money.ts';
import { Facts } from '../../components/Facts.tsx';
import { MoneyInput } from '../../components/MoneyInput.tsx';
import { useT, wordsOr } from '../../i18n/i18n.ts';

type Example = ResponseOf<Contract['POST /api/console/content/:kind/:item/example']>;

interface Props {
  example: Example;
  /** The amount of the example; the wheel has none. */
  baht: number | undefined;
  onBaht: (baht: number) => void;
}

/** The worked example, calculated by the server with the rules for members. */
export function ExamplePanel({ example: { lines, odds, problems, worstCase }, baht, onBaht }: Props) {
  const t = useT();
  return (
    <aside className="example" aria-label={t('content.example')} aria-live="polite">
      <h2>{t('content.example')}</h2>
      {baht !== undefined && (
        <MoneyInput
          label={t('content.exampleAmount')}
          sign="฿"
          max={100_000_000}
          value={baht}
          onChange={(entered) => Number(entered) > 0 && onBaht(Number(entered))}
        />
      )}
      {problems.length > 0 && <p className="muted">{t('content.exampleProblem')}</p>}
      <Facts rows={lines.map(({ name, baht: amount }) => [lineText(name), bahtText(amount)])} />
      {worstCase !== null && <Facts rows={[[t('content.worstCase'), bahtText(worstCase)]]} />}
      {odds.length > 0 && (
        <>
          <h2>{t('content.odds')}</h2>
          <Facts rows={odds.map(({ code, percent }) => [code, `${percent.toFixed(2)} %`])} />
        </>
      )}
    </aside>
  );
}

function lineText(name: string): string {
  const id = `content.line.${name}`;
  return wordsOr(id, name);
}
