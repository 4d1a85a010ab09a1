import type { Elements } from '@krapao/ui/elements.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleQuestionMark, ExternalLink } from 'lucide-react';
import { Link } from '../../components/Link.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { RichText } from '../../components/RichText.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { Version } from '../../components/Version.tsx';
import { useT } from '../../i18n/i18n.ts';
import { contactQuery } from '../../lib/lookupQueries.ts';
import { mediaUrl } from '../../lib/mediaUrl.ts';
import { paths } from '../../lib/paths.ts';
import { useDelayed } from '../../lib/useDelayed.ts';

/**
 * Contact text, the chat app's QR image, link and name, and the version (CON-01). `children` is the entry to the chat.
 */
export function ContactDetails({ children }: { children?: Elements }) {
  const t = useT();
  const { data, isPending, isError, refetch } = useQuery(contactQuery);
  const loading = useDelayed(isPending);
  const hasChatApp = data && (safeUrl(data.lineQR) || safeUrl(data.lineLink));
  const isEmpty = data && !hasChatApp && data.contactText === '';
  return (
    <>
      <PageHeading>{t('contact.title')}</PageHeading>
      {data && data.contactText !== '' && <RichText html={data.contactText} className="mt-1 text-ink-2" />}
      {isEmpty && <p className="mt-1 text-ink-2">{t('contact.later')}</p>}
      {children}
      {isError && <LoadFailed message={t('contact.failed')} onRetry={() => refetch()} />}
      {isPending && <Skeleton className={`mt-4 h-[380px] rounded-lg ${loading ? '' : 'invisible'}`} />}
      {data && hasChatApp && (
        <section className="card mt-4 flex flex-col items-center px-5 pt-6 pb-5 text-center">
          <h2>{t('contact.chatApp')}</h2>
          <p className="mt-1 text-small text-ink-2">{t('contact.scan')}</p>
          {safeUrl(data.lineQR) && (
            <div className="qr-frame mt-4">
              <img
                src={mediaUrl(data.lineQR)}
                width={196}
                height={196}
                alt={t('contact.qr', { name: data.lineName })}
              />
            </div>
          )}
          {safeUrl(data.lineLink) && (
            <a
              href={data.lineLink}
              target="_blank"
              rel="noopener noreferrer"
              className="button button-secondary button-full mt-5"
            >
              <span translate="no">{data.lineName}</span>
              <ExternalLink aria-hidden="true" />
              <span className="sr-only">{t('contact.newWindow')}</span>
            </a>
          )}
        </section>
      )}
      <Link href={paths.howto} className="card mt-3 flex items-center gap-4 p-4">
        <span className="medallion">
          <CircleQuestionMark aria-hidden="true" />
        </span>
        <span className="flex-1">
          <span className="block font-semi">{t('contact.howto')}</span>
          <span className="block text-small text-ink-2">{t('contact.howtoText')}</span>
        </span>
        <ChevronRight size={20} className="text-ink-3" aria-hidden="true" />
      </Link>
      <Version className="mt-5 text-center" />
    </>
  );
}

/** Checks an address for a link or an image: http, https, an image as data URL, or a path of this site. */
function safeUrl(address: string): boolean {
  return /^(?:https?:\/\/|\/(?!\/)|data:image\/(?:png|jpeg|svg\+xml|webp)[;,])/i.test(address);
}
