import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useT } from '../i18n/i18n.ts';
import { isOffline, subscribeNetwork } from '../lib/network.ts';

/** Shows a banner while there is no network. */
export function OfflineBanner() {
  const t = useT();
  const offline = useSyncExternalStore(subscribeNetwork, isOffline);
  return (
    <div role="status">
      {offline && (
        <div className="offline">
          <WifiOff size={18} aria-hidden="true" />
          <span>{t('offline.text')}</span>
        </div>
      )}
    </div>
  );
}
