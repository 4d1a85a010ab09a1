import { Type } from '../../endpoint.ts';
import { Text } from '../common.ts';

/** Why an operator decides so, in own words; it stands in the audit log. */
export const Reason = Text(300);

export const NumberId = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,18}$' }) });

export const UuidId = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
});

/** Who is at an item of a queue. */
export const Claim = Type.Union([
  Type.Object({ operatorName: Type.String(), isMine: Type.Boolean() }),
  Type.Null(),
]);

export const MemberName = Type.Object({
  id: Type.String(),
  name: Type.String(),
  phoneNumber: Type.String(),
});

/** The member beside a decision about money. */
export const MemberFacts = Type.Object({
  id: Type.String(),
  name: Type.String(),
  phoneNumber: Type.String(),
  status: Type.String(),
  bankCode: Type.String(),
  bankAccountNo: Type.String(),
  bankAccountName: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
});
