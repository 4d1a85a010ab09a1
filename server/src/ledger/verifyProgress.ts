import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { clock } from '../clock.ts';
import type { PartResult } from './replayPart.ts';

const CONTINUED_WITHIN_MS = 24 * 3_600_000;

/** The roots that a run compares; a continued run keeps them. */
export interface Limits {
  trees: bigint[];
  sums: bigint[];
  /** The hash of the last of `trees`, hex: in another database, or one that was restored, nothing is continued. */
  hash: string;
  /** How many parts were archived. */
  archived: number;
  /** When the run began, milliseconds since 1970. */
  at: number;
}

/** What an interrupted run has verified: its roots, and the parts by their first account. */
export interface SavedRun {
  limits: Limits;
  parts: Map<bigint, PartResult>;
}

/** Keeps finished parts of a run in a file, so that the next run continues. */
export class RunFile {
  readonly #path: string;

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'audit', 'verify-run.jsonl');
  }

  /**
   * @param isSame whether the ledger still has these roots
   * @returns what a run left that was interrupted within a day; undefined for nothing
   */
  async read(isSame: (limits: Limits) => Promise<boolean>): Promise<SavedRun | undefined> {
    const text = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    // A last line that was cut short is left out.
    const [first, ...lines] = text.split('\n').filter((line) => line.endsWith('}'));
    if (first === undefined) return undefined;
    const limits = JSON.parse(first, revive) as Limits;
    if (clock.now() - limits.at > CONTINUED_WITHIN_MS || !(await isSame(limits))) {
      await this.end();
      return undefined;
    }
    const parts = lines.map((line) => JSON.parse(line, revive) as { from: bigint; result: PartResult });
    return {
      limits,
      parts: new Map(parts.map(({ from, result }) => [from, result])),
    };
  }

  async begin(limits: Limits): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true });
    await appendFile(this.#path, `${JSON.stringify(limits, replace)}\n`, { mode: 0o600 });
  }

  async add(from: bigint, result: PartResult): Promise<void> {
    await appendFile(this.#path, `${JSON.stringify({ from, result }, replace)}\n`);
  }

  async end(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}

const replace = (_key: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value}n`;
  return value instanceof Map ? { $map: [...value] } : value;
};
const revive = (_key: string, value: unknown): unknown => {
  if (typeof value === 'string' && /^-?\d+n$/.test(value)) return BigInt(value.slice(0, -1));
  const entries = (value as { $map?: [unknown, unknown][] } | null)?.$map;
  return entries === undefined ? value : new Map(entries);
};
