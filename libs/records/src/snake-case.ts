/** `totalShipping` -> `total_shipping`; a digit stays with its word: `address1` -> `address1`. */
export type SnakeCaseName<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCaseName<Rest>}`
  : S;

/** The serialised form of a record: the same values under snake_case property names, at every level. */
export type SnakeCased<T> = T extends readonly (infer Item)[]
  ? SnakeCased<Item>[]
  : T extends object
    ? { [Name in keyof T as Name extends string ? SnakeCaseName<Name> : never]: SnakeCased<T[Name]> }
    : T;

/** Property names of our own types only, so this stays small. */
const names = new Map<string, string>();

function snakeCaseName(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const converted = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  names.set(name, converted);
  return converted;
}

/** Serialises a normalised record (or a list of them): property names become snake_case, values (custom attribute keys among them) stay. */
export function toSnakeCase<T>(value: T): SnakeCased<T>;
export function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => toSnakeCase<unknown>(item));
  if (typeof value !== 'object' || value === null) return value;
  const converted: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) converted[snakeCaseName(name)] = toSnakeCase<unknown>(member);
  return converted;
}
