import { isEnglishName, requiresEnglishName } from '@krapao/contract/bankAccountName';
import type { Elements } from '@krapao/ui/elements.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useQuery } from '@tanstack/react-query';
import { Landmark, QrCode, WalletMinimal } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../components/Dialog.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Segments } from '../../components/Segments.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { habitsQuery } from '../../lib/habits.ts';
import { noteArrivalSaid } from '../../lib/saidMoney.ts';
import { Arrived } from './Arrived.tsx';
import { BankPanel } from './BankPanel.tsx';
import { type DepositLookup, qrChannels } from './channels.ts';
import { FooterContext } from './Footer.tsx';
import type { RegisteredAccount } from './PayFrom.tsx';
import { QrPanel } from './QrPanel.tsx';
import { depositQuery } from './queries.ts';
import { SlipPanel } from './SlipPanel.tsx';
import { WalletPanel } from './WalletPanel.tsx';

type Tab = 'bank' | 'qr' | 'wallet';

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
  /** What stands in place of the ways to pay (`before`), above them and below them. */
  gate: { isPending: boolean; before: Elements; above: Elements; below: Elements };
}

/** Deposit by bank transfer with a slip, by QR, or by mobile wallet (DEP-01 to DEP-14). */
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
  gate,
}: DepositDialogProps) {
  const t = useT();
  const [chosen, setTab] = useState<Tab | null>(qr === undefined ? null : 'qr');
  const [arrived, setArrived] = useState<{ amount: number; text: string } | null>(null);
  const [isSlip, setIsSlip] = useState(slip !== undefined);
  const [isBusy, setIsBusy] = useState(false);
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  const { data, error, refetch } = useQuery(depositQuery);
  const habits = useQuery(habitsQuery);
  const isReady = data !== undefined && !habits.isPending && !gate.isPending;
  const isClosed = !arrived && gate.before !== null;
  const lastQr = habits.data?.lastQr ?? null;
  // The way of the last deposit opens first.
  const tab = chosen ?? habits.data?.depositWay ?? 'bank';
  if (chosen === null && !habits.isPending) setTab(tab);

  function credited(amount: number) {
    const texts = { qr: 'qr.paid', bank: 'slip.done', wallet: 'deposit.received' } as const;
    noteArrivalSaid(amount);
    setArrived({ amount, text: t(texts[tab], { amount: bahtText(amount) }) });
    setIsSlip(false);
    onCredited();
  }

  const panels: Record<Tab, (lookup: DepositLookup) => Elements> = {
    bank: (lookup) => (
      <BankPanel
        lookup={lookup}
        account={bankAccount}
        onSlip={() => setIsSlip(true)}
        onAnnounced={onCredited}
      />
    ),
    qr: (lookup) => (
      <QrPanel
        channels={qrChannels(lookup.banks)}
        depositMin={lookup.depositMin}
        kipForBaht={lookup.kipForBaht}
        first={qr ?? lastQr?.bankCode ?? null}
        last={lastQr}
        account={bankAccount}
        onCredited={credited}
      />
    ),
    wallet: (lookup) => <WalletPanel wallets={lookup.wallets} onCredited={credited} onPending={onCredited} />,
  };
  const panel: (lookup: DepositLookup) => Elements = panels[tab];

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onBack={isSlip && !arrived && !isClosed ? () => setIsSlip(false) : undefined}
      title={t(isSlip && !isClosed ? 'slip.title' : 'deposit.title')}
      shape={isClosed ? 'sheet' : 'wide'}
      className={isSlip || isClosed ? '' : 'dialog-deposit'}
      busy={isBusy}
      saysArrival={!arrived && (isSlip || tab !== 'bank')}
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
          />
        ) : isClosed ? (
          <div className="flex flex-col gap-4">{gate.before}</div>
        ) : isSlip ? (
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
            <Segments
              label={t('deposit.ways')}
              value={tab}
              onChange={setTab}
              options={[
                {
                  value: 'bank',
                  text: t('deposit.bank'),
                  icon: <Landmark aria-hidden="true" />,
                },
                { value: 'qr', text: 'QR', icon: <QrCode aria-hidden="true" /> },
                {
                  value: 'wallet',
                  text: t('deposit.wallet'),
                  icon: <WalletMinimal aria-hidden="true" />,
                },
              ]}
              panel={
                <>
                  {requiresEnglishName(bankAccount.bankCode) &&
                    !isEnglishName(bankAccount.bankAccountName) && (
                      <div className="mt-4">
                        <Notice kind="wait">
                          <span>{`${t('bankName.needed')} `}</span>
                          <button type="button" className="link min-h-0 text-small" onClick={onEditName}>
                            {t('bankName.edit')}
                          </button>
                        </Notice>
                      </div>
                    )}
                  {data?.restsUntil !== undefined && (
                    <div className="mt-4">
                      <Notice kind="wait">
                        {t('deposit.resting', { time: dateTimeText(data.restsUntil) })}
                      </Notice>
                    </div>
                  )}
                  {isReady ? (
                    panel(data)
                  ) : error ? (
                    <div className="mt-4">
                      <LoadFailed message={errorMessage(error)} onRetry={refetch} />
                    </div>
                  ) : (
                    <SkeletonRows count={2} />
                  )}
                  {gate.below}
                </>
              }
            />
          </div>
        )}
      </FooterContext>
    </Dialog>
  );
}
