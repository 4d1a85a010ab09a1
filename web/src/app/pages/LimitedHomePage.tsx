import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUpFromLine, ReceiptText, ShieldCheck, UserRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Link } from '../../components/Link.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { activeBonusQuery } from '../../features/bonus/activeBonusQuery.ts';
import { AskTeam } from '../../features/chat/AskTeam.tsx';
import { PauseNotice } from '../../features/protection/PauseNotice.tsx';
import { pauseQuery } from '../../features/protection/queries.ts';
import { ReturnCard } from '../../features/protection/ReturnCard.tsx';
import { BalanceCard } from '../../features/wallet/BalanceCard.tsx';
import { useRefreshBalances, walletQuery } from '../../features/wallet/queries.ts';
import { totalsOf } from '../../features/wallet/totals.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { useHiddenBalance } from '../../lib/hiddenBalance.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { optionalPart } from '../../lib/optionalPart.ts';
import { paths } from '../../lib/paths.ts';
import './home/home.css';

const WithdrawDialog = lazyPart(() => import('../../features/withdraw/WithdrawDialog.tsx'));
const StandingLine = optionalPart(() => import('./home/StandingLine.tsx'));
const WithdrawnDialog = lazyPart(() => import('../../features/withdraw/WithdrawnDialog.tsx'));

/** The home of an excluded member: their money, the way out for it, and what they can read (protection.md 12, 14). */
export default function LimitedHomePage() {
  const t = useT();
  const queryClient = useQueryClient();
  const { data: wallet, error, refetch } = useQuery(walletQuery);
  const { data: protection } = useQuery(pauseQuery);
  const { data: bonus } = useQuery(activeBonusQuery);
  const refresh = useRefreshBalances();
  const [isHidden, setIsHidden] = useHiddenBalance();
  const [isWithdrawing, setIsWithdrawing] = useState<boolean | null>(null);
  const [done, setDone] = useState<{ amount: number; isPaid: boolean; open: boolean } | null>(null);
  if (error && !wallet)
    return (
      <div className="page">
        <LoadFailed message={errorMessage(error)} onRetry={refetch} />
      </div>
    );
  if (!wallet)
    return (
      <div className="page">
        <SkeletonRows count={3} />
      </div>
    );
  const totals = totalsOf(wallet);
  const reload = () => queryClient.invalidateQueries({ queryKey: walletQuery.queryKey, exact: true });
  return (
    <div className="page home">
      <div className="home-content">
        <BalanceCard
          name={wallet.profile.name}
          totals={totals}
          wide={false}
          isHidden={isHidden}
          onHide={setIsHidden}
          isRefreshing={refresh.isPending}
          onRefresh={() => refresh.mutate({ pause: 0 })}
          standing={
            <Suspense>
              <StandingLine totals={totals} isHidden={isHidden} />
            </Suspense>
          }
        />
        <Button
          variant="primary"
          full
          icon={<ArrowUpFromLine aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setIsWithdrawing(true)}
        >
          {t('withdraw.title')}
        </Button>
        {protection?.pause && (
          <div>
            <PauseNotice pause={protection.pause} />
            <ReturnCard pause={protection.pause} />
          </div>
        )}
        <ul className="card list px-4.5 py-0.5">
          {[
            { href: paths.statement, Icon: ReceiptText, label: t('statement.title') },
            { href: paths.profile, Icon: UserRound, label: t('profile.title') },
            { href: paths.saferPlay, Icon: ShieldCheck, label: t('safe.title') },
          ].map(({ href, Icon, label }) => (
            <li key={href} className="py-0!">
              <Link href={href} className="flex min-h-14 flex-1 items-center gap-3">
                <Icon size={20} aria-hidden="true" className="text-gold" />
                <span>{label}</span>
              </Link>
            </li>
          ))}
        </ul>
        <p className="text-small text-ink-2">
          <span>{`${t('safe.help.text')} `}</span>
          <AskTeam href={paths.userContact} />
        </p>
      </div>
      <Suspense>
        {isWithdrawing !== null && (
          <WithdrawDialog
            open={isWithdrawing}
            onClose={(moved) => {
              setIsWithdrawing(false);
              if (moved) void reload();
            }}
            onDone={(amount, isPaid) => {
              void reload();
              setIsWithdrawing(false);
              setDone({ amount, isPaid, open: true });
            }}
            walletAmount={totals.wallet}
            gamesAmount={totals.inGames}
            shutAmount={
              totalsOf({ ...wallet, slots: wallet.slots.filter(({ health }) => health === 'closed') }).inGames
            }
            bankAccount={wallet.bankAccount}
            bonus={bonus}
            bonusHref={paths.userContact}
            contactHref={paths.userContact}
            freezeHref={paths.profileSecurity}
            onEditName={() => undefined}
          />
        )}
        {done && (
          <WithdrawnDialog
            {...done}
            onClose={() => setDone({ ...done, open: false })}
            bankAccount={wallet.bankAccount}
            activityHref={paths.statement}
          />
        )}
      </Suspense>
    </div>
  );
}
