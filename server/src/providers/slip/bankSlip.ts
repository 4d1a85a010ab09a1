import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { VerifiedSlip } from '../slipVerifier.ts';
import { momentFromText } from '../wireTime.ts';
import { Amount, Told } from './told.ts';
import { bankTime, type ToldParty, verifiedSlip } from './verifiedSlip.ts';

const Named = Type.Optional(Type.Union([Type.Object({ type: Told, value: Told }), Type.Null()]));
const Party = Type.Object({ displayName: Told, name: Told, account: Named, proxy: Named });

/** The fields with which Thai banks answer a slip inquiry; SlipOK, SlipMate, RDCW and SCB pass them on. */
const BankSlip = Type.Object({
  transRef: Type.String(),
  sendingBank: Type.String(),
  receivingBank: Told,
  transDate: Told,
  transTime: Told,
  transTimestamp: Told,
  transDateTime: Told,
  sender: Party,
  receiver: Party,
  amount: Amount,
  paidLocalAmount: Type.Optional(Type.Union([Amount, Type.Null()])),
  paidLocalCurrency: Told,
  ref1: Told,
});

/** Reads a transfer in the banks' own fields; null if it is none. */
export function readBankSlip(data: unknown): VerifiedSlip | null {
  if (!Value.Check(BankSlip, data)) return null;
  const moment = data.transTimestamp || data.transDateTime;
  return verifiedSlip({
    ...data,
    at: moment ? momentFromText(moment) : bankTime(data.transDate, data.transTime),
    local: { amount: data.paidLocalAmount, currency: data.paidLocalCurrency },
    sender: told(data.sender),
    receiver: told(data.receiver),
  });
}

function told({ displayName, name, account, proxy }: Type.Static<typeof Party>): ToldParty {
  return { names: [displayName, name], account, proxy };
}
