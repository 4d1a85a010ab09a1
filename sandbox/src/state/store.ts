import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { decode, encode } from './codec.ts';

/** A change that goes to the journal; without a value the key was removed. */
type Change = [collection: string, key: string, value?: unknown];

/** The journal is folded into the snapshot at this size. */
const COMPACT_AT_BYTES = 16 * 1024 * 1024;

/**
 * Named maps in memory, stored in `sandbox.json` (a snapshot, replaced atomically) and `sandbox.journal` (every change
 * since, one line each). A change survives a kill of the process once `flush` has resolved.
 */
export class Store {
  readonly #maps: Map<string, Map<string, unknown>>;
  readonly #snapshotPath: string;
  readonly #journalPath: string;
  #journal: FileHandle;
  #pending: string[] = [];
  #writing: Promise<void> = Promise.resolve();
  #bytes = 0;

  private constructor(dataDir: string, maps: Map<string, Map<string, unknown>>, journal: FileHandle) {
    this.#snapshotPath = join(dataDir, 'sandbox.json');
    this.#journalPath = join(dataDir, 'sandbox.journal');
    this.#maps = maps;
    this.#journal = journal;
  }

  /** Opens the state in this folder, making the folder when needed. Throws what the file system throws. */
  static async open(dataDir: string): Promise<Store> {
    mkdirSync(dataDir, { recursive: true });
    const maps = readMaps(join(dataDir, 'sandbox.json'), join(dataDir, 'sandbox.journal'));
    writeSnapshot(join(dataDir, 'sandbox.json'), maps);
    return new Store(dataDir, maps, await open(join(dataDir, 'sandbox.journal'), 'w'));
  }

  /** The named collection. Change it only through `put` and `remove`. */
  all<T>(collection: string): ReadonlyMap<string, T> {
    return this.#map(collection) as Map<string, T>;
  }

  put(collection: string, key: string, value: unknown): void {
    this.#map(collection).set(key, value);
    this.#record([collection, key, value]);
  }

  remove(collection: string, key: string): void {
    if (this.#map(collection).delete(key)) this.#record([collection, key]);
  }

  /** Resolves when every change so far has been passed to the operating system. */
  flush(): Promise<void> {
    if (this.#pending.length > 0) {
      this.#writing = this.#writing.then(() => this.#write());
    }
    return this.#writing;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.#journal.close();
  }

  #map(collection: string): Map<string, unknown> {
    let map = this.#maps.get(collection);
    if (!map) {
      map = new Map();
      this.#maps.set(collection, map);
    }
    return map;
  }

  #record(change: Change): void {
    this.#pending.push(`${encode(change)}\n`);
  }

  async #write(): Promise<void> {
    const lines = this.#pending.join('');
    this.#pending = [];
    if (lines === '') return;
    await this.#journal.appendFile(lines);
    this.#bytes += lines.length;
    if (this.#bytes < COMPACT_AT_BYTES) return;
    writeSnapshot(this.#snapshotPath, this.#maps);
    this.#pending = [];
    await this.#journal.close();
    this.#journal = await open(this.#journalPath, 'w');
    this.#bytes = 0;
  }
}

function readMaps(snapshotPath: string, journalPath: string): Map<string, Map<string, unknown>> {
  const maps = new Map<string, Map<string, unknown>>();
  if (existsSync(snapshotPath)) {
    const snapshot = decode(readFileSync(snapshotPath, 'utf8')) as Record<string, [string, unknown][]>;
    for (const [collection, entries] of Object.entries(snapshot)) maps.set(collection, new Map(entries));
  }
  if (!existsSync(journalPath)) return maps;
  // A kill in the middle of a write leaves an incomplete last line; that change was never acknowledged.
  for (const line of readFileSync(journalPath, 'utf8').split('\n').slice(0, -1)) {
    const change = decode(line) as Change;
    const [collection, key] = change;
    const map = maps.get(collection) ?? new Map<string, unknown>();
    maps.set(collection, map);
    if (change.length === 3) map.set(key, change[2]);
    else map.delete(key);
  }
  return maps;
}

function writeSnapshot(path: string, maps: Map<string, Map<string, unknown>>): void {
  const snapshot = Object.fromEntries([...maps].map(([collection, map]) => [collection, [...map]]));
  const file = openSync(`${path}.new`, 'w');
  writeSync(file, encode(snapshot));
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
}
