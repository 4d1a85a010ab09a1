import { bahtText } from '@krapao/ui/money.ts';
import { clockText, dateText } from '@krapao/ui/time.ts';
import { Notice } from '../../components/Notice.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { GameAccount } from './groups.ts';

/** What is known against the game, until when, and that the member's money there is safe. */
export function HealthNotice({ game, id }: { game: GameAccount; id?: string }) {
  const t = useT();
  const { name, health, healthUntil, amount } = game;
  if (health === null) return null;
  const end = healthUntil && `${dateText(healthUntil)} ${clockText(healthUntil)}`;
  return (
    <div id={id} className="flex flex-col gap-3">
      <Notice kind="wait">
        {end ? t('games.health.untilText', { name, time: end }) : t(`games.health.${health}Text`, { name })}
      </Notice>
      {amount > 0 && (
        <Notice kind="safety">
          {t(health === 'closed' ? 'games.health.keptText' : 'games.health.safeText', {
            name,
            amount: bahtText(amount),
          })}
        </Notice>
      )}
    </div>
  );
}
