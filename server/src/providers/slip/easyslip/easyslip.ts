import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { parseMiniQr } from '../../../parsing/miniQr.ts';
import { driver } from '../../connections/driver.ts';
import { addressOf, baseUrl, Key } from '../../connections/driverSettings.ts';
import { testResult } from '../../connections/makerAnswers.ts';
import { momentFromText } from '../../wireTime.ts';
import { AccountParty, toldParty } from '../accountSlip.ts';
import { slipVerifier } from '../slipMaker.ts';
import { Amount, Told } from '../told.ts';
import { verifiedSlip } from '../verifiedSlip.ts';
import { EASYSLIP_ANSWERS } from './answers.ts';

const Found = Type.Object({
  data: Type.Object({
    rawSlip: Type.Object({
      payload: Told,
      transRef: Type.String(),
      date: Type.String(),
      amount: Type.Object({
        amount: Amount,
        local: Type.Optional(
          Type.Union([Type.Object({ amount: Type.Optional(Amount), currency: Told }), Type.Null()]),
        ),
      }),
      sender: AccountParty,
      receiver: AccountParty,
      ref1: Told,
    }),
  }),
});
const Failed = Type.Object({ error: Type.Object({ code: Type.String() }) });
const Succeeded = Type.Object({ success: Type.Literal(true) });
const Info = Type.Object({
  data: Type.Object({
    application: Type.Object({
      name: Type.String(),
      quota: Type.Object({ remaining: Type.Union([Type.Integer(), Type.Null()]) }),
    }),
  }),
});

/** EasySlip v2. Thunder, of the same author, answers alike at its own address. */
export const easyslip = driver({
  capability: 'slip',
  driver: 'easyslip',
  title: 'EasySlip, Thunder',
  config: Type.Object({ baseUrl: baseUrl('https://api.easyslip.com/v2') }, { additionalProperties: false }),
  secrets: Type.Object({ apiKey: Key }, { additionalProperties: false }),
  documentation: 'https://document.easyslip.com',
  warnings: ['FIXED_ADDRESSES'],
  open: ({ config, secrets }, { http }) => {
    const headers = { authorization: `Bearer ${secrets.apiKey}` };
    const reading = { answers: EASYSLIP_ANSWERS, codeOf };
    return {
      ...slipVerifier({
        ...reading,
        ask: (payload) =>
          http.call({
            method: 'POST',
            url: addressOf(config.baseUrl, '/verify/bank'),
            headers,
            body: { payload, checkDuplicate: false },
          }),
        slipOf,
      }),
      test: async () => {
        const answer = await http.call({ method: 'GET', url: addressOf(config.baseUrl, '/info'), headers });
        return testResult(reading, answer, (json) => {
          if (!Value.Check(Info, json)) return undefined;
          const { name, quota } = json.data.application;
          return { detail: name, quotaLeft: quota.remaining };
        });
      },
    };
  },
});

function codeOf({ json }: { json: unknown }): string | undefined {
  if (Value.Check(Failed, json)) return json.error.code;
  return Value.Check(Succeeded, json) ? 'success' : undefined;
}

function slipOf(json: unknown) {
  if (!Value.Check(Found, json)) return null;
  const { rawSlip } = json.data;
  return verifiedSlip({
    ...rawSlip,
    // Some banks leave the sender's bank out; the payload that the answer repeats names it.
    sendingBank: rawSlip.sender.bank?.id || parseMiniQr(rawSlip.payload ?? '')?.sendingBank,
    receivingBank: rawSlip.receiver.bank?.id,
    at: momentFromText(rawSlip.date),
    amount: rawSlip.amount.amount,
    local: rawSlip.amount.local,
    sender: toldParty(rawSlip.sender),
    receiver: toldParty(rawSlip.receiver),
  });
}
