import type { Language } from '@krapao/contract/limits';
import { languageTag } from '@krapao/contract/variant';
import { LANGUAGE_NAMES } from '@krapao/ui/languageNames.ts';
import { createSanitizer } from '@krapao/ui/sanitizer.ts';
import { useMemo } from 'react';
import { useT } from '../../i18n/i18n.ts';

const sanitize = createSanitizer();

/** HTML as members will see it. */
export function HtmlPreview({ html, language }: { html: string; language: Language }) {
  const t = useT();
  const safe = useMemo(() => sanitize(html), [html]);
  return (
    <section className="preview" aria-label={`${t('content.preview')}: ${LANGUAGE_NAMES[language]}`}>
      <small translate="no" className="muted">
        {LANGUAGE_NAMES[language]}
      </small>
      {String(safe).trim() === '' ? (
        <p className="muted">{t('content.empty')}</p>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above
        <div lang={languageTag(language)} dangerouslySetInnerHTML={{ __html: safe }} />
      )}
    </section>
  );
}
