import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { clock } from '../../clock.ts';
import type { TestResult } from '../connections/driver.ts';
import { type MakerReading, testResult } from '../connections/makerAnswers.ts';
import type { OutgoingAnswer, OutgoingHttp, OutgoingRequest } from '../connections/outgoingHttp.ts';

const Granted = Type.Object({
  data: Type.Object({ accessToken: Type.String({ minLength: 1 }), expiresIn: Type.Number() }),
});
type Granted = Type.Static<typeof Granted>;

/** A token is renewed this long before its end, so that it outlasts the call. */
const MARGIN_S = 60;

export interface ScbToken {
  /** Calls with a token; a token that the bank no longer accepts is renewed once. A token refused is the answer. */
  call(request: (headers: Record<string, string>) => OutgoingRequest): Promise<OutgoingAnswer>;
  /** A connection's test call: asks for a new token, which costs nothing. */
  test<Meaning extends string>(reading: MakerReading<Meaning>): Promise<TestResult>;
}

/** The access token of an application: one for all calls until it ends. */
export function scbToken(
  url: string,
  { apiKey, clientSecret }: { apiKey: string; clientSecret: string },
  http: OutgoingHttp,
): ScbToken {
  let held: { until: number; answer: Promise<OutgoingAnswer> } | undefined;
  const headers = () => ({ resourceOwnerId: apiKey, requestUId: randomUUID(), 'accept-language': 'EN' });

  const renew = (): Promise<OutgoingAnswer> => {
    const asked = { until: Number.POSITIVE_INFINITY, answer: ask() };
    held = asked;
    void asked.answer.then((answer) => {
      const granted = grantedIn(answer);
      asked.until = granted ? clock.monotonic() + (granted.data.expiresIn - MARGIN_S) * 1_000 : 0;
    });
    return asked.answer;
  };
  const ask = () =>
    http.call({
      method: 'POST',
      url,
      headers: headers(),
      body: { applicationKey: apiKey, applicationSecret: clientSecret },
    });

  return {
    async call(request) {
      const current = held !== undefined && held.until > clock.monotonic() ? held.answer : undefined;
      const first = await callWith(await (current ?? renew()));
      const isOld = current !== undefined && first.status === 'answered' && first.httpStatus === 401;
      // Another call may have renewed it meanwhile.
      return isOld
        ? callWith(await (held === undefined || held.answer === current ? renew() : held.answer))
        : first;

      function callWith(answer: OutgoingAnswer): Promise<OutgoingAnswer> | OutgoingAnswer {
        const granted = grantedIn(answer);
        if (granted === undefined) return answer;
        return http.call(request({ ...headers(), authorization: `Bearer ${granted.data.accessToken}` }));
      }
    },
    test: async (reading) =>
      testResult(reading, await renew(), (json) =>
        Value.Check(Granted, json) ? { detail: 'token' } : undefined,
      ),
  };
}

function grantedIn(answer: OutgoingAnswer): Granted | undefined {
  if (answer.status !== 'answered' || answer.httpStatus >= 300) return undefined;
  return Value.Check(Granted, answer.json) ? answer.json : undefined;
}
