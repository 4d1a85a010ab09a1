import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { driver } from '../../connections/driver.ts';
import { addressOf, baseUrl, Key } from '../../connections/driverSettings.ts';
import { readBankSlip } from '../bankSlip.ts';
import { slipVerifier } from '../slipMaker.ts';
import { SLIPMATE_ANSWERS } from './answers.ts';

const WithData = Type.Object({ data: Type.Object({}) });
/** It has no call that tells the credits left, so no test. */
export const slipmate = driver({
  capability: 'slip',
  driver: 'slipmate',
  title: 'SlipMate',
  config: Type.Object(
    { baseUrl: baseUrl('https://api.slipmate.ai/open-api/v1') },
    { additionalProperties: false },
  ),
  secrets: Type.Object({ apiKey: Key }, { additionalProperties: false }),
  documentation: 'https://developers.slipmate.ai',
  warnings: [],
  open: ({ config, secrets }, { http }) => {
    // Every web server answers 404 to a path that it does not have. Until this address has found a slip, a 404 says
    // nothing about one: with a wrong address good slips would look forged.
    let hasFound = false;
    return slipVerifier({
      answers: SLIPMATE_ANSWERS,
      ask: (payload) =>
        http.call({
          method: 'POST',
          url: addressOf(config.baseUrl, '/verify'),
          headers: { 'x-api-key': secrets.apiKey },
          body: { qrData: payload, allowDuplicate: true },
        }),
      codeOf: ({ httpStatus }) => (httpStatus === 404 && !hasFound ? undefined : String(httpStatus)),
      // Found, the transfer is the whole body; repeated, where it is told at all, it may be inside.
      slipOf: (json) => {
        const slip = readBankSlip(Value.Check(WithData, json) ? json.data : json);
        hasFound ||= slip !== null;
        return slip;
      },
    });
  },
});
