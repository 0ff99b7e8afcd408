/** Made-up people and goods. Domains and network addresses are reserved ones, telephone numbers cannot be dialled. */

export const firstNames = [
  'Anna', 'Björn', 'Chloé', 'Dmitri', 'Élodie', 'Fatma', 'Giulia', 'Hans-Peter', 'İrem', 'Jürgen', 'Kateřina', 'Lukas', 'Maëlle', 'Noah',
  'Oliwia', 'Paul', 'Quentin', 'Rosa', 'Søren', 'Thérèse', 'Uwe', 'Viktória', 'Wojciech', 'Xenia', 'Yusuf', 'Zoë', '山田', 'Amélie', 'Ben', 'Clara',
] as const; // prettier-ignore

export const lastNames = [
  'Müller', 'Schmidt-Weiß', "O'Neil", 'Nowak', 'Van der Berg', 'García', 'Rossi', 'Dubois', 'Jensen', 'Kowalski', 'Nagy', 'Öztürk', 'Smith',
  'Novák', 'Lindström', 'Fischer', 'Weber', 'Moreau', 'Bianchi', 'Silva', 'Hoffmann', 'Peeters', 'Virtanen', 'Ionescu', 'Becker',
] as const; // prettier-ignore

export interface Town {
  city: string;
  postcode: string;
  state: string;
  country: string;
  street: string;
  dialling: string;
}

export const towns: readonly Town[] = [
  { city: 'Berlin', postcode: '10115', state: 'BE', country: 'DE', street: 'Hauptstraße', dialling: '+49 30' },
  { city: 'München', postcode: '80331', state: 'BY', country: 'DE', street: 'Lindenweg', dialling: '+49 89' },
  { city: 'Köln', postcode: '50667', state: 'NW', country: 'DE', street: 'Domplatz', dialling: '+49 221' },
  { city: 'Wien', postcode: '1010', state: '', country: 'AT', street: 'Ringstraße', dialling: '+43 1' },
  { city: 'Zürich', postcode: '8001', state: 'ZH', country: 'CH', street: 'Bahnhofstrasse', dialling: '+41 44' },
  { city: 'Paris', postcode: '75001', state: '', country: 'FR', street: 'Rue des Fêtes', dialling: '+33 1' },
  { city: 'Madrid', postcode: '28013', state: 'M', country: 'ES', street: 'Calle Mayor', dialling: '+34 91' },
  { city: 'Praha', postcode: '110 00', state: '', country: 'CZ', street: 'Náměstí Míru', dialling: '+420 2' },
  { city: 'London', postcode: 'SW1A 1AA', state: '', country: 'GB', street: 'High Street', dialling: '+44 20' },
  { city: 'New York', postcode: '10001', state: 'NY', country: 'US', street: 'Broadway', dialling: '+1 212' },
];

export const companies = ['Firma & Söhne GmbH', 'Café Zürich AG', 'Nordlicht Handel', 'O’Leary & Co', 'Atelier 7'] as const;
export const mailDomains = ['mail.example', 'post.example', 'inbox.example'] as const;

export const adjectives = [
  'Urban',
  'Vintage',
  'Bio',
  'Slim',
  'Premium',
  'Ultra',
  'Classic',
  'Organic',
  'Nordic',
  'Kleine',
  'Große',
  'Everyday',
] as const;

export interface ProductKind {
  noun: string;
  /** Category names come out HTML-escaped; product names do not. */
  category: { id: number; name: string; slug: string };
  /** Price range in hundredths. */
  price: readonly [number, number];
  sizes?: readonly string[];
}

const clothing = { id: 16, name: 'Clothing', slug: 'clothing' };
const bags = { id: 17, name: 'Bags &amp; Accessories', slug: 'bags-accessories' };
const home = { id: 18, name: 'Küche &amp; Haus', slug: 'kueche-haus' };
const audio = { id: 19, name: 'Audio', slug: 'audio' };
export const uncategorized = { id: 15, name: 'Uncategorized', slug: 'uncategorized' };

export const productKinds: readonly ProductKind[] = [
  { noun: 'Hoodie', category: clothing, price: [3900, 8900], sizes: ['S', 'M', 'L'] },
  { noun: 'T-Shirt', category: clothing, price: [1490, 3490], sizes: ['S', 'M', 'L', 'XL'] },
  { noun: 'Socken', category: clothing, price: [590, 1990] },
  { noun: 'Rucksack', category: bags, price: [4900, 15900] },
  { noun: 'Tasche', category: bags, price: [2900, 22900] },
  { noun: 'Tasse', category: home, price: [790, 2490] },
  { noun: 'Lampe', category: home, price: [2990, 18990] },
  { noun: 'Poster', category: home, price: [990, 4990] },
  { noun: 'Kopfhörer', category: audio, price: [4990, 29900] },
  { noun: 'Lautsprecher', category: audio, price: [7990, 49900] },
];

export const productTags = [
  { id: 26, name: 'bestseller', slug: 'bestseller' },
  { id: 27, name: 'new &amp; now', slug: 'new-now' },
  { id: 28, name: 'Geschenkidee', slug: 'geschenkidee' },
] as const;

export const customerNotes = [
  '',
  '',
  '',
  '',
  'Bitte klingeln bei „Müller“\nDanke 🙏',
  'Leave it with the neighbour',
  'Als Geschenk verpacken <3',
] as const;
