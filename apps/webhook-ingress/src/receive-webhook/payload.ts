import { isUtf8 } from 'node:buffer';

const deepest = 32;
const mostMembers = 100_000;
const notJson = 'The body is not JSON.';

/** Why the bytes are not JSON that whoever reads it later can walk through; null when they are. Any JSON value is JSON. */
export function faultOf(body: Buffer): string | null {
  try {
    return isUtf8(body) ? faultOfShape(JSON.parse(body.toString('utf8'))) : notJson;
  } catch {
    return notJson;
  }
}

/** Level by level, not by recursion: a small text can be nested deeper than the stack. */
function faultOfShape(value: unknown): string | null {
  let members = 0;
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > deepest) return `The body is nested more than ${deepest} levels deep.`;
    const below: object[] = [];
    for (const container of level) {
      const values = Object.values(container) as unknown[];
      members += values.length;
      if (members > mostMembers) return `The body has more than ${mostMembers} members.`;
      for (const one of values) if (isContainer(one)) below.push(one);
    }
    level = below;
  }
  return null;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
