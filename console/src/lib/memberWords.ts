import { hasMessage, t } from '../i18n/i18n.ts';

/**
 * The text of a code from the server, such as `members.state.PAID`. A posting with the same name as its account uses
 * the account's text; a code without a text shows the code.
 */
export function wordOf(
  kind: 'state' | 'type' | 'code' | 'phase' | 'kind' | 'place' | 'bonus',
  code: string,
): string {
  const ids = [`members.${kind}.${code}`, ...(kind === 'code' ? [`members.kind.${code}`] : [])];
  const id = ids.find(hasMessage);
  return id === undefined ? code : t(id);
}

/** The other account of a posting: its kind as text and its label unchanged. */
export function accountText(account: string): string {
  const [kind = '', ...label] = account.split(' ');
  const word = wordOf('kind', kind);
  return label.length === 0 ? word : `${word} ${label.join(' ')}`;
}

/** The actor: `operator:7`, `member:12`, or a part of the system. */
export function actorText(actor: string): string {
  const [kind = '', id = ''] = actor.split(':');
  if (kind === 'operator') return t('members.actor.operator', { id });
  return kind === 'member' ? t('members.actor.member') : t('members.actor.system');
}

const COLORS: Partial<Record<string, string>> = {
  SUCCESS: 'teal',
  PAID: 'teal',
  APPLIED: 'teal',
  REACHED: 'teal',
  FAILED: 'red',
  REJECTED: 'red',
  PENDING: 'yellow',
  WAITING: 'yellow',
  ACTIVE: 'yellow',
  OPEN: 'yellow',
};

/** The colour of a state. */
export function stateColor(state: string): string {
  return COLORS[state] ?? 'gray';
}
