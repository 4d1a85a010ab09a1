import { WALLET } from '@krapao/contract/walletCode';
import { nameIn } from '@krapao/ui/nameIn.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Fragment, lazy, Suspense } from 'react';
import { Beyond } from '../../../components/Beyond.tsx';
import { activeBonusQuery } from '../../../features/bonus/activeBonusQuery.ts';
import { AskTeam } from '../../../features/chat/AskTeam.tsx';
import type { GameAccount } from '../../../features/games/groups.ts';
import type { Launch } from '../../../features/games/queries.ts';
import { useNamedGames } from '../../../features/games/useNamedGames.ts';
import { useDepositGate } from '../../../features/protection/depositGate.tsx';
import type { Wallet } from '../../../features/wallet/queries.ts';
import { type Totals, totalsOf } from '../../../features/wallet/totals.ts';
import { useLanguage, useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { Receive } from './InviteBonus.tsx';
import { inviteLink } from './inviteLink.ts';
import { toGames } from './toGames.ts';
import type { HomeDialog, ShownDialog, useHomeDialogs } from './useHomeDialogs.ts';

const chunks = {
  deposit: chunk(() => import('../../../features/deposits/DepositDialog.tsx')),
  withdrawn: chunk(() => import('../../../features/withdraw/WithdrawnDialog.tsx')),
  withdraw: chunk(() => import('../../../features/withdraw/WithdrawDialog.tsx')),
  transfer: chunk(() => import('../../../features/transfer/TransferDialog.tsx')),
  along: chunk(() => import('../../../features/games/AlongDialog.tsx')),
  health: chunk(() => import('../../../features/games/HealthDialog.tsx')),
  game: chunk(() => import('../../../features/games/GameAccountDialog.tsx')),
  bankName: chunk(() => import('../../../features/deposits/BankNameDialog.tsx')),
  banners: chunk(() => import('../../../components/BannersDialog.tsx')),
  invite: chunk(() => import('../../../features/invite/InviteDialog.tsx')),
  spin: chunk(() => import('../../../features/spinwheel/SpinDialog.tsx')),
  refund: chunk(() => import('../../../features/refund/RefundDialog.tsx')),
  agreement: chunk(() => import('./AgreementDialog.tsx')),
};

// Without its file the views are whole.
const PushOffer = lazy(() =>
  import('../../../features/notifications/PushOffer.tsx').catch(() => ({ default: () => null })),
);

// biome-ignore lint/suspicious/noExplicitAny: as in React's own type of lazy
function chunk<C extends ComponentType<any>>(load: () => Promise<{ default: C }>) {
  let loaded: C | null = null;
  return {
    async load() {
      loaded = (await load()).default;
    },
    /** Only after `load`: without a pause in between, the focus goes from the waiting sheet to the dialog. */
    get Component(): C {
      if (!loaded) throw new Error('The dialog has not been loaded');
      return loaded;
    },
  };
}

/** Preloads the dialog of a kind, so that it shows without delay. */
export async function loadDialog(kind: HomeDialog['kind']): Promise<void> {
  await chunks[kind].load();
}

interface HomeDialogsProps extends Pick<ReturnType<typeof useHomeDialogs>, 'show' | 'close'> {
  shown: ShownDialog;
  wallet: Wallet;
  totals: Totals;
  takesMoneyAlong: boolean | null;
  /** Opens a game; must be called directly from a click handler. */
  launch: { mutate: (launch: Launch) => void; isPending: boolean };
  /** Opens an account at a game. */
  onOpenAccount: (game: GameAccount) => void;
  /** Money has moved; the figures must be reloaded. */
  onMoved: () => void;
  /** The member's own data has changed. */
  onChanged: () => void;
}

/** Shows the current dialog with the newest figures of the wallet. */
export function HomeDialogs({
  shown,
  show,
  close,
  wallet,
  totals,
  takesMoneyAlong,
  launch,
  onOpenAccount,
  onMoved,
  onChanged,
}: HomeDialogsProps) {
  const translate = useT();
  const language = useLanguage();
  const games = useNamedGames(wallet.slots);
  const { dialog, open, serial } = shown;
  const closeMoved = (moved: boolean) => {
    close();
    if (moved) onMoved();
  };
  const leaveForGames = () => {
    close();
    toGames();
  };
  const editName = () => void show({ kind: 'bankName' });
  const { bankAccount } = wallet;
  // Loaded only for the dialog that needs it, so that the dialog shows the current state.
  const { data: bonus } = useQuery({ ...activeBonusQuery, enabled: dialog.kind === 'withdraw' });
  const gate = useDepositGate(dialog.kind === 'deposit' && open);

  const pushOffer = (
    <Beyond>
      <Suspense>
        <PushOffer />
      </Suspense>
    </Beyond>
  );

  function content() {
    switch (dialog.kind) {
      case 'deposit': {
        const { Component } = chunks.deposit;
        return (
          <Component
            open={open}
            onClose={close}
            onCredited={onMoved}
            onGames={games.length > 0 ? leaveForGames : undefined}
            bankAccount={bankAccount}
            walletAmount={totals.wallet}
            qr={dialog.qr}
            slip={dialog.slip}
            onEditName={editName}
            help={<AskTeam href={paths.userContact} />}
            afterArrival={pushOffer}
            gate={gate}
          />
        );
      }
      case 'withdraw': {
        const { Component } = chunks.withdraw;
        return (
          <Component
            open={open}
            onClose={closeMoved}
            onDone={(amount, isPaid) => {
              onMoved();
              void show({ kind: 'withdrawn', amount, isPaid });
            }}
            walletAmount={totals.wallet}
            gamesAmount={totals.inGames}
            shutAmount={
              totalsOf({ ...wallet, slots: games.filter(({ health }) => health === 'closed') }).inGames
            }
            onDeposit={() => show({ kind: 'deposit' })}
            bankAccount={bankAccount}
            bonus={bonus}
            bonusHref={paths.bonus}
            contactHref={paths.userContact}
            freezeHref={paths.profileSecurity}
            onEditName={editName}
          />
        );
      }
      case 'withdrawn': {
        const { Component } = chunks.withdrawn;
        const { amount, isPaid } = dialog;
        return (
          <Component
            open={open}
            onClose={close}
            amount={amount}
            isPaid={isPaid}
            bankAccount={bankAccount}
            activityHref={paths.statement}
          >
            {pushOffer}
          </Component>
        );
      }
      case 'transfer': {
        const { Component } = chunks.transfer;
        const main = { code: WALLET, name: translate('home.wallet'), amount: totals.wallet };
        return (
          <Component
            open={open}
            onClose={closeMoved}
            accounts={[main, ...games.filter(({ isActive, isSeamless }) => isActive && !isSeamless)]}
            hasGames={games.length > 0}
            from={dialog.from}
            to={dialog.to}
          />
        );
      }
      case 'game': {
        const { Component } = chunks.game;
        const game = games.find(({ code }) => code === dialog.code);
        return (
          game && (
            <Component
              open={open}
              onClose={close}
              game={game}
              walletAmount={totals.wallet}
              takesMoneyAlong={takesMoneyAlong}
              onPlay={(along) => launch.mutate({ game, along })}
              isLaunching={launch.isPending}
              onTransferIn={() => show({ kind: 'transfer', from: WALLET, to: game.code })}
              onTransferOut={() => show({ kind: 'transfer', from: game.code, to: WALLET })}
            />
          )
        );
      }
      case 'along': {
        const { Component } = chunks.along;
        const game = games.find(({ code }) => code === dialog.code);
        return (
          game && (
            <Component
              open={open}
              onClose={close}
              game={game}
              walletAmount={totals.wallet}
              onPlay={(along) => {
                launch.mutate({ game, along });
                close();
              }}
            />
          )
        );
      }
      case 'health': {
        const { Component } = chunks.health;
        const game = games.find(({ code }) => code === dialog.code);
        return (
          game && (
            <Component
              open={open}
              onClose={close}
              game={game}
              onPlay={() => {
                launch.mutate({ game, along: 0 });
                close();
              }}
              onOpen={() => {
                onOpenAccount(game);
                close();
              }}
              onTransferOut={() => show({ kind: 'transfer', from: game.code, to: WALLET })}
            />
          )
        );
      }
      case 'bankName': {
        const { Component } = chunks.bankName;
        const name = nameIn(bankAccount.bank, language);
        return (
          <Component
            open={open}
            onClose={(saved) => {
              close();
              if (saved) onChanged();
            }}
            bankCode={bankAccount.bankCode}
            bankName={name}
          />
        );
      }
      case 'banners': {
        const { Component } = chunks.banners;
        return (
          <Component
            open={open}
            onClose={() => void show({ kind: dialog.before })}
            title={translate(`home.${dialog.before}`)}
            banners={dialog.banners}
          />
        );
      }
      case 'invite': {
        const { Component } = chunks.invite;
        const { invite, profile } = wallet;
        return (
          <Component
            open={open}
            onClose={close}
            link={inviteLink(window.location.origin, profile._id)}
            amount={invite.amount}
            receive={
              <Receive primary label={translate('home.receiveBonus')} invite={invite} onReceived={onMoved} />
            }
          />
        );
      }
      case 'refund': {
        const { Component } = chunks.refund;
        return <Component open={open} onClose={close} onReceived={onMoved} bonusHref={paths.bonus} />;
      }
      case 'spin': {
        const { Component } = chunks.spin;
        return <Component open={open} onClose={close} onChanged={onChanged} />;
      }
      case 'agreement': {
        const { Component } = chunks.agreement;
        return <Component open={open} onClose={close} agreement={dialog.agreement} />;
      }
    }
  }

  return <Fragment key={serial}>{content()}</Fragment>;
}
