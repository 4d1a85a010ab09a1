export type GameGroup = 'slot' | 'sport' | 'lotto';

/** A simulated game provider. */
export interface ProviderFacts {
  code: string;
  name: string;
  group: GameGroup;
  /** Credits shown in its games for one baht. */
  creditsPerBaht: bigint;
  /** Ground and ornament colours of its art. */
  ground: string;
  ornament: string;
  /** Logs in by posting a form with viewstate fields. */
  formLogin: boolean;
}

const provider = (
  group: GameGroup,
  code: string,
  name: string,
  ground: string,
  ornament: string,
  more: Partial<ProviderFacts> = {},
): ProviderFacts => ({ code, name, group, creditsPerBaht: 1n, ground, ornament, formLogin: false, ...more });

/** Every provider code that the sandbox answers for. */
export const GAME_PROVIDERS: readonly ProviderFacts[] = [
  provider('slot', 'pg', 'Dok Mali', '#351531', '#e0a9cf'),
  provider('slot', 'pgslot', 'Nakha Slots', '#0d2b2e', '#7cc6bd'),
  provider('slot', 'joker2', 'Phikul 8', '#3a1616', '#e8a58c'),
  provider('slot', 'areaslot', 'Ruang Khao', '#2a2a12', '#ccc27a'),
  provider('slot', 'slotracha', 'Hong Fah', '#171f45', '#a3b2f0'),
  provider('slot', 'circus', 'Dao Sam', '#231a48', '#bfaef2'),
  provider('slot', 'imi', 'Chan Pen', '#33220f', '#e6bd86'),
  provider('slot', 'usun', 'Tawan Thong', '#3b2008', '#f0b56a'),
  provider('slot', 'bua', 'Bua Luang', '#33132b', '#e79bc4'),
  provider('slot', 'krathong', 'Loi Krathong', '#0e2a22', '#8bd0a8'),
  provider('slot', 'chang', 'Chang Phueak', '#20242f', '#b9c3d6'),
  provider('slot', 'pla', 'Pla Kat', '#10253d', '#84b8ea'),
  provider('slot', 'prasat', 'Prasat Thong', '#2f1d10', '#ddb27c', { creditsPerBaht: 10n }),
  provider('slot', 'kranok', 'Lai Kranok', '#381a10', '#eda67d'),
  provider('sport', 'sanam', 'Sanam Sport', '#12301c', '#93cf9c', { formLogin: true }),
  provider('sport', 'askmebet', 'Takraw Live', '#2b2810', '#d6c574'),
  provider('sport', 'rua', 'Rua Yao', '#0f2740', '#8dc0e6'),
  provider('sport', 'muay', 'Wethi Muay', '#3a1414', '#ec9a92'),
  provider('sport', 'betflix', 'Vela Live', '#3b1220', '#eda0ae'),
  provider('sport', 'phloi', 'Phloi Daeng', '#3a0f1c', '#f09aa9'),
  provider('sport', 'makruk', 'Makruk Table', '#1d2a1a', '#aacb8f'),
  provider('sport', 'wiman', 'Wiman Club', '#1d1c46', '#adaef3'),
  provider('lotto', 'huayhd', 'Tua Lek', '#0c2c30', '#79c8c9'),
  provider('lotto', 'chok', 'Chok Dee', '#2c1440', '#cda4ef'),
  provider('lotto', 'rahat', 'Rahat Mekong', '#172c33', '#8fc3d4', { creditsPerBaht: 10n }),
];

/** The houses at `/as/<code>`, each with one game. */
const HOUSES: readonly ProviderFacts[] = [
  provider('slot', 'hub88', 'Hub88', '#1d2433', '#9db7e8'),
  provider('slot', 'game-generic', 'Any House', '#26201a', '#d9c2a0'),
];

/** Every game that has a page. */
export const PLAYED: readonly ProviderFacts[] = [...GAME_PROVIDERS, ...HOUSES];

export function providerByCode(code: string): ProviderFacts | undefined {
  return PLAYED.find((known) => known.code === code);
}
