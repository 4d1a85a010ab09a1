/**
 * The only keys that the app uses in the browser's storage (STO-01); `device` is used only when the app and the backend
 * have different origins.
 */
export type StorageKey =
  | 'token'
  | 'locale'
  | 'remember-agreement'
  | 'last_sync'
  | 'code'
  | 'guest-id'
  // Keys in the session storage of a tab.
  | 'open-keys'
  | 'registration'
  | 'device';

type Area = 'local' | 'session';

/** Reads a key; null when it is absent or storage is disabled. */
export function readStorage(key: StorageKey, area: Area = 'local'): string | null {
  try {
    return storageOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** Writes a key, or removes it when the value is null. Does nothing when storage is disabled or full. */
export function writeStorage(key: StorageKey, value: string | null, area: Area = 'local'): void {
  try {
    if (value === null) storageOf(area).removeItem(key);
    else storageOf(area).setItem(key, value);
  } catch {
    // Private windows may refuse; the app then works until the page is closed.
  }
}

function storageOf(area: Area): Storage {
  return area === 'local' ? localStorage : sessionStorage;
}
