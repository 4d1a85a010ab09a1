import { CONTENT_KINDS, type ContentKind } from './contentPermissions.ts';

/** Actions of operators as the audit log names them. Actions on content also name the kind of content. */
const PLAIN_ACTIONS = [
  'session.open',
  'session.close',
  'operator.add',
  'operator.change',
  'operator.reset',
  'operator.changePassword',
  'operator.giveCode',
  'operator.beginTwoFactor',
  'operator.turnOnTwoFactor',
  'slip.approve',
  'slip.reject',
  'slip.escalate',
  'incoming.credit',
  'incoming.dismiss',
  'gateway.credit',
  'gateway.dismiss',
  'gift.approve',
  'gift.reject',
  'notice.approve',
  'notice.reject',
  'withdrawal.export',
  'withdrawal.exportAgain',
  'withdrawal.takeBack',
  'withdrawal.pay',
  'withdrawal.reject',
  'transfer.settle',
  'balance.adjust',
  'balance.repeat',
  'approval.ask',
  'approval.approve',
  'approval.reject',
  'approval.takeBack',
  'approval.takeEffect',
  'member.note',
  'member.tag',
  'member.separate',
  'member.join',
  'member.suspend',
  'member.restore',
  'member.exclude',
  'member.change',
  'member.endSessions',
  'member.resetPassword',
  'chat.assign',
  'chat.close',
  'chat.reopen',
  'chat.handOver',
  'chatAnswer.add',
  'chatAnswer.order',
  'chatAnswer.edit',
  'chatAnswer.remove',
  'picture.upload',
  'film.upload',
  'statement.import',
  'statement.imported',
  'connection.add',
  'connection.change',
  'connection.remove',
  'connection.test',
  'connection.delivery.read',
  'connection.delivery.take',
] as const;
export type PlainAction = (typeof PLAIN_ACTIONS)[number];

/** Actions on content documents. */
const CONTENT_VERBS = ['draft', 'discard', 'publish', 'restore', 'order'] as const;
export type ContentVerb = (typeof CONTENT_VERBS)[number];

export type AuditAction = PlainAction | `${ContentKind}.${ContentVerb}`;

export const AUDIT_ACTIONS: readonly AuditAction[] = [
  ...PLAIN_ACTIONS,
  ...CONTENT_KINDS.flatMap((kind) => CONTENT_VERBS.map((verb) => `${kind}.${verb}` as const)),
];
