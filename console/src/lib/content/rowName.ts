import type { Language } from '@krapao/contract/limits';
import { t, wordsOr } from '../../i18n/i18n.ts';
import type { ContentRow } from './document.ts';

/** The name of a row in the operator's language. */
export function rowName({ kind, item, name, hint }: ContentRow, language: Language): string {
  if (kind === 'setting') return settingName(item);
  if (kind === 'banner') {
    const place = optionText('place', hint);
    return name ? `${place} · ${name[language]}` : `${place} ${item}`;
  }
  return name?.[language] ?? item;
}

function settingName(key: string): string {
  return wordsOr(`content.setting.${key}`, key);
}

/** The label of a field, in any document. */
export function fieldText(name: string): string {
  return wordsOr(`content.field.${name}`, name);
}

/** What an operator should know of a field, if there is anything. */
export function hintText(name: string): string | undefined {
  return wordsOr(`content.hint.${name}`, '') || undefined;
}

/** The label of a permitted value. */
export function optionText(field: string, value: string): string {
  return wordsOr(`content.option.${field}.${value}`, value);
}

/** Why a field cannot be published. */
export function problemText(rule: string): string {
  return wordsOr(`content.problem.${rule}`, t('content.problem.other'));
}
