type Members = Record<string, unknown>;

/** The own members of an object, without additions of the page to Object.prototype. Empty for anything else. */
export function membersOf(value: unknown): Members {
  return { __proto__: null, ...(Object(value) === value ? (value as Members) : {}) } as Members;
}

/** As `JSON.stringify`, but ignores any `toJSON` that the page has added to built-in types. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, function (this: Members, key) {
    return this[key];
  });
}
