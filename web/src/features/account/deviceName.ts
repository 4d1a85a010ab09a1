import { t } from '../../i18n/i18n.ts';

/** `Chrome · Android`, only one of the two, or "unknown device". */
export function deviceName({ browser, system }: { browser: string; system: string }): string {
  return [browser, system].filter(Boolean).join(' · ') || t('sessions.unknown');
}
