import { isUtf8 } from 'node:buffer';

const deepest = 32;
const mostMembers = 100_000;
const deeply = `The body is nested more than ${deepest} levels deep.`;
/** No body has so many members. */
const tooDeep = Infinity;
const notJson = 'The body is not JSON.';

/** Why the bytes are not JSON that whoever reads it later can walk through; null when they are. Any JSON value is JSON. */
export function faultOf(body: Buffer): string | null {
  try {
    return isUtf8(body) ? faultOfShape(JSON.parse(body.toString('utf8'))) : notJson;
  } catch {
    return notJson;
  }
}

function faultOfShape(value: unknown): string | null {
  const members = membersOf(value, 1, 0);
  if (members > mostMembers) return members === tooDeep ? deeply : `The body has more than ${mostMembers} members.`;
  return null;
}

/** How many there are, together with those counted before; not looked any further once there are too many, or `tooDeep`. */
function membersOf(value: unknown, depth: number, counted: number): number {
  if (typeof value !== 'object' || value === null) return counted;
  if (depth > deepest) return tooDeep;
  const values = Array.isArray(value) ? value : Object.values(value);
  let members = counted + values.length;
  for (let place = 0; place < values.length && members <= mostMembers; place += 1) members = membersOf(values[place], depth + 1, members);
  return members;
}
