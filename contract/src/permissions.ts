/** The permissions of operators. Each role has exactly the permissions of this table. */
export const ROLES = ['support', 'cashier', 'manager', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

/** Which roles have which permission; the server refuses the others, and the console hides their actions. */
export const PERMISSIONS = {
  'member.read': ['support', 'cashier', 'manager', 'administrator'],
  'member.note': ['support', 'cashier', 'manager', 'administrator'],
  'member.sessions': ['support', 'manager', 'administrator'],
  'member.suspend': ['manager', 'administrator'],
  'member.change': ['manager', 'administrator'],
  'identity.read': ['manager', 'administrator'],
  'identity.decide': ['manager', 'administrator'],
  'deposit.decide': ['cashier', 'manager', 'administrator'],
  'slip.supervise': ['manager', 'administrator'],
  'withdrawal.decide': ['cashier', 'manager', 'administrator'],
  'transfer.decide': ['manager', 'administrator'],
  'balance.adjust': ['manager', 'administrator'],
  'approval.decide': ['cashier', 'manager', 'administrator'],
  'chat.answer': ['support', 'manager', 'administrator'],
  'content.edit': ['manager', 'administrator'],
  'bonus.edit': ['manager', 'administrator'],
  'settings.edit': ['administrator'],
  'report.read': ['manager', 'administrator'],
  'audit.read': ['manager', 'administrator'],
  'operator.manage': ['administrator'],
  'case.read': ['manager', 'administrator'],
  'case.decide': ['manager', 'administrator'],
  'cash.manage': ['manager', 'administrator'],
  'connection.manage': ['administrator'],
  'data.protect': ['manager', 'administrator'],
  'data.retained': ['administrator'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/** Whether the role has the permission. */
export function isAllowed(role: Role, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly Role[]).includes(role);
}

/** All permissions of the role. */
export function permissionsOf(role: Role): Permission[] {
  return (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => isAllowed(role, permission));
}
