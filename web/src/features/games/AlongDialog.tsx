import { bahtText } from '@krapao/ui/money.ts';
import { Play } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { useChangeHabits } from '../../lib/habits.ts';
import type { GameAccount } from './groups.ts';
import { alongOf } from './queries.ts';

interface AlongDialogProps {
  open: boolean;
  onClose: () => void;
  game: GameAccount;
  /** The balance of the main wallet in baht. */
  walletAmount: number;
  /** Opens the game with this much of the wallet (baht); called directly from a click handler. */
  onPlay: (along: number) => void;
}

/** Asks once whether the wallet's money goes along into a game that is opened, and remembers the answer. */
export default function AlongDialog({ open, onClose, game, walletAmount, onPlay }: AlongDialogProps) {
  const t = useT();
  const change = useChangeHabits();
  const along = alongOf(walletAmount);
  function choose(takesMoneyAlong: boolean) {
    onPlay(takesMoneyAlong ? along : 0);
    change({ takesMoneyAlong }).catch((error: unknown) => toast.error(() => errorMessage(error)));
  }
  return (
    <Dialog open={open} onClose={onClose} title={t('games.alongTitle')} shape="centred">
      <p className="text-ink-2">
        {t('games.alongText', { amount: bahtText(walletAmount), name: game.name })}
      </p>
      <p className="mt-2 text-caption text-ink-3">{t('games.alongNote')}</p>
      <div className="mt-5 flex flex-col gap-2">
        <Button variant="primary" full icon={<Play aria-hidden="true" />} onClick={() => choose(true)}>
          {t('games.playWith', { amount: bahtText(along) })}
        </Button>
        <Button full onClick={() => choose(false)}>
          {t('games.playWithout')}
        </Button>
      </div>
    </Dialog>
  );
}
