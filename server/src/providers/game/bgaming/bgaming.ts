import { languageTag } from '@krapao/contract/variant';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { driver } from '../../connections/driver.ts';
import { addressOf, baseUrl, Key } from '../../connections/driverSettings.ts';
import { currencyProblems } from '../currencyProblems.ts';
import { launchPage } from '../launchPage.ts';
import { seamlessGame } from '../seamlessGame.ts';
import { bgamingWallet, signatureOf } from './bgamingWallet.ts';

const Launch = Type.Object({ launch_options: Type.Object({ game_url: Type.String() }) });

/** BGaming, whose wallet others of its family speak too: it calls us for each round. */
export const bgaming = driver({
  capability: 'game',
  driver: 'bgaming',
  title: 'BGaming',
  isSeamless: true,
  config: Type.Object(
    {
      baseUrl: baseUrl(),
      clientId: Key,
      currency: Type.String({ pattern: '^[A-Z]{3}$', default: 'THB' }),
    },
    { additionalProperties: false },
  ),
  secrets: Type.Object({ secretKey: Key }, { additionalProperties: false }),
  documentation: 'https://bgaming.com',
  warnings: ['FIXED_ADDRESSES', 'UNCONFIRMED'],
  problems: ({ config }) => currencyProblems(config.currency),
  open: ({ config, secrets }, { http }) => ({
    provider: (game) =>
      seamlessGame(async (username, { address, language, home, token, isMobile }) => {
        const body = JSON.stringify({
          casino_id: config.clientId,
          game,
          currency: config.currency,
          locale: languageTag(language).slice(0, 2),
          ip: address,
          client_type: isMobile ? 'mobile' : 'desktop',
          session_id: token,
          urls: { return_url: home, deposit_url: home },
          user: { id: username },
        });
        const answer = await http.call({
          method: 'POST',
          url: addressOf(config.baseUrl, '/sessions'),
          headers: {
            'content-type': 'application/json',
            'x-request-sign': signatureOf(secrets.secretKey, body),
          },
          body,
        });
        return launchPage(answer, config.baseUrl, (json) =>
          Value.Check(Launch, json) ? json.launch_options.game_url : undefined,
        );
      }),
    seamless: bgamingWallet(secrets.secretKey),
  }),
});
