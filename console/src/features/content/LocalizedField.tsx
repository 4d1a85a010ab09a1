import { LANGUAGES, type Language } from '@krapao/contract/limits';
import { languageTag } from '@krapao/contract/variant';
import { LANGUAGE_NAMES } from '@krapao/ui/languageNames.ts';
import { SegmentedControl, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useLanguage, useT } from '../../i18n/i18n.ts';
import type { FieldProps } from './fieldProps.ts';
import { HtmlPreview } from './HtmlPreview.tsx';

type Texts = Record<Language, string>;
type Props = Pick<FieldProps, 'value' | 'onChange' | 'path' | 'errorAt'> & { label: string };

/** A short text in three languages, beside one another. */
export function LocalizedField({ label, value, onChange, path, errorAt }: Props) {
  const texts = value as Texts;
  return (
    <fieldset className="localized">
      <legend>{label}</legend>
      {LANGUAGES.map((language) => (
        <Textarea
          key={language}
          label={<span translate="no">{LANGUAGE_NAMES[language]}</span>}
          lang={languageTag(language)}
          value={texts[language]}
          onChange={(event) => onChange({ ...texts, [language]: event.currentTarget.value })}
          error={errorAt(`${path}/${language}`)}
          autosize
          minRows={1}
          maxRows={6}
        />
      ))}
    </fieldset>
  );
}

/** HTML in three languages: one is edited at a time, all three are previewed. */
export function LocalizedHtmlField({ label, value, onChange, path, errorAt }: Props) {
  const t = useT();
  const [language, setLanguage] = useState(useLanguage());
  const texts = value as Texts;
  return (
    <fieldset className="rich">
      <legend>{label}</legend>
      <div>
        <SegmentedControl
          fullWidth
          mb={8}
          aria-label={`${label}: ${t('content.language')}`}
          value={language}
          onChange={(chosen) => setLanguage(chosen as Language)}
          data={LANGUAGES.map((one) => ({
            value: one,
            label: <span translate="no">{LANGUAGE_NAMES[one]}</span>,
          }))}
        />
        <Textarea
          aria-label={`${label}: ${LANGUAGE_NAMES[language]}`}
          description={t('content.htmlHint')}
          lang={languageTag(language)}
          value={texts[language]}
          onChange={(event) => onChange({ ...texts, [language]: event.currentTarget.value })}
          error={errorAt(`${path}/${language}`)}
          autosize
          minRows={6}
          maxRows={20}
          spellCheck={false}
        />
      </div>
      <div className="previews">
        {LANGUAGES.map((one) => (
          <HtmlPreview key={one} html={texts[one]} language={one} />
        ))}
      </div>
    </fieldset>
  );
}
