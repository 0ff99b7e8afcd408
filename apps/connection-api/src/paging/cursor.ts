import { Problem } from '@sync/service-runtime';

/** A place in a list, as its last row's key. What a client sees of it is opaque: it keeps it and gives it back. */
export function writeCursor(list: string, ...key: string[]): string {
  return Buffer.from(JSON.stringify([list, ...key])).toString('base64url');
}

/** The key in a cursor of this list, each part in its shape. Throws Problem for anything else, a cursor of another list included. */
export function readCursor(list: string, cursor: string, ...shapes: RegExp[]): string[] {
  const [name, ...key] = partsOf(cursor);
  const isWhole = name === list && key.length === shapes.length && shapes.every((shape, index) => shape.test(key[index] ?? ''));
  if (!isWhole) throw Problem.invalid([{ pointer: '/cursor', detail: 'cursor must be a next_cursor of this list' }]);
  return key;
}

function partsOf(cursor: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : [];
  } catch {
    return [];
  }
}

export const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
