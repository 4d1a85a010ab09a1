import { Type } from 'typebox';

/** A text that makers leave out, or send as null or empty. The database stores no NUL. */
export const Told = Type.Optional(
  Type.Union([Type.String({ maxLength: 300, pattern: '^[^\\u0000]*$' }), Type.Null()]),
);
/** An amount of baht as makers write it. */
export const Amount = Type.Union([Type.Number(), Type.String({ maxLength: 30 })]);
