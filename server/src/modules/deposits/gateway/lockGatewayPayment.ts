import type { Trx } from '../../../database/connect.ts';
import type { GatewayPaymentRow } from './gatewayPayment.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const REFERENCE = /^[A-Z0-9]{20}$/;

/** Locks our payment; undefined if the id is unknown. */
export async function lockGatewayPayment(trx: Trx, id: string): Promise<GatewayPaymentRow | undefined> {
  if (!UUID.test(id)) return undefined;
  return trx.selectFrom('gateway_payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks the payment that one of the connections took, by our id, our reference or the maker's id; undefined if none did. */
export async function lockPaymentOfMaker(
  trx: Trx,
  connectionIds: readonly string[],
  id: string,
): Promise<GatewayPaymentRow | undefined> {
  const column = UUID.test(id) ? 'id' : REFERENCE.test(id) ? 'reference' : 'payment_id';
  const by = (name: typeof column) =>
    trx
      .selectFrom('gateway_payment')
      .selectAll()
      .where('connection_id', 'in', connectionIds)
      .where(name, '=', id)
      .orderBy('seq', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
  // A maker's own id may look like one of ours.
  return (await by(column)) ?? (column === 'payment_id' ? undefined : by('payment_id'));
}
