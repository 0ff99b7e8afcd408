import { CannotGenerate } from './cannot-generate';

/** What a platform is called in each place. */
export interface PlatformNames {
  /** Of its folders and files: `commerce-c`. */
  name: string;
  /** Also its slug: `commerce_c`. */
  driver: string;
  /** `CommerceC`. */
  className: string;
  /** `commerceC`. */
  propertyName: string;
  /** For people: `Commerce C`. */
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
      `"${name}" is no name of a platform: kebab-case is asked for, at most ${maxLength} characters, for example commerce-c.`,
    );
  const className = pascalCase(name);
  // Shops are told apart by what follows the kind of platform: DemoShopA, DemoShopB.
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
