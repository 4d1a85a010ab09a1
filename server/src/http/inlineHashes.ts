import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/**
 * The Content-Security-Policy sources of what stands inside a page itself: every `<script>` and `<style>` with a text, by
 * its SHA-256. None where the page is not there.
 */
export function inlineHashes(pageFile: string): { scripts: string[]; styles: string[] } {
  const html = existsSync(pageFile) ? readFileSync(pageFile, 'utf8') : '';
  const hashesOf = (element: 'script' | 'style') =>
    [...html.matchAll(new RegExp(`<${element}\\b[^>]*>([^]*?)</${element}>`, 'g'))]
      .map(([, text]) => text ?? '')
      .filter((text) => text !== '')
      .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return { scripts: hashesOf('script'), styles: hashesOf('style') };
}
