import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { driver } from '../../connections/driver.ts';
import { addressOf, baseUrl, Key } from '../../connections/driverSettings.ts';
import { readBankSlip } from '../bankSlip.ts';
import { slipVerifier } from '../slipMaker.ts';
import { RDCW_ANSWERS } from './answers.ts';

const Failed = Type.Object({ code: Type.Union([Type.Integer(), Type.String()]) });
const Judged = Type.Object({ valid: Type.Boolean() });
const WithData = Type.Object({ data: Type.Unknown() });

/** Its quota call is not documented, so it has no test. */
export const rdcw = driver({
  capability: 'slip',
  driver: 'rdcw',
  title: 'RDCW Slip Verify',
  config: Type.Object(
    { baseUrl: baseUrl('https://suba.rdcw.co.th/v2'), clientId: Key },
    { additionalProperties: false },
  ),
  secrets: Type.Object({ clientSecret: Key }, { additionalProperties: false }),
  documentation: 'https://slip.rdcw.co.th/docs',
  warnings: ['FIXED_ADDRESSES', 'UNCONFIRMED'],
  // Public code of version 1 (rdcw-slip) reads its amounts as satang, other code as baht: it cannot be told which.
  problems: ({ config }) =>
    /\/v1(?:\/|$)/.test(config.baseUrl)
      ? ['baseUrl: version 2 is needed (/v2); the amounts of version 1 are not known']
      : [],
  open: ({ config, secrets }, { http }) => {
    const key = Buffer.from(`${config.clientId}:${secrets.clientSecret}`).toString('base64');
    return slipVerifier({
      answers: RDCW_ANSWERS,
      ask: (payload) =>
        http.call({
          method: 'POST',
          url: addressOf(config.baseUrl, '/inquiry'),
          headers: { authorization: `Basic ${key}` },
          body: { payload },
        }),
      codeOf: ({ json }) => {
        if (Value.Check(Failed, json)) return String(json.code);
        return Value.Check(Judged, json) ? (json.valid ? 'valid' : 'invalid') : undefined;
      },
      slipOf: (json) => (Value.Check(WithData, json) ? readBankSlip(json.data) : null),
    });
  },
});
