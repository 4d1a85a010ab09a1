import type { Capability } from '@krapao/contract/connections';
import { Type } from '@krapao/contract/endpoint';

const Word = Type.String({ minLength: 1, maxLength: 200 });

/** A text that is shown by itself, in every language. */
export const RequiredTexts = Type.Object({ th: Word, la: Word, en: Word });

export const Colour = Type.String({ pattern: '^#[0-9a-f]{6}$' });

/** A picture that came with the server or was uploaded by an operator. */
export const Picture = Type.String({
  pattern: '^/media/(banners|content)/[a-z0-9-]+\\.(svg|webp|png|jpg)$',
  contentMediaType: 'image/*',
});

/** The id of an operator's connection of a capability, or null. */
export const connectionOf = (capability: Capability) =>
  orNull(Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', capability }));

/** What an optional field holds while it is empty. */
export const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** As large as the calls of members take. */
export const Satang = Type.Integer({ minimum: 1, maximum: 10_000_000_000 });

/** Bounds that keep a share within what the database and the terms can hold: at most 100 times. */
export const Bps = Type.Integer({ minimum: 1, maximum: 1_000_000 });
