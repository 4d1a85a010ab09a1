import { hasMessage, t } from '../../i18n/i18n.ts';

/** The words of a code of the server, such as `members.state.PAID`; a code without words shows itself. */
export function wordOf(
  kind: 'state' | 'type' | 'code' | 'phase' | 'kind' | 'place' | 'bonus',
  code: string,
): string {
  const id = `members.${kind}.${code}`;
  return hasMessage(id) ? t(id) : code;
}

/** The other account of a posting: its kind in words and its label as it is. */
export function accountText(account: string): string {
  const [kind = '', ...label] = account.split(' ');
  const word = wordOf('kind', kind);
  return label.length === 0 ? word : `${word} ${label.join(' ')}`;
}

/** Who caused a posting: `operator:7`, `member:12`, or a part of the system. */
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
