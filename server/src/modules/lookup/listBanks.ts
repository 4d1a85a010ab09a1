import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Bank } from './lookupRows.ts';

/** The banks that members may register, in the order that operators chose (REG-09). */
export function listBanks(banks: readonly Bank[]): ResponseOf<Contract['GET /api/lookup/banks']> {
  return banks.map((bank) => ({
    code: bank.code,
    nameTH: bank.name_th,
    nameEN: bank.name_en,
    nameLA: bank.name_la,
    country: bank.country === 'LA' ? 'LA' : 'TH',
    colour: bank.colour,
  }));
}
