/** `totalShipping` -> `total_shipping`; a digit stays with its word: `address1` -> `address1`. */
type SnakeCaseName<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCaseName<Rest>}`
  : S;

/** The serialised form of a record: the same values under snake_case property names, at every level. */
export type SnakeCased<T> = T extends readonly (infer Item)[]
  ? SnakeCased<Item>[]
  : T extends object
    ? { [Name in keyof T as Name extends string ? SnakeCaseName<Name> : never]: SnakeCased<T[Name]> }
    : T;
