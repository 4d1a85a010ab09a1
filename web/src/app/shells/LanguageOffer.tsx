import type { Language } from '@krapao/contract/limits';
import { languageTag, spokenLanguage } from '@krapao/contract/variant';
import { toast } from '../../components/toast.ts';
import { chooseLanguage, t, useLanguage } from '../../i18n/i18n.ts';
import { readStorage } from '../../lib/storage.ts';

/** Each in its own language, which is not the one that the page is in: so they stand in no catalogue. */
const WORDS: Readonly<Record<Language, string>> = {
  th: 'ดูหน้านี้เป็นภาษาไทย',
  la: 'ເບິ່ງໜ້ານີ້ເປັນພາສາລາວ',
  en: 'See this page in English',
};

/** Offers the language of the browser to who has chosen none: the site opens in that of its country (I18-01). */
export default function LanguageOffer({ className }: { className: string }) {
  const shown = useLanguage();
  const spoken = spokenLanguage(navigator.languages);
  if (!spoken || spoken === shown || readStorage('locale') !== null) return null;
  return (
    <button
      type="button"
      lang={languageTag(spoken)}
      className={`link text-small ${className}`}
      onClick={() => {
        chooseLanguage(spoken).catch(() => toast.error(() => t('language.failed')));
      }}
    >
      {WORDS[spoken]}
    </button>
  );
}
