import { CannotGenerate } from './cannot-generate';

/** The spellings of a platform's name. */
export interface PlatformNames {
  /** Folders and files: `commerce-c`. */
  name: string;
  /** Also the slug of the system: `commerce_c`. */
  driver: string;
  /** `CommerceC`. */
  className: string;
  /** `commerceC`. */
  propertyName: string;
  /** Display name: `Commerce C`. */
  title: string;
  /** `demo-shop-c`. */
  shopFile: string;
  /** `DemoShopC`. */
  shopClass: string;
}

const kebabCase = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const maxLength = 40;

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const pascalCase = (name: string): string => name.split('-').map(capitalised).join('');

/** Throws CannotGenerate for a name that is not kebab-case. */
export function namesOf(name: string): PlatformNames {
  if (!kebabCase.test(name) || name.length > maxLength)
    throw new CannotGenerate(
      `"${name}" cannot name a platform: use kebab-case and at most ${maxLength} characters, for example commerce-c.`,
    );
  const className = pascalCase(name);
  // DemoShopA, DemoShopB: the common prefix says nothing.
  const shop = name.replace(/^commerce-/, '');
  return {
    name,
    driver: name.replaceAll('-', '_'),
    className,
    propertyName: className.charAt(0).toLowerCase() + className.slice(1),
    title: name.split('-').map(capitalised).join(' '),
    shopFile: `demo-shop-${shop}`,
    shopClass: `DemoShop${pascalCase(shop)}`,
  };
}
