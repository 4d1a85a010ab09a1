import { tokenHash } from '../calls/sessionToken.ts';
import { connect } from '../database/connect.ts';
import { readStampedSession } from '../modules/wallet/keptWallets.ts';

/** The session query of GET /api/wallet, without the rest of the call. @returns whether a session has this token */
export function openSessionAsker(databaseUrl: string): (authorization: string) => Promise<boolean> {
  const db = connect(databaseUrl);
  return async (authorization) => {
    const hash = tokenHash(authorization.slice('Bearer '.length));
    if (hash === null) return false;
    return (
      await readStampedSession(db, {
        tokenHash: hash,
        share: { shareBps: 1_000, maximumSatang: 5_000_00, maximumDays: 7 },
      })
    ).is_known;
  };
}
