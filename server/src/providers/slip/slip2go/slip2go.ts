import { type Static, Type } from 'typebox';
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
import { SLIP2GO_ANSWERS } from './answers.ts';

const Coded = Type.Object({ code: Type.Union([Type.String(), Type.Integer()]) });
const Found = Type.Object({
  data: Type.Object({
    decode: Told,
    transRef: Type.String(),
    dateTime: Type.String(),
    amount: Amount,
    sender: AccountParty,
    receiver: AccountParty,
    ref1: Told,
  }),
});
const INFO = '200001';
const Info = Type.Object({
  code: Type.Literal(INFO),
  data: Type.Object({
    package: Type.String(),
    quotaRemaining: Type.Integer(),
    creditRemaining: Type.Optional(Type.Number()),
    checkSlipByCredit: Type.Optional(Type.Boolean()),
  }),
});

export const slip2go = driver({
  capability: 'slip',
  driver: 'slip2go',
  title: 'Slip2Go',
  config: Type.Object(
    { baseUrl: baseUrl('https://connect.slip2go.com/api') },
    { additionalProperties: false },
  ),
  secrets: Type.Object({ apiKey: Key }, { additionalProperties: false }),
  documentation: 'https://slip2go.com/guide',
  warnings: ['FIXED_ADDRESSES', 'UNCONFIRMED'],
  open: ({ config, secrets }, { http }) => {
    const headers = { authorization: `Bearer ${secrets.apiKey}` };
    const reading = { answers: SLIP2GO_ANSWERS, codeOf };
    return {
      ...slipVerifier({
        ...reading,
        ask: (payload) =>
          http.call({
            method: 'POST',
            url: addressOf(config.baseUrl, '/verify-slip/qr-code/info'),
            headers,
            body: { payload: { qrCode: payload } },
          }),
        slipOf,
      }),
      test: async () => {
        const url = addressOf(config.baseUrl, '/account/info');
        return testResult(reading, await http.call({ method: 'GET', url, headers }), (json) =>
          Value.Check(Info, json)
            ? { detail: json.data.package, quotaLeft: quotaLeft(json.data) }
            : undefined,
        );
      },
    };
  },
});

/** A shop that set so pays with credit when its quota is used up; what a look-up costs then is not told. */
function quotaLeft({
  quotaRemaining,
  creditRemaining = 0,
  checkSlipByCredit = false,
}: Static<typeof Info>['data']): number | null {
  return checkSlipByCredit && creditRemaining > 0 ? null : quotaRemaining;
}

function codeOf({ json }: { json: unknown }): string | undefined {
  return Value.Check(Coded, json) ? String(json.code) : undefined;
}

function slipOf(json: unknown) {
  if (!Value.Check(Found, json)) return null;
  const { data } = json;
  return verifiedSlip({
    ...data,
    sendingBank: data.sender.bank?.id || parseMiniQr(data.decode ?? '')?.sendingBank,
    receivingBank: data.receiver.bank?.id,
    at: momentFromText(data.dateTime),
    sender: toldParty(data.sender),
    receiver: toldParty(data.receiver),
  });
}
