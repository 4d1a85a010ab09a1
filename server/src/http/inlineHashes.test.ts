import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inlineHashes } from './securityHeaders.ts';

test("the policy allows a page's own script and style by their hashes, and no others", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-page-'));
  const page = join(folder, 'index.html');
  await writeFile(page, '<style>a{}</style><script data-x="1">go()</script><script src="/x.js"></script>');
  expect(inlineHashes(page)).toEqual({
    // printf 'go()' | openssl dgst -sha256 -binary | base64
    scripts: ["'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='"],
    styles: ["'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='"],
  });
  expect(inlineHashes(join(folder, 'absent.html'))).toEqual({ scripts: [], styles: [] });
  await rm(folder, { recursive: true });
});
