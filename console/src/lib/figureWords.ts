import type { Figure } from '@krapao/contract/figures';
import type { useT } from '../i18n/i18n.ts';
import type { MessageId } from '../i18n/messages.ts';
import { wordOf } from './memberWords.ts';

/** What a figure is called, on every page. */
export const figureTitle = (figure: Figure): MessageId => `reports.${figure}`;

/** What a row of a figure is: the kind of its posting, play, or a member. */
export const figureRowText = (t: ReturnType<typeof useT>, what: string): string =>
  what === 'stake' || what === 'win' || what === 'member' ? t(`reports.${what}`) : wordOf('code', what);
