import { bahtText } from '@krapao/ui/money.ts';
import { Button } from '../../components/Button.tsx';
import { useT } from '../../i18n/i18n.ts';

interface FundsCardProps {
  /** All the member's money with the site, baht; undefined while unknown. */
  amount: number | undefined;
  onConditions: () => void;
}

/** How the site protects its members' money (protection.md 34): the site's own terms say it. */
export function FundsCard({ amount, onConditions }: FundsCardProps) {
  const t = useT();
  return (
    <section className="card mt-2.5 flex flex-col gap-3 px-4.5 py-4">
      <h2 className="text-h3">{t('safe.funds')}</h2>
      <p className="text-small text-ink-2">
        {amount !== undefined && (
          <span className="num font-medium whitespace-normal text-ink">
            {`${t('safe.funds.with', { amount: bahtText(amount) })} `}
          </span>
        )}
        <span>{t('safe.funds.text')}</span>
      </p>
      <Button size="small" aria-haspopup="dialog" onClick={onConditions}>
        {t('conditions.title')}
      </Button>
    </section>
  );
}
