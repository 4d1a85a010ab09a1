import { toast } from '../../components/toast.ts';
import { t } from '../../i18n/i18n.ts';

/** True where the browser can share a link by itself. */
export function canShare(): boolean {
  return typeof navigator.share === 'function';
}

/** Offers a link to the phone's own sharing. Called straight from the press, which the browser demands. */
export function shareLink(url: string): void {
  navigator.share({ title: t('invite.title'), text: t('invite.shareText'), url }).catch((error: unknown) => {
    // The member changed their mind.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast.error(() => t('invite.shareFailed'));
  });
}
