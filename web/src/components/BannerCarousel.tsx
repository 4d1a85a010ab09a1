import { useRef, useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import './banners.css';
import { mediaUrl } from '../lib/mediaUrl.ts';
import { RichText } from './RichText.tsx';

export interface Banner {
  image: string;
  /** HTML from the server. */
  html: string;
}

/** Banners side by side, one visible: swiped, scrolled with the arrow keys, or chosen by their dots. */
export function BannerCarousel({ banners, label }: { banners: readonly Banner[]; label: string }) {
  const t = useT();
  const list = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const isMany = banners.length > 1;

  function follow() {
    const { scrollLeft = 0, clientWidth = 1 } = list.current ?? {};
    setShown(Math.round(scrollLeft / clientWidth));
  }

  function show(index: number) {
    const element = list.current;
    element?.scrollTo({ left: index * element.clientWidth, behavior: motion() });
  }

  return (
    <div>
      <ul
        ref={list}
        className="banners"
        aria-label={label}
        onScroll={follow}
        {...(isMany && { tabIndex: 0 })}
      >
        {banners.map(({ image, html }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: banners have no identity of their own
          <li key={index}>
            <img src={mediaUrl(image)} alt="" width={340} height={170} decoding="async" />
            {html && <RichText html={html} className="mt-3 text-ink-2" />}
          </li>
        ))}
      </ul>
      {isMany && (
        <div className="banner-dots">
          {banners.map((_, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              key={index}
              type="button"
              aria-label={t('banners.show', { number: index + 1, count: banners.length })}
              aria-current={index === shown ? 'true' : undefined}
              onClick={() => show(index)}
            >
              <i aria-hidden="true" />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function motion(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}
