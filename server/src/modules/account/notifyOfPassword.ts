import { randomUUID } from 'node:crypto';
import type { Trx } from '../../database/connect.ts';
import { notify } from '../notifications/notify.ts';

/** Tells the member of a new password, in the transaction that stores it and before it ends sessions, so that all are told. */
export const notifyOfPassword = (trx: Trx, memberId: bigint): Promise<void> =>
  notify(trx, { memberId, kind: 'passwordChanged', key: `password:${randomUUID()}` });
