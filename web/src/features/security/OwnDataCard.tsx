import { FileText } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { useT } from '../../i18n/i18n.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { useArrival } from '../../lib/useArrival.ts';

const OwnDataDialog = lazyPart(() => import('./OwnDataDialog.tsx'));

/** Opens the member's rights to their data: copy, consents, the end of the account. `phone`: once known. */
export function OwnDataCard({ phone }: { phone: string | undefined }) {
  const t = useT();
  const [open, setOpen] = useState<boolean | null>(null);
  useArrival('manage', () => setOpen(true));
  return (
    <>
      <div className="card mt-2 flex flex-col gap-3 px-4.5 py-3.5">
        <p className="text-small text-ink-2">{t('ownData.text')}</p>
        <Button
          variant="outline"
          full
          icon={<FileText aria-hidden="true" />}
          aria-haspopup="dialog"
          disabled={phone === undefined}
          onClick={() => setOpen(true)}
        >
          {t('ownData.open')}
        </Button>
      </div>
      {open !== null && phone !== undefined && (
        <Suspense>
          <OwnDataDialog open={open} phone={phone} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
