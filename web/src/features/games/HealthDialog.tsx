import { bahtText } from '@krapao/ui/money.ts';
import { Play, Undo2 } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { GameAccount } from './groups.ts';
import { HealthNotice } from './HealthNotice.tsx';

interface HealthDialogProps {
  open: boolean;
  onClose: () => void;
  game: GameAccount;
  /** Opens the game without the wallet's money; called directly from a click handler. */
  onPlay: () => void;
  /** Opens an account there. */
  onOpen: () => void;
  onTransferOut: () => void;
}

/**
 * Says before a game opens what is known against it, and offers to take its money back. It follows the game: when nothing
 * is against it any more, it says so.
 */
export default function HealthDialog({
  open,
  onClose,
  game,
  onPlay,
  onOpen,
  onTransferOut,
}: HealthDialogProps) {
  const t = useT();
  const { name, health, amount, isActive } = game;
  const canStart = health === null || health === 'troubled';
  const canTakeBack = isActive && amount > 0 && health !== 'closed';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={name}
      shape="centred"
      footer={
        <>
          {canTakeBack && (
            <Button variant="primary" full icon={<Undo2 aria-hidden="true" />} onClick={onTransferOut}>
              {t('home.takeBack', { amount: bahtText(amount) })}
            </Button>
          )}
          {canStart && (
            <Button full icon={<Play aria-hidden="true" />} onClick={isActive ? onPlay : onOpen}>
              {t(!isActive ? 'games.open' : health === null ? 'games.play' : 'games.playAnyway')}
            </Button>
          )}
          {!canTakeBack && !canStart && (
            <Button variant="primary" full onClick={onClose}>
              {t('dialog.ok')}
            </Button>
          )}
        </>
      }
    >
      <div role="status">
        {health === null ? (
          <Notice kind="info">{t('games.health.overText', { name })}</Notice>
        ) : (
          <HealthNotice game={game} />
        )}
      </div>
    </Dialog>
  );
}
