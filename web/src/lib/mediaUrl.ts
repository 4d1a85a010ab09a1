import { apiBase } from './api.ts';

/** The address of a picture that the server names. When the backend has another origin, the path is on the backend. */
export function mediaUrl(address: string): string {
  return address.startsWith('/media/') ? apiBase + address : address;
}
