import { amountText, bahtText } from '@krapao/ui/money.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, ArrowUpFromLine, KeyRound, Play } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { CopyIconButton } from '../../components/CopyIconButton.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { mediaUrl } from '../../lib/mediaUrl.ts';
import { GameArt } from './GameArt.tsx';
import { type GameAccount, gameCredits } from './groups.ts';
import { HealthNotice } from './HealthNotice.tsx';
import { isWebLink } from './launch.ts';
import { alongOf, credentialsQuery, useResetPassword } from './queries.ts';

interface GameAccountDialogProps {
  open: boolean;
  onClose: () => void;
  game: GameAccount;
  /** The balance of the main wallet in baht. */
  walletAmount: number;
  /** False when the member plays without the wallet's money; null when not asked yet. */
  takesMoneyAlong: boolean | null;
  /** Opens the game with this much of the wallet (baht); must be called directly from a click handler. */
  onPlay: (along: number) => void;
  isLaunching: boolean;
  onTransferIn: () => void;
  onTransferOut: () => void;
}

/** A game account: play, move money in and out, credentials, new password (GAM-02, GAM-03). */
export default function GameAccountDialog({
  open,
  onClose,
  game,
  walletAmount,
  takesMoneyAlong,
  onPlay,
  isLaunching,
  onTransferIn,
  onTransferOut,
}: GameAccountDialogProps) {
  const t = useT();
  const along = takesMoneyAlong === false ? 0 : alongOf(walletAmount);
  const healthId = useId();
  const isShut = game.health === 'closed' || game.health === 'maintenance';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={game.name}
      footer={
        <>
          <Button
            variant="primary"
            full
            icon={<Play aria-hidden="true" />}
            busyLabel={isLaunching && t('games.launchingShort')}
            disabled={isShut}
            aria-describedby={isShut ? healthId : undefined}
            onClick={() => onPlay(along)}
          >
            {along > 0 ? t('games.playWith', { amount: bahtText(along) }) : t('games.play')}
          </Button>
          {along > 0 && takesMoneyAlong === null && !isShut && (
            <Button variant="text" full disabled={isLaunching} onClick={() => onPlay(0)}>
              {t('games.playWithout')}
            </Button>
          )}
        </>
      }
    >
      {game.health && (
        <div className="mb-3">
          <HealthNotice game={game} id={healthId} />
        </div>
      )}
      <div className="game game-banner">
        <GameArt src={game.background} />
        <div className="flex items-center gap-3">
          <img className="game-logo" src={mediaUrl(game.logo)} alt="" width={38} height={38} />
          <p className="game-name">{t('games.amount')}</p>
        </div>
        <div>
          <p translate="no" className="game-amount num">
            {bahtText(game.amount)}
          </p>
          <p className="game-note num">
            {t(game.isStale ? 'games.creditsStale' : 'games.credits', {
              amount: amountText(gameCredits(game)),
            })}
          </p>
        </div>
      </div>
      <div className="mt-3 grid grid-cols-2 gap-2.5">
        <Button
          disabled={walletAmount <= 0 || isShut}
          className="px-2"
          icon={<ArrowDownToLine aria-hidden="true" />}
          onClick={onTransferIn}
        >
          {t('games.transferIn')}
        </Button>
        <Button
          disabled={game.amount <= 0 || game.health === 'closed'}
          className="px-2"
          icon={<ArrowUpFromLine aria-hidden="true" />}
          onClick={onTransferOut}
        >
          {t('games.transferOut')}
        </Button>
      </div>
      <Credentials slotCode={game.code} gameName={game.name} />
      <Apps game={game} />
    </Dialog>
  );
}

function Credentials({ slotCode, gameName }: { slotCode: string; gameName: string }) {
  const t = useT();
  const { data, error, refetch } = useQuery(credentialsQuery(slotCode));
  const [isAsking, setIsAsking] = useState(false);
  const reset = useResetPassword(slotCode, () => setIsAsking(false));
  return (
    <>
      <h3 className="mt-6">{t('games.credentials')}</h3>
      <div className="card mt-2 py-0.5 pr-2 pl-[18px]">
        {error && !data ? (
          <div className="flex items-center justify-between gap-3 py-2 text-small">
            <span className="text-ink-2">{errorMessage(error)}</span>
            <button type="button" className="link px-2" onClick={() => refetch()}>
              {t('retry')}
            </button>
          </div>
        ) : (
          <ul className="list">
            <Credential label={t('games.username')} value={data?.username} />
            <Credential label={t('games.password')} value={data?.password} />
          </ul>
        )}
      </div>
      <button
        type="button"
        className="link mt-2 self-start text-small"
        aria-haspopup="dialog"
        onClick={() => setIsAsking(true)}
      >
        <KeyRound size={18} aria-hidden="true" />
        <span>{t('games.resetPassword')}</span>
      </button>
      <ConfirmDialog
        open={isAsking}
        title={t('games.resetPassword')}
        confirmLabel={t('games.resetPassword')}
        busyLabel={reset.isPending && t('games.resetting')}
        onConfirm={() => reset.mutate()}
        onClose={() => setIsAsking(false)}
      >
        <p className="text-ink-2">{t('games.resetWarning', { name: gameName })}</p>
      </ConfirmDialog>
    </>
  );
}

function Credential({ label, value }: { label: string; value: string | undefined }) {
  return (
    <li className="py-[9px]!">
      <div className="min-w-0 flex-1">
        <p className="text-caption text-ink-3">{label}</p>
        <p className="num min-h-6.5 font-medium break-all whitespace-normal!">{value}</p>
        {value === undefined && <Skeleton className="-mt-5 h-4 w-32" />}
      </div>
      {value !== undefined && <CopyIconButton text={value} of={label} />}
    </li>
  );
}

/** Links of the provider, when it has any. */
function Apps({ game }: { game: GameAccount }) {
  const t = useT();
  const links = (['web', 'android', 'ios'] as const).filter((kind) => isWebLink(game[kind]));
  if (links.length === 0) return null;
  return (
    <div className="mt-1 flex flex-wrap gap-x-5">
      {links.map((kind) => (
        <a
          key={kind}
          className="link text-small"
          href={game[kind] ?? ''}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t(`games.link.${kind}`)}
        </a>
      ))}
    </div>
  );
}
