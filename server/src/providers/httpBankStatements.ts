import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { CurrencyShape, PartyShape } from './bankPartyShape.ts';
import type { BankStatements, StatementLine } from './bankStatement.ts';
import { badAnswer, callJson, type HttpCounterpart } from './httpJson.ts';
import { satangFromText, WireAmount } from './wireAmount.ts';

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
      const lines = outcome.body.lines.map(
        ({ amount, transferredAt, sendingBank, sendingBankCode, ...line }): StatementLine => ({
          ...line,
          sendingBank,
          sendingBankCode,
          amount: satangFromText(amount),
          transferredAt: new Date(transferredAt),
        }),
      );
      const isSound = lines.every((line) => line.amount > 0n && !Number.isNaN(line.transferredAt.getTime()));
      return isSound ? { status: 'read', lines } : badAnswer();
    },
  };
}
