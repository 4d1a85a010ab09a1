import { dateTimeText } from '@krapao/ui/time.ts';
import { Button } from '../../components/Button.tsx';
import { useT } from '../../i18n/i18n.ts';
import { NextLimit } from './NextLimit.tsx';
import type { Limit } from './queries.ts';
import { mostText } from './words.ts';

/** One limit: what is used of it, when there is room again, and what waits to replace it. */
export function LimitRow({ limit, onEdit }: { limit: Limit; onEdit: () => void }) {
  const t = useT();
  const { kind, period, most, used, opensAt, next } = limit;
  const label = t(`safe.period.${period}`);
  const action = t(most === null ? 'safe.set' : 'safe.change');
  const usedText = mostText(kind, used);
  const isFull = most !== null && used >= most;
  return (
    <li className="block!">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="min-w-0 flex-[1_1_9rem]">
          <p className="text-caption text-ink-3">{label}</p>
          <p className="num font-semi whitespace-normal">{mostText(kind, most)}</p>
        </div>
        <Button
          size="small"
          aria-haspopup="dialog"
          aria-label={t('safe.setOf', { action, limit: t(`safe.kind.${kind}`), period: label })}
          onClick={onEdit}
        >
          {action}
        </Button>
      </div>
      {most !== null && (
        <div
          className="limit-bar mt-1.5"
          role="progressbar"
          aria-label={`${t(`safe.kind.${kind}`)} ${label}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percentOf(used, most)}
          aria-valuetext={t('safe.used', { used: usedText, most: mostText(kind, most) })}
        >
          <i style={{ width: `${percentOf(used, most)}%` }} />
        </div>
      )}
      <p className="num mt-1 text-caption whitespace-normal text-ink-2">
        {`${
          most === null
            ? t('safe.usedSoFar', { used: usedText })
            : t('safe.used', { used: usedText, most: mostText(kind, most) })
        }${isFull ? ` · ${t('safe.full')}` : ''}${opensAt !== null ? ` · ${t('safe.opensAt', { time: dateTimeText(opensAt) })}` : ''}`}
      </p>
      {next && <NextLimit limit={limit} next={next} />}
    </li>
  );
}

function percentOf(used: number, most: number): number {
  return most <= 0 ? 100 : Math.max(0, Math.min(100, Math.floor((used / most) * 100)));
}
