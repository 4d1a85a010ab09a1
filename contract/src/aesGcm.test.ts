import { createDecipheriv, randomBytes } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { sealAesGcm } from './aesGcm.ts';
import { decryptGiftLink, encryptGiftLink } from './giftLink.ts';

afterEach(() => vi.unstubAllGlobals());

test('what is sealed without Web Crypto is opened by OpenSSL, at every length around a block', () => {
  for (const length of [0, 1, 15, 16, 17, 31, 32, 33, 100]) {
    const [key, iv, plain] = [randomBytes(32), randomBytes(12), randomBytes(length)];
    const sealed = Buffer.from(sealAesGcm(key, iv, plain));
    const opener = createDecipheriv('aes-256-gcm', key, iv);
    opener.setAuthTag(sealed.subarray(length));
    const opened = Buffer.concat([opener.update(sealed.subarray(0, length)), opener.final()]);
    expect(opened.equals(plain)).toBe(true);
  }
});

test('DEP-04 a gift link goes out from a page on plain http too, where browsers have no Web Crypto', async () => {
  const link = 'https://gift.truemoney.com/campaign/?v=abcDEF0123456789';
  const { subtle } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const encrypted = await encryptGiftLink(link);
  vi.stubGlobal('crypto', { subtle });
  expect(await decryptGiftLink(encrypted)).toBe(link);
});
