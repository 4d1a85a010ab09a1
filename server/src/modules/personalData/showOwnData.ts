import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Db, Trx } from '../../database/connect.ts';
import type { Settings } from '../../settings/settings.ts';
import { hasSettledPin } from '../security/checkPin.ts';
import { consentsOf, newVersionsFor } from './consents/consents.ts';
import { newestCopy, presentCopy } from './copy/askForCopy.ts';
import { erasureOf } from './erasure/erasureRow.ts';

/** What a member sees of their rights: the newest copy, a waiting erasure, the consents. */
export async function showOwnData(
  db: Db | Trx,
  settings: Settings,
  memberId: bigint,
): Promise<ResponseOf<Contract['GET /api/account/data']>> {
  const copy = await newestCopy(db, memberId);
  const erasure = await erasureOf(db, memberId);
  const consents = await consentsOf(db, memberId);
  return {
    copy: copy === undefined ? null : presentCopy(copy),
    // The time that the member was told, not the lease of a node that works on it.
    erasure:
      erasure?.state === 'ASKED'
        ? { dueAt: new Date(erasure.asked_at.getTime() + 86_400_000).toISOString() }
        : null,
    keptYears: settings.get('protection').records.years,
    hasPin: await hasSettledPin(db, memberId),
    newVersions: await newVersionsFor(db, consents),
    consents,
  };
}
