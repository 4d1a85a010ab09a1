import type { Language } from '@krapao/contract/limits';
import type { Db } from '../../database/connect.ts';
import { tellClaim, tellGateway, tellGift, tellIncoming, tellQr, tellSlip } from './depositStory.ts';
import { tellPayout } from './payoutStory.ts';
import { tellPlay } from './playStory.ts';
import { tellAtOnce, tellBonus } from './rewardStory.ts';
import type { TellingRow, Told } from './told.ts';
import { tellTransfer } from './transferStory.ts';

/**
 * What happened to the movement of a statement row, and what it waits for. Nothing is stored for it: the steps are read
 * from the rows that the row's cause names, which have the only state.
 */
export async function tellStory(db: Db, row: TellingRow, language: Language): Promise<Told> {
  return (await tellCause(db, row, language)) ?? tellAtOnce(row);
}

function tellCause(db: Db, row: TellingRow, language: Language): Promise<Told | undefined> | undefined {
  const [kind, id = ''] = row.cause.split(':');
  switch (kind) {
    case 'incoming':
    case 'seen':
      return tellIncoming(db, row, BigInt(id));
    case 'qr':
      return tellQr(db, row, BigInt(id));
    case 'manual':
      return tellClaim(db, BigInt(id));
    case 'slip':
      return tellSlip(db, BigInt(id));
    case 'gateway':
      return tellGateway(db, row, id);
    case 'gift':
      return tellGift(db, BigInt(id));
    case 'withdrawal':
      return tellPayout(db, id);
    case 'transfer':
      return tellTransfer(db, id, language);
    case 'play':
      return tellPlay(db, BigInt(id));
    case 'bonus':
      return tellBonus(db, BigInt(id));
    default:
      return undefined;
  }
}
