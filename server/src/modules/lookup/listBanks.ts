import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Db } from '../../database/connect.ts';

/** The banks that members may register, in the order that operators chose (REG-09). */
export async function listBanks(db: Db): Promise<ResponseOf<Contract['GET /api/lookup/banks']>> {
  const banks = await db
    .selectFrom('bank')
    .selectAll()
    .where('is_active', '=', true)
    .orderBy('position')
    .execute();
  return banks.map((bank) => ({
    code: bank.code,
    nameTH: bank.name_th,
    nameEN: bank.name_en,
    nameLA: bank.name_la,
    country: bank.country === 'LA' ? 'LA' : 'TH',
    colour: bank.colour,
  }));
}
