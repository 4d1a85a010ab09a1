import type { Contract } from '@krapao/contract/api/index';
import { isEnglishName, requiresEnglishName } from '@krapao/contract/bankAccountName';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useQuery } from '@tanstack/react-query';
import { Landmark, QrCode, WalletMinimal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../components/Dialog.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Segments } from '../../components/Segments.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { BankPanel } from './BankPanel.tsx';
import { type DepositLookup, qrChannels } from './channels.ts';
import { FooterContext } from './Footer.tsx';
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
  bankAccount: ResponseOf<Contract['GET /api/wallet']>['bankAccount'];
  /** Opens the correction of the account name where the bank requires English letters (DEP-13). */
  onEditName: () => void;
}

/** Deposit by bank transfer with a slip, by QR, or by mobile wallet (DEP-01 to DEP-14). */
export default function DepositDialog({
  open,
  onClose,
  onCredited,
  bankAccount,
  onEditName,
}: DepositDialogProps) {
  const t = useT();
  const [tab, setTab] = useState<Tab>('bank');
  const [isSlip, setIsSlip] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  const { data, error, refetch } = useQuery(depositQuery);

  function credited(amount: number) {
    toast.success(() => t('deposit.received', { amount: bahtText(amount) }));
    onCredited();
  }

  const panels: Record<Tab, (lookup: DepositLookup) => ReactNode> = {
    bank: (lookup) => <BankPanel lookup={lookup} onSlip={() => setIsSlip(true)} onAnnounced={onCredited} />,
    qr: (lookup) => (
      <QrPanel
        channels={qrChannels(lookup.banks)}
        depositMin={lookup.depositMin}
        kipForBaht={lookup.kipForBaht}
        onCredited={credited}
      />
    ),
    wallet: (lookup) => <WalletPanel wallets={lookup.wallets} onCredited={credited} onPending={onCredited} />,
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onBack={isSlip ? () => setIsSlip(false) : undefined}
      title={t(isSlip ? 'slip.title' : 'deposit.title')}
      shape="wide"
      className={isSlip ? '' : 'dialog-deposit'}
      busy={isBusy}
      saysArrival={isSlip || tab !== 'bank'}
      footer={<div ref={setFooter} className="contents" />}
    >
      <FooterContext value={footer}>
        {isSlip ? (
          <SlipPanel
            accountName={bankAccount.bankAccountName}
            onBusy={setIsBusy}
            onCredited={credited}
            onDone={onClose}
          />
        ) : (
          <div className="deposit">
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
                          {t('bankName.needed')}{' '}
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
                  {data ? (
                    panels[tab](data)
                  ) : error ? (
                    <div className="mt-4">
                      <LoadFailed message={errorMessage(error)} onRetry={refetch} />
                    </div>
                  ) : (
                    <SkeletonRows count={2} />
                  )}
                </>
              }
            />
          </div>
        )}
      </FooterContext>
    </Dialog>
  );
}
