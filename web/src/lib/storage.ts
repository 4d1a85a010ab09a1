/** The only keys that the app keeps in the browser's storage (STO-01); `device` only where it is served apart. */
export type StorageKey =
  | 'token'
  | 'locale'
  | 'remember-agreement'
  | 'last_sync'
  | 'code'
  | 'guest-id'
  // Of a tab's session alone.
  | 'open-keys'
  | 'device';

type Area = 'local' | 'session';

/** Reads a key; null where it is absent or storage is switched off. */
export function readStorage(key: StorageKey, area: Area = 'local'): string | null {
  try {
    return storageOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** Writes a key, or removes it when the value is null. Does nothing where storage is switched off or full. */
export function writeStorage(key: StorageKey, value: string | null, area: Area = 'local'): void {
  try {
    if (value === null) storageOf(area).removeItem(key);
    else storageOf(area).setItem(key, value);
  } catch {
    // Private windows may refuse; the app then works for this page view.
  }
}

function storageOf(area: Area): Storage {
  return area === 'local' ? localStorage : sessionStorage;
}
