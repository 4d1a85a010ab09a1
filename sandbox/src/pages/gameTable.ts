import { bahtText } from '@krapao/contract/money';
import type { Player } from '../games/playerBook.ts';
import type { GameGroup, ProviderFacts } from '../games/providers.ts';
import { bahtForPeople } from '../money.ts';
import { type Html, html } from './html.ts';

/** Six ornaments of the reels, drawn in a box of 40. */
const SYMBOLS = [
  'M20 3l5 12 12 5-12 5-5 12-5-12-12-5 12-5z',
  'M20 4l16 16-16 16L4 20zM20 12l8 8-8 8-8-8z',
  'M20 6c6 5 6 11 0 14-6-3-6-9 0-14zM34 20c-5 6-11 6-14 0 3-6 9-6 14 0zM20 34c-6-5-6-11 0-14 6 3 6 9 0 14zM6 20c5-6 11-6 14 0-3 6-9 6-14 0z',
  'M20 5a15 15 0 1 0 0 30 15 15 0 1 0 0-30zM26 9a12 12 0 1 1-12 22 14 14 0 0 0 12-22z',
  'M5 33h30M8 27h24M11 21h18M14 15h12M20 4v11M17 9h6',
  'M4 24q4-8 8 0t8 0 8 0 8 0M4 32q4-8 8 0t8 0 8 0 8 0M4 16q4-8 8 0t8 0 8 0 8 0',
];

const TABLES: Readonly<Record<GameGroup, () => Html>> = {
  slot: () =>
    html`<div class="reels" id="shown">${[0, 1, 2].map((reel) => html`<span class="reel" data-symbol="${reel}">${SYMBOLS.map(symbol)}</span>`)}</div><p class="meta">Three alike pay 6 to 40 times, two alike give the stake back.</p>`,
  sport: () =>
    html`<div class="score" id="shown"><span>Home</span><b data-score>0</b><i>:</i><b data-score>0</b><span>Away</span></div><fieldset class="picks"><legend>Your pick</legend>${pick('home', 'Home 2.50', true)}${pick('draw', 'Draw 3.70', false)}${pick('away', 'Away 2.50', false)}</fieldset>`,
  lotto: () =>
    html`<div class="drawn" id="shown"><b data-digit>–</b><b data-digit>–</b></div><label>Your two digits<input class="amount" name="pick" inputmode="numeric" maxlength="2" pattern="[0-9]{2}" value="07" required></label><p class="meta">Both digits right pay 90 times.</p>`,
};

/** A game at which the player bets: balance, table, stake, play. */
export function gameTable(
  provider: Pick<ProviderFacts, 'code' | 'name' | 'group' | 'creditsPerBaht'>,
  player: Pick<Player, 'username' | 'balance'>,
): Html {
  const credits =
    provider.creditsPerBaht === 1n
      ? null
      : html`<p class="meta"><output id="credits">${bahtForPeople(player.balance * provider.creditsPerBaht)}</output> credits</p>`;
  return html`<section class="game"><header><h1>${provider.name}</h1><p class="meta">${player.username}</p></header><div class="lacquer"><p>Balance <span lang="th">ยอดเงินคงเหลือ</span></p><p class="figure"><output id="balance">${bahtForPeople(player.balance)}</output> <small>baht</small></p>${credits}</div><form id="play" data-group="${provider.group}" data-rounds="/games/${provider.code}/play/rounds" data-credits="${String(provider.creditsPerBaht)}" data-balance="${bahtText(player.balance)}">${TABLES[provider.group]()}<p id="result" role="status">Good luck <span lang="th">ขอให้โชคดี</span></p><label>Stake in baht<input class="amount" name="stake" inputmode="decimal" value="10" required></label><div class="chips">${['1', '10', '50', '100'].map((amount) => html`<button type="button" class="secondary" data-stake="${amount}">${amount}</button>`)}</div><button id="go" disabled>Play <span lang="th">เล่น</span></button></form><noscript>The game needs JavaScript.</noscript></section>`;
}

function symbol(path: string): Html {
  return html`<svg viewBox="0 0 40 40" aria-hidden="true"><path d="${path}"/></svg>`;
}

function pick(value: string, label: string, chosen: boolean): Html {
  const input = chosen
    ? html`<input type="radio" name="pick" value="${value}" checked>`
    : html`<input type="radio" name="pick" value="${value}">`;
  return html`<label>${input}<span>${label}</span></label>`;
}
