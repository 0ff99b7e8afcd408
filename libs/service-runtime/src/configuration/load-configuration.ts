import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/** A variable is missing or malformed. The message names it and the expected format, and never shows its value. */
export class InvalidConfiguration extends Error {
  constructor(complaints: readonly string[]) {
    super(complaints.join('; '));
    this.name = 'InvalidConfiguration';
  }
}

interface Variable {
  property: string;
  name: string;
  shouldBe: string;
}

const variablesOf = new WeakMap<object, Variable[]>();
const meanings = new WeakMap<object, Record<string, string>>();

/** Binds a property of a configuration class to an environment variable. `shouldBe` describes the expected format to a person. */
export function Variable(name: string, shouldBe: string): PropertyDecorator {
  return (prototype, property) => {
    const variables = variablesOf.get(prototype) ?? [];
    variablesOf.set(prototype, [...variables, { property: String(property), name, shouldBe }]);
  };
}

/** What a variable of a configuration class does, as sentences in Markdown for docs/operations/configuration.md. */
export function Meaning(text: string): PropertyDecorator {
  return (prototype, property) => {
    meanings.set(prototype, { ...meanings.get(prototype), [String(property)]: text });
  };
}

/** `default`: as the class holds it; undefined without one. `meaning`: empty without one. */
export interface VariableDescription {
  name: string;
  allowed: string;
  meaning: string;
  default: unknown;
  isRequired: boolean;
}

/** The variables of a configuration class, those of its parents first. */
export function describeVariables(configuration: new () => object): VariableDescription[] {
  const unset = new configuration();
  const required = validateSync(unset, { forbidUnknownValues: false }).map(({ property }) => property);
  return inherited(configuration.prototype as object).map(({ property, name, shouldBe }) => ({
    name,
    allowed: shouldBe,
    meaning: meaningOf(configuration.prototype as object, property),
    default: Reflect.get(unset, property),
    isRequired: required.includes(property),
  }));
}

/**
 * Reads and validates a configuration class once, at startup. An unset or empty variable keeps the property's default.
 * Throws InvalidConfiguration.
 */
export function loadConfiguration<T extends object>(configuration: new () => T, environment: NodeJS.ProcessEnv = process.env): T {
  const variables = inherited(configuration.prototype as object);
  const given = variables.flatMap(({ property, name }) =>
    environment[name]?.trim() ? [[property, environment[name]?.trim()] as const] : [],
  );
  const loaded = plainToInstance(configuration, Object.fromEntries(given), { enableImplicitConversion: false, exposeDefaultValues: true });
  const invalid = validateSync(loaded, { forbidUnknownValues: false }).map(({ property }) => property);
  if (invalid.length > 0) {
    const isGiven = new Set(given.map(([property]) => property));
    throw new InvalidConfiguration(
      variables
        .filter(({ property }) => invalid.includes(property))
        .map(({ property, name, shouldBe }) => `${name} ${isGiven.has(property) ? 'should be' : 'is missing: it should be'} ${shouldBe}`),
    );
  }
  return Object.freeze(loaded);
}

function meaningOf(prototype: object | null, property: string): string {
  if (prototype === null) return '';
  return meanings.get(prototype)?.[property] ?? meaningOf(Object.getPrototypeOf(prototype) as object | null, property);
}

function inherited(prototype: object | null): Variable[] {
  return prototype ? [...inherited(Object.getPrototypeOf(prototype) as object | null), ...(variablesOf.get(prototype) ?? [])] : [];
}
