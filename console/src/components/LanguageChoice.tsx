import { LANGUAGES } from '@krapao/contract/limits';
import { languageTag } from '@krapao/contract/variant';
import { LANGUAGE_NAMES } from '@krapao/ui/languageNames.ts';
import { Button, Group } from '@mantine/core';
import { chooseLanguage, useLanguage, useT } from '../i18n/i18n.ts';

/** The console's languages, for pages that have no menu yet. */
export function LanguageChoice() {
  const t = useT();
  const current = useLanguage();
  return (
    <Group role="group" aria-label={t('app.language')} justify="center" gap="xs" mt="lg">
      {LANGUAGES.map((language) => (
        <Button
          key={language}
          lang={languageTag(language)}
          translate="no"
          size="sm"
          variant={language === current ? 'default' : 'subtle'}
          aria-pressed={language === current}
          onClick={() => chooseLanguage(language)}
        >
          {LANGUAGE_NAMES[language]}
        </Button>
      ))}
    </Group>
  );
}
