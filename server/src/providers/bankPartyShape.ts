import { Type } from 'typebox';

export const CurrencyShape = Type.Union([Type.Literal('THB'), Type.Literal('LAK')]);

/** Wire shape of MaskedParty, shared by slip look-ups and bank notices. */
export const PartyShape = Type.Object({
  displayName: Type.String(),
  account: Type.Union([Type.String(), Type.Null()]),
  proxy: Type.Union([
    Type.Object({
      type: Type.Union([
        Type.Literal('MSISDN'),
        Type.Literal('NATID'),
        Type.Literal('EWALLETID'),
        Type.Literal('BILLERID'),
        Type.Literal('LAOQR'),
      ]),
      value: Type.String(),
    }),
    Type.Null(),
  ]),
});
