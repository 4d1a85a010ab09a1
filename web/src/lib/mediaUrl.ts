import { apiBase } from './api.ts';

/** The address of a picture that the server names: where the app is served apart, its own paths are the backend's. */
export function mediaUrl(address: string): string {
  return address.startsWith('/media/') ? apiBase + address : address;
}
