import type { AuditAction, ContentVerb, PlainAction } from '@krapao/contract/auditActions';
import type { ContentKind } from '@krapao/contract/contentPermissions';
import { hasMessage, t } from '../i18n/i18n.ts';
import type { MessageId } from '../i18n/messages.ts';

/** The message of every action; an action without words does not compile. */
function wordsOf(action: PlainAction): MessageId {
  return `audit.action.${action}`;
}
function kindWords(kind: ContentKind): MessageId {
  return `audit.kind.${kind}`;
}
function verbWords(verb: ContentVerb): MessageId {
  return `audit.verb.${verb}`;
}

/** The action of a line in the audit log, in words; an action of an older version that no longer exists shows its code. */
export function actionText(action: AuditAction | (string & {})): string {
  const id = wordsOf(action as PlainAction);
  if (hasMessage(id)) return t(id);
  const [kind = '', verb = ''] = action.split('.');
  const kindId = kindWords(kind as ContentKind);
  const verbId = verbWords(verb as ContentVerb);
  return hasMessage(kindId) && hasMessage(verbId) ? t(verbId, { kind: t(kindId) }) : action;
}
