import { nameIn } from '@krapao/ui/nameIn.ts';
import { useState } from 'react';
import { Chips } from '../../components/Chips.tsx';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import type { Habits } from '../../lib/habits.ts';
import type { QrChannel } from './channels.ts';
import type { RegisteredAccount } from './PayFrom.tsx';
import { QrForm } from './QrForm.tsx';

interface QrPanelProps {
  channels: readonly QrChannel[];
  /** The site's minimum deposit in baht. */
  depositMin: number;
  /** The rate in kip for one baht, for channels in kip. */
  kipForBaht: number | undefined;
  /** The bank or gateway to show first; null for the first channel. */
  first: string | null;
  /** The last QR that was asked for. */
  last: Habits['lastQr'];
  account: RegisteredAccount;
  onCredited: (amount: number) => void;
}

/** Deposit by QR: the choice of channel when there are several, and the form of the channel. */
export function QrPanel({
  channels,
  depositMin,
  kipForBaht,
  first,
  last,
  account,
  onCredited,
}: QrPanelProps) {
  const t = useT();
  const language = useLanguage();
  const [code, setCode] = useState<string | null>(first);
  const channel = channels.find(({ bank }) => bank.bankCode === code) ?? channels[0];
  if (!channel) return <p className="mt-4 text-small text-ink-3">{t('qr.none')}</p>;
  return (
    <>
      {channels.length > 1 && (
        <div className="mt-4">
          <Chips
            label={t('qr.channel')}
            value={channel.bank.bankCode}
            onChange={setCode}
            options={channels.map(({ bank }) => ({
              value: bank.bankCode,
              text: nameIn(bank.bank, language),
            }))}
          />
        </div>
      )}
      <QrForm
        key={channel.bank.bankCode}
        channel={channel}
        depositMin={depositMin}
        kipForBaht={channel.bank.currency === 'LAK' ? kipForBaht : undefined}
        lastAmount={last?.bankCode === channel.bank.bankCode ? last.amount : null}
        account={account}
        onCredited={onCredited}
      />
    </>
  );
}
