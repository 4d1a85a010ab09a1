import type { Language } from '@krapao/contract/limits';
import { languageTag } from '@krapao/contract/variant';
import { useMemo } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { sanitize } from './sanitize.ts';

/** HTML as members will see it. */
export function HtmlPreview({ html, language }: { html: string; language: Language }) {
  const t = useT();
  const safe = useMemo(() => sanitize(html), [html]);
  return (
    <section className="preview" aria-label={`${t('content.preview')}: ${t(`language.${language}`)}`}>
      <small className="muted">{t(`language.${language}`)}</small>
      {safe.trim() === '' ? (
        <p className="muted">{t('content.empty')}</p>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above
        <div lang={languageTag(language)} dangerouslySetInnerHTML={{ __html: safe }} />
      )}
    </section>
  );
}
