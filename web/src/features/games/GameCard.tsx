import type { Elements } from '@krapao/ui/elements.ts';
import { amountText, bahtText } from '@krapao/ui/money.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Play, Plus, RotateCw } from 'lucide-react';
import { Beyond } from '../../components/Beyond.tsx';
import { ignoring } from '../../components/ignoring.ts';
import { toast } from '../../components/toast.ts';
import { useT } from '../../i18n/i18n.ts';
import { mediaUrl } from '../../lib/mediaUrl.ts';
import { GameArt } from './GameArt.tsx';
import { type GameAccount, gameCredits } from './groups.ts';

export interface GameCardActions {
  /** Opens the dialog of the game account. */
  onShow: (game: GameAccount) => void;
  /** Starts the game; must be called directly from the click handler. */
  onPlay: (game: GameAccount) => void;
  /** Opens an account at the provider. */
  onOpen: (game: GameAccount) => void;
  /** Refreshes the balances. */
  onRetry: () => void;
  /** The code of the account that is being opened. */
  opening: string | undefined;
  isHidden: boolean;
  /** Baht that a game can bet which bets from the wallet. */
  walletAmount: number;
}

interface GameCardProps extends GameCardActions {
  game: GameAccount;
}

/** A game account (HOM-07): active with its amounts, or the prompt to open one. */
export function GameCard({
  game,
  onShow,
  onPlay,
  onOpen,
  onRetry,
  opening,
  isHidden,
  walletAmount,
}: GameCardProps) {
  const t = useT();
  if (!game.isActive) {
    const isOpening = opening === game.code;
    return (
      <article className="game" data-closed="">
        <GameArt src={game.background} />
        <Heading game={game}>{!game.health && <p className="game-note">{t('games.noAccount')}</p>}</Heading>
        <button
          type="button"
          className="game-open"
          aria-label={t('games.openOf', { name: game.name })}
          aria-busy={isOpening}
          {...ignoring(opening !== undefined, () => onOpen(game))}
        >
          {isOpening ? <span className="spinner" /> : <Plus aria-hidden="true" />}
          <span>{t(isOpening ? 'games.opening' : 'games.open')}</span>
        </button>
      </article>
    );
  }
  return (
    <article className="game">
      <GameArt src={game.background} />
      <button
        type="button"
        className="game-cover"
        aria-label={game.name}
        aria-haspopup={game.isSeamless ? undefined : 'dialog'}
        onClick={() => onShow(game)}
      />
      <Heading game={game}>
        {game.isStale && game.health !== 'closed' && (
          <button type="button" className="game-stale" onClick={onRetry}>
            <RotateCw aria-hidden="true" />
            <span>{t('games.stale')}</span>
          </button>
        )}
      </Heading>
      <div className="flex items-end justify-between gap-2">
        <div className="min-w-0">
          <p translate="no" className="game-amount num">
            {isHidden ? '฿****' : bahtText(game.isSeamless ? walletAmount : game.amount)}
          </p>
          <p className="game-note num clip">
            {game.isSeamless
              ? t('games.fromWallet')
              : t('games.credits', { amount: isHidden ? '****' : amountText(gameCredits(game)) })}
          </p>
        </div>
        <button
          type="button"
          className="game-play"
          aria-label={t('games.playOf', { name: game.name })}
          onClick={() => onPlay(game)}
        >
          <Play aria-hidden="true" />
        </button>
      </div>
    </article>
  );
}

function Heading({ game, children }: { game: GameAccount; children: Elements }) {
  const t = useT();
  const queryClient = useQueryClient();
  return (
    <div className="game-head flex items-center gap-3">
      <Beyond>
        <button
          type="button"
          className="game-star"
          aria-label={t('games.favouriteOf', { name: game.name })}
          aria-pressed={game.isFavourite}
          onClick={({ currentTarget }) =>
            void import('./favourites.ts').then(
              ({ mark }) => mark(queryClient, game, currentTarget),
              () => toast.error(() => t('error.offline')),
            )
          }
        />
      </Beyond>
      <img
        className="game-logo"
        src={mediaUrl(game.logo)}
        alt=""
        width={38}
        height={38}
        loading="lazy"
        decoding="async"
      />
      <div className="min-w-0">
        <h3 translate="no" className="game-name">
          {game.name}
        </h3>
        {game.health && <p className="game-note game-health">{t(`games.health.${game.health}`)}</p>}
        {children}
      </div>
    </div>
  );
}
