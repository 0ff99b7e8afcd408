type Members = Record<string, unknown>;

/** Of an object, without what a script of the page has added to all objects; none of anything else. */
export function membersOf(value: unknown): Members {
  return { __proto__: null, ...(Object(value) === value ? (value as Members) : {}) } as Members;
}

/** JSON as it is meant, whatever `toJSON` a script of the page has given to lists or texts. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, function (this: Members, key) {
    return this[key];
  });
}
