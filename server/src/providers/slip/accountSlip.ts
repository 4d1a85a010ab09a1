import { Type } from 'typebox';
import { Told } from './told.ts';
import type { ToldParty } from './verifiedSlip.ts';

const Numbered = Type.Optional(Type.Union([Type.Object({ type: Told, account: Told }), Type.Null()]));
const Name = Type.Union([Told, Type.Object({ th: Told, en: Told })]);

/** A side of a transfer as EasySlip and Slip2Go nest it: the bank, and in the account the name and the numbers. */
export const AccountParty = Type.Object({
  bank: Type.Optional(Type.Union([Type.Object({ id: Told }), Type.Null()])),
  account: Type.Object({ name: Type.Optional(Name), bank: Numbered, proxy: Numbered }),
});

export function toldParty({ account: { name, bank, proxy } }: Type.Static<typeof AccountParty>): ToldParty {
  return {
    names: typeof name === 'string' ? [name] : [name?.th, name?.en],
    account: bank && { type: bank.type, value: bank.account },
    proxy: proxy && { type: proxy.type, value: proxy.account },
  };
}
