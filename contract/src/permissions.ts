/** The permissions of operators. Each built-in role has exactly the permissions of this table. */
export const ROLES = ['support', 'cashier', 'manager', 'administrator'] as const;
export type BuiltInRole = (typeof ROLES)[number];

/** A role that administrators made, with what it may do now. */
export interface CustomRole {
  id: string;
  name: string;
  permissions: Permission[];
}

export type Role = BuiltInRole | CustomRole;

/** Which roles have which permission; the server refuses the others, and the console hides their actions. */
export const PERMISSIONS = {
  'member.read': ['support', 'cashier', 'manager', 'administrator'],
  'member.private': ['cashier', 'manager', 'administrator'],
  'member.note': ['support', 'cashier', 'manager', 'administrator'],
  'segment.edit': ['manager', 'administrator'],
  'member.sessions': ['support', 'manager', 'administrator'],
  'member.suspend': ['manager', 'administrator'],
  'member.change': ['manager', 'administrator'],
  'identity.read': ['manager', 'administrator'],
  'identity.decide': ['manager', 'administrator'],
  'deposit.decide': ['cashier', 'manager', 'administrator'],
  'slip.supervise': ['manager', 'administrator'],
  'withdrawal.decide': ['cashier', 'manager', 'administrator'],
  'transfer.decide': ['manager', 'administrator'],
  'incident.export': ['manager', 'administrator'],
  'balance.adjust': ['manager', 'administrator'],
  'approval.decide': ['cashier', 'manager', 'administrator'],
  'chat.answer': ['support', 'manager', 'administrator'],
  'content.edit': ['manager', 'administrator'],
  'bonus.edit': ['manager', 'administrator'],
  'settings.edit': ['administrator'],
  'shift.work': ['cashier', 'manager', 'administrator'],
  'shift.manage': ['manager', 'administrator'],
  'report.read': ['manager', 'administrator'],
  'audit.read': ['manager', 'administrator'],
  'operator.manage': ['administrator'],
  'case.read': ['manager', 'administrator'],
  'case.decide': ['manager', 'administrator'],
  'cash.manage': ['manager', 'administrator'],
  'connection.manage': ['administrator'],
  'data.protect': ['manager', 'administrator'],
  'data.retained': ['administrator'],
} as const satisfies Record<string, readonly BuiltInRole[]>;

export type Permission = keyof typeof PERMISSIONS;

/** What a call or a page needs: a permission, or any one of several. */
export type Needed = Permission | readonly Permission[];

/** Who reads what is told of own money: who reads reports, and who keeps its books. */
export const OWN_MONEY = ['report.read', 'cash.manage'] as const satisfies Needed;

/**
 * Who sees members' telephones and accounts in full everywhere: who changes them, who decides about money that they prove, and
 * who is given it. Others see the last digits, and show one member's with a reason.
 */
export const MEMBER_PRIVATE = [
  'member.private',
  'member.change',
  'deposit.decide',
  'withdrawal.decide',
] as const satisfies Needed;

const ALL = Object.keys(PERMISSIONS) as Permission[];

/**
 * What a custom role may hold. What administrators alone have stays theirs: with it a role could give itself more, or
 * change the rules that four eyes rest on (docs/decisions/277-custom-roles.md).
 */
export const GRANTABLE: readonly Permission[] = ALL.filter((permission) =>
  PERMISSIONS[permission].some((role) => role !== 'administrator'),
);

/** Whether the role has the permission, or one of several. */
export function isAllowed(role: Role, needed: Needed): boolean {
  return [needed]
    .flat()
    .some((permission) =>
      typeof role === 'string'
        ? (PERMISSIONS[permission] as readonly Role[]).includes(role)
        : role.permissions.includes(permission) && GRANTABLE.includes(permission),
    );
}

/** All permissions of the role. */
export function permissionsOf(role: Role): Permission[] {
  return ALL.filter((permission) => isAllowed(role, permission));
}
