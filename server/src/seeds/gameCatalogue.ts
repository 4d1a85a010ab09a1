/** HOM-06: the home's carousels. `sport` is sport and casino. */
export type GameCategory = 'slot' | 'sport' | 'lotto';

/** One game provider as the server seeds it. Art: server/assets/providers/<code>-logo.svg, -background.svg. */
export interface GameCatalogueEntry {
  code: string;
  name: string;
  category: GameCategory;
  /** The provider's credits for one baht. */
  ftWalletSlot: number;
  /** GAM-03: reached by GET /api/autoLogin/{provider}. */
  autoLogin: boolean;
  /** GAM-04: logs in by posting a form with viewstate fields. */
  formLogin: boolean;
}

const entry = (
  code: string,
  name: string,
  category: GameCategory,
  more: Partial<GameCatalogueEntry> = {},
): GameCatalogueEntry => ({
  code,
  name,
  category,
  ftWalletSlot: 1,
  autoLogin: false,
  formLogin: false,
  ...more,
});
const auto = { autoLogin: true };

/** The providers in the order in which they are shown. The codes must be those the sandbox answers for. */
export const GAME_CATALOGUE: readonly GameCatalogueEntry[] = [
  entry('pg', 'Dok Mali', 'slot', auto),
  entry('pgslot', 'Nakha Slots', 'slot', auto),
  entry('joker2', 'Phikul 8', 'slot', auto),
  entry('areaslot', 'Ruang Khao', 'slot', auto),
  entry('slotracha', 'Hong Fah', 'slot', auto),
  entry('circus', 'Dao Sam', 'slot', auto),
  entry('imi', 'Chan Pen', 'slot', auto),
  entry('usun', 'Tawan Thong', 'slot', auto),
  entry('bua', 'Bua Luang', 'slot'),
  entry('krathong', 'Loi Krathong', 'slot'),
  entry('chang', 'Chang Phueak', 'slot'),
  entry('pla', 'Pla Kat', 'slot'),
  entry('prasat', 'Prasat Thong', 'slot', { ftWalletSlot: 10 }),
  entry('kranok', 'Lai Kranok', 'slot'),
  entry('sanam', 'Sanam Sport', 'sport', { formLogin: true }),
  entry('askmebet', 'Takraw Live', 'sport', auto),
  entry('rua', 'Rua Yao', 'sport'),
  entry('muay', 'Wethi Muay', 'sport'),
  entry('betflix', 'Vela Live', 'sport', auto),
  entry('phloi', 'Phloi Daeng', 'sport'),
  entry('makruk', 'Makruk Table', 'sport'),
  entry('wiman', 'Wiman Club', 'sport'),
  entry('huayhd', 'Tua Lek', 'lotto', auto),
  entry('chok', 'Chok Dee', 'lotto'),
  entry('rahat', 'Rahat Mekong', 'lotto', { ftWalletSlot: 10 }),
];
