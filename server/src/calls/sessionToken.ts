import { hash, randomBytes } from 'node:crypto';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A new opaque token of 256 random bits, as 43 URL-safe characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token: its SHA-256. Null if the text cannot be a token. */
export function tokenHash(token: string): Buffer | null {
  return TOKEN.test(token) ? hash('sha256', token, 'buffer') : null;
}
