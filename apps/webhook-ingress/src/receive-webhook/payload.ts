import { isUtf8 } from 'node:buffer';

const maxDepth = 32;
const maxMembers = 100_000;
/** More members than any body has. */
const tooDeep = Infinity;
const notJson = 'The body is not JSON.';

/** Why the body is not JSON that can be processed later; null when it is. Any JSON value is accepted. */
export function faultOf(body: Buffer): string | null {
  try {
    return isUtf8(body) ? faultOfShape(JSON.parse(textOf(body))) : notJson;
  } catch {
    return notJson;
  }
}

/** Without a byte order mark, which some editors and plugins put in front. */
function textOf(body: Buffer): string {
  return body.toString('utf8').replace(/^\uFEFF/, '');
}

function faultOfShape(value: unknown): string | null {
  const members = countMembers(value, 1, 0);
  if (members === tooDeep) return `The body is nested more than ${maxDepth} levels deep.`;
  return members > maxMembers ? `The body has more than ${maxMembers} members.` : null;
}

/** Adds to `counted`; stops as soon as there are too many, and returns `tooDeep` for a value nested too deep. */
function countMembers(value: unknown, depth: number, counted: number): number {
  if (typeof value !== 'object' || value === null) return counted;
  if (depth > maxDepth) return tooDeep;
  const values = Array.isArray(value) ? value : Object.values(value);
  let members = counted + values.length;
  for (let place = 0; place < values.length && members <= maxMembers; place += 1) members = countMembers(values[place], depth + 1, members);
  return members;
}
