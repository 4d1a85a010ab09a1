import { apiBase } from './api.ts';

/**
 * The address of a picture that the server names. When the app is served from its own origin, paths are resolved
 * against the backend.
 */
export function mediaUrl(address: string): string {
  return address.startsWith('/media/') ? apiBase + address : address;
}
