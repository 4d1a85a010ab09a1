import type { SettingValue } from '../../settings/schema.ts';
import type { Settings } from '../../settings/settings.ts';

/** Clocks of banks and gateways differ from ours by at most this. */
export const CLOCKS_DIFFER_MS = 60_000;

/** The rules for crediting a deposit. */
export interface DepositRules {
  /** One coin for each whole portion of this. */
  satangForCoin: number;
  /** A slip of a transfer that is older is refused: hours. */
  slipHours: number;
  /** Hundredths of a kip for one baht. */
  attForBaht: number;
  /** What happens with a QR's exact amount from an account that is not its member's. */
  thirdPartyPayer: SettingValue<'deposit'>['thirdPartyPayer'];
  /** What the holder of a phone, and of a feed's own key, may credit on their word alone, in satang. */
  feed: SettingValue<'bankFeed'>;
  /** What one person may get in a day on operators' words, in satang, and who is one person. */
  ownMoney: { memberDaySatang: number; links: SettingValue<'links'> };
}

/** The current rules. */
export function depositRules(settings: Pick<Settings, 'get'>): DepositRules {
  const { satangForCoin, slipHours, thirdPartyPayer } = settings.get('deposit');
  const feed = settings.get('bankFeed');
  const { memberDaySatang } = settings.get('ownMoney');
  return {
    satangForCoin,
    slipHours,
    thirdPartyPayer,
    attForBaht: settings.get('kip').attForBaht,
    feed,
    ownMoney: { memberDaySatang, links: settings.get('links') },
  };
}
