import type { Language } from '@krapao/contract/limits';
import { hasMessage, t } from '../../i18n/i18n.ts';
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
  const id = `content.setting.${key}`;
  return hasMessage(id) ? t(id) : key;
}

/** The label of a field, in any document. */
export function fieldText(name: string): string {
  const id = `content.field.${name}`;
  return hasMessage(id) ? t(id) : name;
}

/** The label of a permitted value. */
export function optionText(field: string, value: string): string {
  const id = `content.option.${field}.${value}`;
  return hasMessage(id) ? t(id) : value;
}

/** Why a field cannot be published. */
export function problemText(rule: string): string {
  const id = `content.problem.${rule}`;
  return hasMessage(id) ? t(id) : t('content.problem.other');
}
