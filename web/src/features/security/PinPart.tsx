import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { toast } from '../../components/toast.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { securityQuery } from '../../lib/securityQuery.ts';
import { useProvedAction } from './useProvedAction.ts';

const PinDialog = lazyPart(() => import('./PinDialog.tsx'));

/** The PIN for money that leaves: set, changed, removed. */
export function PinPart({ hasPin, isLocked }: { hasPin: boolean; isLocked: boolean }) {
  const t = useT();
  const queryClient = useQueryClient();
  const [setting, setSetting] = useState<{ open: boolean; time: number } | null>(null);
  const remove = useProvedAction({
    act: () => client('DELETE /api/account/pin'),
    onDone: () => toast.success(() => t('pin.removed')),
  });
  return (
    <section>
      <h3>{t('pin.title')}</h3>
      <p className="mt-1 text-small text-ink-2">{t('pin.text')}</p>
      {isLocked && (
        <div className="mt-3">
          <Notice kind="error">{t('pin.locked')}</Notice>
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          variant="outline"
          aria-haspopup="dialog"
          onClick={() => setSetting((shown) => ({ open: true, time: (shown?.time ?? 0) + 1 }))}
        >
          {t(hasPin ? 'pin.change' : 'pin.set')}
        </Button>
        {hasPin && !isLocked && (
          <Button variant="text" busyLabel={remove.isPending && t('saving')} onClick={() => remove.mutate()}>
            {t('pin.remove')}
          </Button>
        )}
      </div>
      {setting && (
        <Suspense>
          <PinDialog
            key={setting.time}
            open={setting.open}
            isLocked={isLocked}
            onClose={(isSaved) => {
              setSetting({ ...setting, open: false });
              if (!isSaved) return;
              toast.success(() => t('pin.saved'));
              void queryClient.invalidateQueries(securityQuery);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}
