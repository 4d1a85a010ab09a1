import { join } from 'node:path';
import type { Page } from '@playwright/test';

const FOLDER = join(import.meta.dirname, '../screens');

/** Takes a picture of what a test judges, to look at: only with KRAPAO_PICTURES, as a run takes hundreds. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env.KRAPAO_PICTURES) await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}
