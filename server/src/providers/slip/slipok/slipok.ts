import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { driver } from '../../connections/driver.ts';
import { addressOf, baseUrl, Key } from '../../connections/driverSettings.ts';
import { testResult } from '../../connections/makerAnswers.ts';
import { readBankSlip } from '../bankSlip.ts';
import { slipVerifier } from '../slipMaker.ts';
import { SLIPOK_ANSWERS } from './answers.ts';

const WithData = Type.Object({ data: Type.Unknown() });
const Failed = Type.Object({ code: Type.Union([Type.Integer(), Type.String()]) });
const Succeeded = Type.Object({ success: Type.Literal(true) });
const Quota = Type.Object({ data: Type.Object({ quota: Type.Integer() }) });

export const slipok = driver({
  capability: 'slip',
  driver: 'slipok',
  title: 'SlipOK',
  config: Type.Object(
    {
      baseUrl: baseUrl('https://api.slipok.com/api/line/apikey'),
      branch: Type.String({ pattern: '^[0-9A-Za-z_-]+$', maxLength: 60 }),
    },
    { additionalProperties: false },
  ),
  secrets: Type.Object({ apiKey: Key }, { additionalProperties: false }),
  documentation: 'https://slipok.com/api-documentation/',
  warnings: ['UNCONFIRMED'],
  open: ({ config, secrets }, { http }) => {
    const url = addressOf(config.baseUrl, `/${encodeURIComponent(config.branch)}`);
    const headers = { 'x-authorization': secrets.apiKey };
    const reading = { answers: SLIPOK_ANSWERS, codeOf };
    return {
      ...slipVerifier({
        ...reading,
        // With `log` it would refuse what any shop has looked up before.
        ask: (payload) => http.call({ method: 'POST', url, headers, body: { data: payload, log: false } }),
        slipOf: (json) => (Value.Check(WithData, json) ? readBankSlip(json.data) : null),
      }),
      test: async () => {
        const answer = await http.call({ method: 'GET', url: `${url}/quota`, headers });
        return testResult(reading, answer, (json) =>
          Value.Check(Quota, json)
            ? { detail: `quota ${json.data.quota}`, quotaLeft: json.data.quota }
            : undefined,
        );
      },
    };
  },
});

function codeOf({ json }: { json: unknown }): string | undefined {
  if (Value.Check(Failed, json)) return String(json.code);
  return Value.Check(Succeeded, json) ? 'success' : undefined;
}
