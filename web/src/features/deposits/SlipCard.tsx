import type { Elements } from '@krapao/ui/elements.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { useEffect, useState } from 'react';

import { useT } from '../../i18n/i18n.ts';
import type { SlipView } from './slipUpload.ts';

interface SlipCardProps {
  view: Exclude<SlipView, { phase: 'empty' }>;
  children: Elements;
}

/** The picture of the slip beside its known data. */
export function SlipCard({ view, children }: SlipCardProps) {
  const t = useT();
  const { file } = view;
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  const slip = view.phase === 'checking' || view.phase === 'ended' ? view.slip : null;
  return (
    <div className="card slip-card">
      <div className="slip-picture">
        {address && <img src={address} alt={t('slip.pictureOf', { name: file.name })} />}
      </div>
      <div className="flex min-w-0 flex-col justify-center gap-1 self-stretch">
        {slip ? (
          <SlipState status={slip.status} />
        ) : (
          <p className="text-small font-semi">{t('slip.ready')}</p>
        )}
        {slip !== null && slip.status !== 'FAILED' && (slip.amount ?? 0) > 0 && (
          <p translate="no" className="num text-[1.75rem]/[1.4] font-semi">
            {bahtText(slip.amount)}
          </p>
        )}
        <span translate="no" className="text-caption text-ink-2 wrap-anywhere">
          {file.name}
        </span>
        <span className="num text-caption text-ink-3">{sizeText(file.size)}</span>
        {children}
      </div>
    </div>
  );
}

function SlipState({ status }: { status: string }) {
  const t = useT();
  if (status === 'SUCCESS')
    return (
      <span className="status status-success whitespace-normal">
        <CircleCheck aria-hidden="true" />
        <span>{t('slip.credited')}</span>
      </span>
    );
  if (status === 'FAILED')
    return (
      <span className="status status-error whitespace-normal">
        <CircleX aria-hidden="true" />
        <span>{t('slip.refused')}</span>
      </span>
    );
  return (
    <span className="status status-wait whitespace-normal">
      <Clock aria-hidden="true" />
      <span>{t('slip.checking')}</span>
    </span>
  );
}

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
