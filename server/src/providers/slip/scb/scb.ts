import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { driver } from '../../connections/driver.ts';
import { addressOf, Key } from '../../connections/driverSettings.ts';
import { SCB_BASE } from '../../scb/scbBase.ts';
import { scbCode } from '../../scb/scbCodes.ts';
import { scbToken } from '../../scb/scbToken.ts';
import { readBankSlip } from '../bankSlip.ts';
import { slipVerifier } from '../slipMaker.ts';
import { SCB_ANSWERS } from './answers.ts';

const WithData = Type.Object({ data: Type.Unknown() });

/** The bank itself, for payments of its bill-payment QRs (QR 30). */
export const scb = driver({
  capability: 'slip',
  driver: 'scb',
  title: 'SCB Open API',
  config: Type.Object({ baseUrl: SCB_BASE }, { additionalProperties: false }),
  secrets: Type.Object({ apiKey: Key, clientSecret: Key }, { additionalProperties: false }),
  documentation: 'https://developer.scb.co.th',
  warnings: ['NO_GAMBLING', 'UNCONFIRMED'],
  open: ({ config, secrets }, { http }) => {
    const token = scbToken(addressOf(config.baseUrl, '/v1/oauth/token'), secrets, http);
    const reading = { answers: SCB_ANSWERS, codeOf: scbCode };
    return {
      ...slipVerifier({
        ...reading,
        ask: (_payload, { transRef, sendingBank }) =>
          token.call((headers) => ({
            method: 'GET',
            url: `${addressOf(config.baseUrl, '/v1/payment/billpayment/transactions')}/${transRef}?sendingBank=${sendingBank}`,
            headers,
          })),
        slipOf: (json) => (Value.Check(WithData, json) ? readBankSlip(json.data) : null),
      }),
      test: () => token.test(reading),
    };
  },
});
