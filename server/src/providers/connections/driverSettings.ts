import { Type } from 'typebox';

/** The address of a maker's API. Playgrounds, proxies and the sandbox have another one. */
export const baseUrl = (makers?: string) =>
  Type.String({
    pattern: '^https?://[^\\s?#]+$',
    maxLength: 300,
    ...(makers !== undefined && { default: makers }),
  });

/** An id or key that goes into a header or an address. */
export const Key = Type.String({ pattern: '^[\\x21-\\x7e]+$', maxLength: 1_000 });

/** `path` below the base address, which may end with a slash. */
export const addressOf = (base: string, path: string) => `${base.replace(/\/+$/, '')}${path}`;
