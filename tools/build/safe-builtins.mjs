// Stand in for built-ins in the widgets, whose runtime must work on pages with old libraries. See widgets.mjs.

/** Prototype.js replaces `Array.from` by a function that cannot read a Set. */
export const arrayFrom = (items) => [...items];

/** Ignores additions of the page to Object.prototype: an inherited `get` or `value` makes a property descriptor invalid. */
export const defineProperty = (target, name, descriptor) => {
  Reflect.defineProperty(target, name, { __proto__: null, ...descriptor });
  return target;
};
