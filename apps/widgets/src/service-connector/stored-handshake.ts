import { jsonOf } from '../service/json';
import type { PendingConnection } from './status-polling';

/**
 * The handshake of this tab, so that a reload or a trip to the shop and back continues it. Null when there is none, when it has expired, and
 * when the storage is blocked or holds something else.
 */
export function storedHandshake(key: string): PendingConnection | null {
  try {
    const { id, token, expiresAt } = JSON.parse(sessionStorage.getItem(key) ?? '') as PendingConnection;
    // The id becomes part of an address.
    if (/^[\da-f-]{36}$/.test(id) && /^\w/.test(token) && expiresAt > Date.now()) return { id, token, expiresAt };
  } catch {
    // Blocked, empty or not JSON.
  }
  return null;
}

/** Null removes it. */
export function storeHandshake(key: string, pending: PendingConnection | null): void {
  try {
    sessionStorage.removeItem(key);
    if (pending) sessionStorage.setItem(key, jsonOf(pending));
  } catch {
    // Blocked or full: the handshake lasts until the page is left.
  }
}
