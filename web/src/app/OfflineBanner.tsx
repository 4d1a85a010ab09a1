import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useT } from '../i18n/i18n.ts';

/** Shows a banner while the browser has no network. */
export function OfflineBanner() {
  const t = useT();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <div className="offline">
          <WifiOff size={18} aria-hidden="true" />
          {t('offline.text')}
        </div>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
