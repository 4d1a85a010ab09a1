import { countdownText } from '@krapao/ui/duration.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, QrCode } from 'lucide-react';
import { useT } from '../../i18n/i18n.ts';
import { waitingQrQuery } from './waitingQrQuery.ts';

/** The newest QR that waits to be paid, with its countdown; nothing without one. `onOpen` gets its bank or gateway. */
export default function WaitingQr({ onOpen }: { onOpen: (bankCode: string) => void }) {
  const { data, dataUpdatedAt } = useQuery(waitingQrQuery);
  const [qr] = data?.waiting ?? [];
  if (!qr) return null;
  return (
    <Chip
      amount={qr.amount}
      deadline={dataUpdatedAt + qr.expireIn * 1000}
      onPress={() => onOpen(qr.bankCode)}
    />
  );
}

interface ChipProps {
  amount: number;
  deadline: number;
  onPress: () => void;
}

function Chip({ amount, deadline, onPress }: ChipProps) {
  const t = useT();
  const left = deadline - useNow(1_000);
  if (left <= 0) return null;
  return (
    <button type="button" className="waiting-qr" aria-haspopup="dialog" onClick={onPress}>
      <QrCode aria-hidden="true" />
      <span className="min-w-0 flex-1">{t('home.qrWaits', { amount: bahtText(amount) })}</span>
      <span className="num text-ink-2" aria-hidden="true">
        {countdownText(left)}
      </span>
      <ChevronRight aria-hidden="true" />
    </button>
  );
}
