import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, type TestInfo } from '@playwright/test';
import { firefox } from './firefox.ts';
import { Person } from './person.ts';
import { webkit } from './webkit.ts';

const FOLDER = join(import.meta.dirname, '../screens/browsers');

/**
 * Starts the browser of the project for one visit, and ends it. Fails when the browser complained of anything. A visit
 * that fails leaves a picture of its last screen.
 */
export async function visit(info: TestInfo, what: (person: Person) => Promise<void>): Promise<void> {
  const engine = [firefox, webkit].find(({ name }) => name === info.project.name);
  if (!engine) throw new Error(`no browser ${info.project.name}`);
  const browser = await engine.start();
  console.warn(`in ${browser.name}`);
  try {
    await what(new Person(browser));
    expect(await browser.complaints()).toEqual([]);
  } catch (error) {
    await writeFile(info.outputPath('failed.png'), await browser.picture());
    throw error;
  } finally {
    await browser.close();
  }
}

/** Keeps a picture of the screen in e2e/screens/browsers. */
export async function keepPicture(info: TestInfo, person: Person, name: string): Promise<void> {
  const path = join(FOLDER, info.project.name, `${name}.png`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, await person.browser.picture());
}
