import {
  type ContentKind,
  CREATED_KINDS,
  contentPermission,
  NEW_ITEM,
} from '@krapao/contract/contentPermissions';
import { isAllowed } from '@krapao/contract/permissions';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import { accountContent } from './accountContent.ts';
import { bankContent } from './bankContent.ts';
import { bannerContent } from './bannerContent.ts';
import { bonusContent } from './bonusContent.ts';
import type { Content } from './contentKind.ts';
import { gatewayContent } from './gatewayContent.ts';
import { providerContent } from './providerContent.ts';
import { settingContent } from './settingContent.ts';
import { wheelContent } from './wheelContent.ts';

export const CONTENT: Readonly<Record<ContentKind, Content<unknown>>> = {
  setting: settingContent,
  bank: bankContent,
  banner: bannerContent,
  bonus: bonusContent,
  wheel: wheelContent,
  account: accountContent,
  gateway: gatewayContent,
  provider: providerContent,
};

/** Identifies the entry. */
export interface ContentAddress {
  kind: ContentKind;
  item: string;
}

/** Whether the operator may edit it. */
export function mayEdit({ role }: Pick<Operator, 'role'>, { kind, item }: ContentAddress): boolean {
  const permission = contentPermission(kind, item);
  return permission !== undefined && isAllowed(role, permission);
}

/** @throws AppError NO_DATA if there is no such entry, OPERATOR_FORBIDDEN if the role does not edit it */
export function requireEditor(operator: Pick<Operator, 'role'>, address: ContentAddress): void {
  const permission = contentPermission(address.kind, address.item);
  if (permission === undefined) throw new AppError('NO_DATA');
  if (!isAllowed(operator.role, permission)) throw new AppError('OPERATOR_FORBIDDEN', permission);
  if (address.item === NEW_ITEM && !CREATED_KINDS.includes(address.kind)) throw new AppError('NO_DATA');
}
