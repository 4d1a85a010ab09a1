import { LANGUAGES, type Language } from '@krapao/contract/limits';
import { languageTag } from '@krapao/contract/variant';
import { LANGUAGE_NAMES } from '@krapao/ui/languageNames.ts';
import { ChevronDown } from 'lucide-react';
import { toast } from '../../components/toast.ts';
import { chooseLanguage, t, useLanguage, useT } from '../../i18n/i18n.ts';

/** The language dropdown (SHL-04, LOG-01). */
export function LanguageSelect({ className = '' }: { className?: string }) {
  const translate = useT();
  return (
    <div className={`language ${className}`}>
      <select
        aria-label={translate('language.label')}
        value={useLanguage()}
        onChange={(event) => {
          chooseLanguage(event.target.value as Language).catch(() => toast.error(() => t('language.failed')));
        }}
      >
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={languageTag(language)}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </select>
      <ChevronDown size={16} aria-hidden="true" />
    </div>
  );
}
