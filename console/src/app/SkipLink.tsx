import type { MouseEvent } from 'react';
import { useT } from '../i18n/i18n.ts';

const PAGE = 'page';

/** What `SkipLink` leads to. */
export const skipTarget = { id: PAGE, tabIndex: -1 };

/** The first stop of the Tab key: past the bar and the sidebar to the page. */
export function SkipLink() {
  const t = useT();
  function skip(event: MouseEvent) {
    // The address stays that of the page.
    event.preventDefault();
    document.getElementById(PAGE)?.focus();
  }
  return (
    <a className="skip-link" href={`#${PAGE}`} onClick={skip}>
      {t('nav.skip')}
    </a>
  );
}
