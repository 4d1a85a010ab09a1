import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../components/Dialog.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useT } from '../../i18n/i18n.ts';
import { securityQuery } from '../../lib/securityQuery.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { PasskeysPart } from './PasskeysPart.tsx';
import { PinPart } from './PinPart.tsx';

/** The member's PIN and passkeys (beyond the specification). */
export default function SecurityDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const { data: security, isPending, isError, refetch } = useQuery(securityQuery);
  const loading = useDelayed(isPending);
  return (
    <Dialog open={open} onClose={onClose} title={t('security.title')}>
      {isError && !security && <LoadFailed message={t('security.failed')} onRetry={() => refetch()} />}
      {loading && !security && <Skeleton className="h-[220px] rounded-lg" />}
      {security && (
        <div className="flex flex-col gap-6">
          <PinPart hasPin={security.hasPin} isLocked={security.isPinLocked} />
          <PasskeysPart passkeys={security.passkeys} />
        </div>
      )}
    </Dialog>
  );
}
