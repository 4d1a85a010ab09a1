import { bahtParts, bahtText } from '@krapao/ui/money.ts';
import { useT } from '../i18n/i18n.ts';
import { useCountUp } from '../lib/useCountUp.ts';

/** The largest figure of the screen: small currency sign, dimmed satang. When hidden, it shows dots. */
export function BalanceFigure({ amount, isHidden }: { amount: number; isHidden: boolean }) {
  const t = useT();
  const { whole, satang } = bahtParts(useCountUp(amount));
  return (
    <p translate="no" className="balance num">
      <span className="sr-only">{isHidden ? t('home.hidden') : bahtText(amount)}</span>
      <span aria-hidden="true" className="contents">
        <span className="balance-sign">฿</span>
        {isHidden ? (
          <span className="balance-dots">******</span>
        ) : (
          <>
            <span>{whole}</span>
            <span className="balance-satang">{satang}</span>
          </>
        )}
      </span>
    </p>
  );
}
