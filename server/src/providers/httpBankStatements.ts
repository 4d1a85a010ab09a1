import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { CurrencyShape, PartyShape } from './bankPartyShape.ts';
import type { BankStatements, StatementLine } from './bankStatement.ts';
import { badAnswer, callJson, type HttpCounterpart } from './httpJson.ts';
import { satangFromText, WireAmount } from './wireAmount.ts';
import { momentFromText } from './wireTime.ts';

const Answer = Type.Object({
  lines: Type.Array(
    Type.Object({
      transRef: Type.String({ pattern: '^[0-9A-Za-z]{1,25}$' }),
      sendingBank: Type.Optional(Type.String({ pattern: '^[0-9]{3}$' })),
      sendingBankCode: Type.Optional(Type.String({ minLength: 1 })),
      amount: WireAmount,
      currency: CurrencyShape,
      sender: PartyShape,
      reference: Type.Union([Type.String(), Type.Null()]),
      transferredAt: Type.String(),
    }),
  ),
});

export function httpBankStatements(counterpart: HttpCounterpart): BankStatements {
  return {
    async read({ bankCode, accountNo, promptPayId, laoQr }, since) {
      const query = new URLSearchParams({
        since: since.toISOString(),
        ...(promptPayId !== null && { promptPayId }),
        ...(laoQr !== null && { laoQrReceiver: laoQr.receiverId }),
      });
      const outcome = await callJson(counterpart, {
        method: 'GET',
        path: `/bank/statements/${bankCode}/${accountNo}?${query}`,
      });
      if (outcome.status !== 'answered') return outcome;
      if (!Value.Check(Answer, outcome.body)) return badAnswer();
      const lines: StatementLine[] = [];
      for (const { amount: text, transferredAt: time, sendingBank, sendingBankCode, ...line } of outcome.body
        .lines) {
        const amount = satangFromText(text);
        const transferredAt = momentFromText(time);
        if (amount <= 0n || transferredAt === null) return badAnswer();
        lines.push({ ...line, sendingBank, sendingBankCode, amount, transferredAt });
      }
      return { status: 'read', lines };
    },
  };
}
