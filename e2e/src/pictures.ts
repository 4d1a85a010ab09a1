import { join } from 'node:path';
import type { Page } from '@playwright/test';

const FOLDER = join(import.meta.dirname, '../screens');

/** Takes a screenshot of the checked screen; only with KRAPAO_PICTURES, because a run would take hundreds. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env.KRAPAO_PICTURES) await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}
