import { randomUUID } from 'node:crypto';
import { languageTag } from '@krapao/contract/variant';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { clock } from '../../../clock.ts';
import { driver } from '../../connections/driver.ts';
import { addressOf, baseUrl, Key } from '../../connections/driverSettings.ts';
import { troubleOfStatus } from '../../connections/troubleOfStatus.ts';
import { currencyProblems } from '../currencyProblems.ts';
import { launchPage } from '../launchPage.ts';
import { seamlessGame } from '../seamlessGame.ts';
import { signedHeaders } from './signature.ts';
import { slotegratorWallet } from './slotegratorWallet.ts';

const Launch = Type.Object({ url: Type.String() });

/** Slotegrator's Game Integration System: it calls us for each bet. */
export const slotegrator = driver({
  capability: 'game',
  driver: 'slotegrator',
  title: 'Slotegrator GIS',
  isSeamless: true,
  config: Type.Object(
    {
      baseUrl: baseUrl(),
      merchantId: Key,
      currency: Type.String({ pattern: '^[A-Z]{3}$', default: 'THB' }),
    },
    { additionalProperties: false },
  ),
  secrets: Type.Object({ secretKey: Key }, { additionalProperties: false }),
  documentation: 'https://slotegrator.com',
  warnings: ['FIXED_ADDRESSES', 'UNCONFIRMED'],
  problems: ({ config }) => currencyProblems(config.currency),
  open: ({ config, secrets }, { http }) => {
    const keys = { merchantId: config.merchantId, secretKey: secrets.secretKey };
    const call = (method: 'GET' | 'POST', path: string, fields: [string, string][]) => {
      const signed = signedHeaders(keys, fields, {
        seconds: Math.floor(clock.now() / 1_000),
        nonce: randomUUID(),
      });
      return http.call({
        method,
        url: addressOf(config.baseUrl, path),
        headers: { ...signed, 'content-type': 'application/x-www-form-urlencoded' },
        ...(method === 'POST' && { body: new URLSearchParams(fields).toString() }),
      });
    };
    return {
      provider: (gameUuid) =>
        seamlessGame(async (username, { language, home, token, isMobile }) => {
          const answer = await call('POST', '/games/init', [
            ['game_uuid', gameUuid],
            ['player_id', username],
            ['player_name', username],
            ['currency', config.currency],
            ['session_id', token],
            ['device', isMobile ? 'mobile' : 'desktop'],
            ['return_url', home],
            ['language', languageTag(language).slice(0, 2)],
          ]);
          return launchPage(answer, config.baseUrl, (json) =>
            Value.Check(Launch, json) ? json.url : undefined,
          );
        }),
      seamless: slotegratorWallet(keys),
      async test() {
        const answer = await call('GET', '/games', []);
        if (answer.status === 'trouble')
          return { ok: false, trouble: answer.trouble, detail: answer.trouble };
        if (answer.httpStatus < 300) return { ok: true, detail: 'the list of games answers' };
        return {
          ok: false,
          trouble: troubleOfStatus(answer.httpStatus),
          detail: `HTTP ${answer.httpStatus}`,
        };
      },
    };
  },
});
