import './deposit.css';
import { isEnglishName, requiresEnglishName } from '@krapao/contract/bankAccountName';
import type { Elements } from '@krapao/ui/elements.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, Suspense, useRef, useState } from 'react';
import { Dialog } from '../../components/Dialog.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Notice } from '../../components/Notice.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { type Habits, habitsQuery } from '../../lib/habits.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { noteArrivalSaid } from '../../lib/saidMoney.ts';
import { Arrived } from './Arrived.tsx';
import { BankPanel } from './BankPanel.tsx';
import { type DepositLookup, lastAmountAt } from './channels.ts';
import { FooterContext } from './Footer.tsx';
import type { RegisteredAccount } from './PayFrom.tsx';
import { QrForm } from './QrForm.tsx';
import { depositQuery } from './queries.ts';
import { SlipPanel } from './SlipPanel.tsx';
import { WayLine } from './WayLine.tsx';
import { type Way, waysOf, wayToBegin } from './ways.ts';

// Few members use it, and the encryption of gift links is large.
const WalletPanel = lazyPart(() => import('./WalletPanel.tsx'));

interface DepositDialogProps {
  open: boolean;
  onClose: () => void;
  /** Money has arrived or will arrive soon. */
  onCredited: () => void;
  /** Leads to the games instead; absent on a site without games. */
  onGames: (() => void) | undefined;
  bankAccount: RegisteredAccount;
  /** The balance of the main wallet in baht. */
  walletAmount: number;
  /** The bank or gateway whose QR is shown first. */
  qr: string | undefined;
  /** A slip that another app shared; its form is shown first. */
  slip: File | undefined;
  /** Opens the correction of the account name where the bank requires English letters (DEP-13). */
  onEditName: () => void;
  /** A way to the team, where the member cannot go on alone. */
  help: Elements;
  /** What stands below money that has arrived. */
  afterArrival: Elements;
  gate: {
    isPending: boolean;
    /** What stands in place of the ways to pay, above them and below them. */
    before: Elements;
    above: Elements;
    below: Elements;
    /** What the member answers before money moves: as a line beside the deposit, and as a form of its own. */
    offer: {
      line: (place: RefObject<HTMLElement | null>, onForm: () => void) => Elements;
      form: Elements;
    } | null;
  };
}

/** Deposit by QR, by bank transfer with a slip, or by mobile wallet (DEP-01 to DEP-14). */
export default function DepositDialog({
  open,
  onClose,
  onCredited,
  onGames,
  bankAccount,
  walletAmount,
  qr,
  slip,
  onEditName,
  help,
  afterArrival,
  gate,
}: DepositDialogProps) {
  const t = useT();
  const [chosen, setChosen] = useState<string | null>(null);
  const [lastQr, setLastQr] = useState<Habits['lastQr']>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [arrived, setArrived] = useState<{ amount: number; text: string } | null>(null);
  const [isAtSlip, setIsAtSlip] = useState(slip !== undefined);
  const [isAtLimit, setIsAtLimit] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  const question = useRef<HTMLElement>(null);
  const { data, error, refetch } = useQuery(depositQuery);
  const habits = useQuery(habitsQuery);
  const isReady = data !== undefined && !habits.isPending && !gate.isPending;
  const ways = isReady ? waysOf(data, bankAccount.currency) : [];
  const begin = wayToBegin(ways, qr, habits.data);
  const way = ways.find(({ id }) => id === chosen) ?? begin;
  // The way and the amount stay as the dialog was opened, whatever becomes of the habits.
  if (chosen === null && way) {
    setChosen(way.id);
    setLastQr(habits.data?.lastQr ?? null);
  }
  const isClosed = !arrived && gate.before !== null;
  // A slip that was shared waits for the answer, too.
  const aside = isAtSlip ? 'slip' : null;
  const step = gate.offer === null ? aside : isAtLimit ? 'limit' : null;
  const isAside = isClosed || step !== null;

  function credited(amount: number) {
    const texts = { qr: 'qr.paid', bank: 'slip.done', wallet: 'deposit.received' } as const;
    const text = t(texts[step === 'slip' ? 'bank' : (way?.kind ?? 'bank')], { amount: bahtText(amount) });
    noteArrivalSaid(amount);
    setArrived({ amount, text });
    setIsAtSlip(false);
    onCredited();
  }

  function panel(lookup: DepositLookup, shown: Way): Elements {
    const line = <WayLine key={shown.id} ways={ways} way={shown} onChange={(next) => setChosen(next.id)} />;
    const offer = gate.offer?.line(question, () => setIsAtLimit(true));
    if (shown.kind === 'qr') {
      const { bank } = shown.channel;
      const last = lastAmountAt(shown.channel, lastQr);
      return (
        <QrForm
          key={bank.bankCode}
          channel={shown.channel}
          depositMin={lookup.depositMin}
          kipForBaht={bank.currency === 'LAK' ? lookup.kipForBaht : undefined}
          lastAmount={last}
          typed={typed ?? (last === null ? '' : String(last))}
          onType={setTyped}
          account={bankAccount}
          line={line}
          question={offer}
          onUnanswered={offer ? () => question.current?.focus() : null}
          onCredited={credited}
        />
      );
    }
    return (
      <>
        {line}
        {offer ? (
          <div className="deposit-answer mt-4 md:mt-0">{offer}</div>
        ) : shown.kind === 'bank' ? (
          <BankPanel
            lookup={lookup}
            account={bankAccount}
            onSlip={() => setIsAtSlip(true)}
            onAnnounced={onCredited}
          />
        ) : (
          <Suspense fallback={<SkeletonRows count={2} />}>
            <WalletPanel wallets={lookup.wallets} onCredited={credited} onPending={onCredited} />
          </Suspense>
        )}
      </>
    );
  }

  const goBack = () => (step === 'limit' ? setIsAtLimit(false) : setIsAtSlip(false));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onBack={step !== null && !arrived && !isClosed ? goBack : undefined}
      title={t(isClosed || step === null ? 'deposit.title' : step === 'slip' ? 'slip.title' : 'safe.offer')}
      shape={isAside || arrived ? 'sheet' : 'wide'}
      className={isAside ? '' : 'dialog-deposit'}
      busy={isBusy}
      saysArrival={!arrived && (step === 'slip' || way?.kind !== 'bank')}
      footer={<div ref={setFooter} className="contents" />}
    >
      <FooterContext value={footer}>
        {arrived ? (
          <Arrived
            {...arrived}
            walletAmount={walletAmount}
            onGames={onGames}
            onDone={onClose}
            onAgain={() => setArrived(null)}
          >
            {afterArrival}
          </Arrived>
        ) : isClosed ? (
          <div className="flex flex-col gap-4">{gate.before}</div>
        ) : step === 'limit' ? (
          gate.offer?.form
        ) : step === 'slip' ? (
          <SlipPanel
            accountName={bankAccount.bankAccountName}
            given={slip}
            onBusy={setIsBusy}
            onCredited={credited}
            onDone={onClose}
            help={help}
          />
        ) : (
          <div className="deposit">
            {gate.above}
            {requiresEnglishName(bankAccount.bankCode) && !isEnglishName(bankAccount.bankAccountName) && (
              <Notice kind="wait">
                <span>{`${t('bankName.needed')} `}</span>
                <button type="button" className="link min-h-0 text-small" onClick={onEditName}>
                  {t('bankName.edit')}
                </button>
              </Notice>
            )}
            {data?.restsUntil !== undefined && (
              <Notice kind="wait">{t('deposit.resting', { time: dateTimeText(data.restsUntil) })}</Notice>
            )}
            <div className={way && way.kind !== 'qr' ? 'deposit-way' : ''}>
              {isReady && way ? (
                panel(data, way)
              ) : error ? (
                <LoadFailed message={errorMessage(error)} onRetry={refetch} />
              ) : (
                <SkeletonRows count={2} />
              )}
            </div>
            {gate.below}
          </div>
        )}
      </FooterContext>
    </Dialog>
  );
}
