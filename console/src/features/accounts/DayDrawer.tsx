import { moneyText } from '@krapao/ui/kip.ts';
import { dayText } from '@krapao/ui/time.ts';
import { RowsDrawer } from '../../components/RowsDrawer.tsx';
import { wordsOr } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { wordOf } from '../../lib/memberWords.ts';
import type { Place } from './DifferencesByDay.tsx';

interface Props {
  place: Place;
  /** YYYY-MM-DD in Bangkok. */
  day: string;
  onClose: () => void;
}

/** What our books moved at a place on a day. */
export function DayDrawer({ place: { id, title, currency }, day, onClose }: Props) {
  return (
    <RowsDrawer
      title={`${title} · ${dayText(day)}`}
      queryKey={['accounts', id, 'day', day]}
      fileName={`day-${id.replace(':', '-')}-${day}`}
      load={(page) =>
        client('POST /api/console/accounts/:id/day', { params: { id }, body: { day, ...page } })
      }
      amountText={(amount) => moneyText(amount, currency)}
      whatText={(what) => wordsOr(`accounts.kind.${what}`, wordOf('code', what))}
      onClose={onClose}
    />
  );
}
