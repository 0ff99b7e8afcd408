import { Problem } from '@sync/service-runtime';

/** An opaque position in a list: the key of the last row seen. */
export function writeCursor(list: string, ...key: string[]): string {
  return Buffer.from(JSON.stringify([list, ...key])).toString('base64url');
}

/** The key inside a cursor. Throws Problem unless the cursor is of this list and every part matches its shape. */
export function readCursor(list: string, cursor: string, ...shapes: RegExp[]): string[] {
  const [name, ...key] = partsOf(cursor);
  const isValid = name === list && key.length === shapes.length && shapes.every((shape, index) => shape.test(key[index] ?? ''));
  if (!isValid) throw Problem.invalid([{ pointer: '/cursor', detail: 'cursor must be a next_cursor of this list' }]);
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
