import type { SettingValue } from '../../settings/schema.ts';
import type { Settings } from '../../settings/settings.ts';

/** What crediting a deposit goes by. */
export interface DepositRules {
  /** One coin for the wheel for each whole portion of this. */
  satangForCoin: number;
  /** Hundredths of a kip for one baht. */
  attForBaht: number;
  /** What becomes of a QR's exact amount from another account than its member's. */
  thirdPartyPayer: SettingValue<'deposit'>['thirdPartyPayer'];
}

/** The rules of now. */
export function depositRules(settings: Pick<Settings, 'get'>): DepositRules {
  const { satangForCoin, thirdPartyPayer } = settings.get('deposit');
  return { satangForCoin, thirdPartyPayer, attForBaht: settings.get('kip').attForBaht };
}
