import { inLanguages, sameInLanguages, type Texts } from './languages';
import { setUpMs, shopTime, type ShopSetup } from './shop-setup';

interface Category {
  id: number;
  parent: number;
  name: Texts;
  active: boolean;
}

function category(id: number, parent: number, en: string, de: string, fr: string, active = true): Category {
  return { id, parent, name: { en, de, fr }, active };
}

/** In the order in which the shop lists them: by parent. */
export const categories: readonly Category[] = [
  category(1, 0, 'Root', 'Root', 'Racine'),
  category(2, 1, 'Home', 'Home', 'Accueil'),
  category(3, 2, 'Clothes', 'Kleidung', 'Vêtements'),
  category(6, 2, 'Accessories', 'Accessoires', 'Accessoires'),
  category(9, 2, 'Art', 'Kunst', 'Art'),
  category(10, 2, 'Shirts & Tops', 'Hemden & Oberteile', 'Chemises & hauts'),
  category(12, 2, '日本の器', 'Japanische Keramik', 'Céramique japonaise'),
  category(13, 2, 'Küche', 'Küche', 'Cuisine'),
  category(14, 2, 'Hidden', 'Versteckt', 'Caché', false),
  category(4, 3, 'Men', 'Herren', 'Hommes'),
  category(5, 3, 'Women', 'Damen', 'Femmes'),
  category(7, 6, 'Stationery', 'Schreibwaren', 'Papeterie'),
  category(8, 6, 'Home Accessories', 'Wohnaccessoires', 'Accessoires de maison'),
  category(11, 6, 'Bags', 'Taschen', 'Sacs'),
];

export const manufacturers = [
  { id: 1, name: 'Studio Design', slug: 'studio-design' },
  { id: 2, name: 'Graphic Corner', slug: 'graphic-corner' },
  { id: 3, name: 'Atelier Nord', slug: 'atelier-nord' },
  { id: 4, name: 'Fabrik & Söhne', slug: 'fabrik-sohne' },
] as const;

export const adjectives = ['Urban', 'Vintage', 'Slim', 'Premium', 'Ultra', 'Classic', 'Organic', 'Eco', 'Nordic', 'Light'] as const;

export interface ProductKind {
  noun: Texts;
  category: number;
  /** Gross price in hundredths, from and to. */
  price: readonly [number, number];
  sizes?: readonly string[];
  virtual?: true;
}

export const productKinds: readonly ProductKind[] = [
  { noun: { en: 'Shirt', de: 'Hemd', fr: 'Chemise' }, category: 10, price: [1990, 6990], sizes: ['S', 'M', 'L'] },
  { noun: { en: 'Sweater', de: 'Pullover', fr: 'Pull' }, category: 5, price: [3590, 8990], sizes: ['S', 'M', 'L', 'XL'] },
  { noun: { en: 'Jacket', de: 'Jacke', fr: 'Veste' }, category: 4, price: [6990, 18990], sizes: ['M', 'L'] },
  { noun: { en: 'Bag', de: 'Tasche', fr: 'Sac' }, category: 11, price: [2990, 21190] },
  { noun: { en: 'Notebook', de: 'Notizbuch', fr: 'Carnet' }, category: 7, price: [690, 2490] },
  { noun: { en: 'Lamp', de: 'Lampe', fr: 'Lampe' }, category: 8, price: [2990, 15990] },
  { noun: { en: 'Poster', de: 'Plakat', fr: 'Affiche' }, category: 9, price: [990, 7990] },
  { noun: { en: 'Tea bowl', de: 'Teeschale', fr: 'Bol à thé' }, category: 12, price: [1990, 12990] },
  { noun: { en: 'Grinder', de: 'Mühle', fr: 'Moulin' }, category: 13, price: [1490, 8990] },
  { noun: { en: 'Pattern (file)', de: 'Vorlage (Datei)', fr: 'Motif (fichier)' }, category: 9, price: [290, 990], virtual: true },
];

/** The categories of a product, from the shop's home down. */
export function categoryPath(id: number): number[] {
  const parent = categories.find((candidate) => candidate.id === id)?.parent ?? 0;
  return parent <= 1 ? [id] : [...categoryPath(parent), id];
}

function timesOf({ timeZone }: ShopSetup) {
  const at = shopTime(setUpMs, timeZone);
  return { date_add: at, date_upd: at };
}

export function categoryRecords(setup: ShopSetup): Record<string, unknown>[] {
  const { languages } = setup;
  return categories.map(({ id, parent, name, active }) => ({
    id,
    id_parent: String(parent),
    level_depth: String(id === 1 ? 0 : categoryPath(id).length),
    nb_products_recursive: '-1',
    active: active ? '1' : '0',
    id_shop_default: '1',
    is_root_category: id === 2 ? '1' : '0',
    position: '0',
    ...timesOf(setup),
    name: inLanguages(languages, name),
    link_rewrite: sameInLanguages(languages, `category-${id}`),
    description: sameInLanguages(languages, ''),
    additional_description: sameInLanguages(languages, ''),
    meta_title: sameInLanguages(languages, ''),
    meta_description: sameInLanguages(languages, ''),
    meta_keywords: sameInLanguages(languages, ''),
    associations: {
      categories: categories.filter((child) => child.parent === id).map((child) => ({ id: String(child.id) })),
    },
  }));
}

export function manufacturerRecords(setup: ShopSetup): Record<string, unknown>[] {
  const empty = sameInLanguages(setup.languages, '');
  return manufacturers.map(({ id, name, slug }) => ({
    id,
    active: '1',
    link_rewrite: slug,
    name,
    ...timesOf(setup),
    description: empty,
    short_description: empty,
    meta_title: empty,
    meta_description: empty,
    meta_keywords: empty,
  }));
}
