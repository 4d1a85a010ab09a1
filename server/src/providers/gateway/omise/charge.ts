import { type Static, Type } from 'typebox';

const Nullable = Type.Union([Type.String(), Type.Null()]);

/** The fields of a charge that count here. */
export const Charge = Type.Object({
  object: Type.Literal('charge'),
  id: Type.String({ pattern: '^[0-9A-Za-z_]{1,100}$' }),
  amount: Type.Unknown(),
  currency: Type.String(),
  status: Type.Union([
    Type.Literal('successful'),
    Type.Literal('pending'),
    Type.Literal('expired'),
    Type.Literal('failed'),
    Type.Literal('reversed'),
  ]),
  metadata: Type.Optional(Type.Union([Type.Object({ order: Type.Optional(Type.Unknown()) }), Type.Null()])),
  paid_at: Type.Optional(Nullable),
  refunded_amount: Type.Optional(Type.Unknown()),
  dispute: Type.Optional(Type.Unknown()),
  expires_at: Type.Optional(Nullable),
  source: Type.Optional(
    Type.Union([
      Type.Object({
        scannable_code: Type.Optional(
          Type.Union([
            Type.Object({
              image: Type.Union([Type.Object({ download_uri: Type.Optional(Nullable) }), Type.Null()]),
            }),
            Type.Null(),
          ]),
        ),
      }),
      Type.Null(),
    ]),
  ),
});
export type Charge = Static<typeof Charge>;

/** Versions of the API differ in upper and lower case. */
export const isBaht = ({ currency }: Charge) => currency.toUpperCase() === 'THB';

/** Our id, as we gave it; undefined for a charge that somebody else made. */
export function orderOf({ metadata }: Charge): string | undefined {
  const order = metadata?.order;
  return typeof order === 'string' && order !== '' ? order : undefined;
}
