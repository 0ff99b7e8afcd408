import { cleanText, systemCapabilities, type AnyRecord, type SystemCapability, type SystemDriver } from '@sync/records';
import { stream, withShop } from '../exercises';
import type { ContractCheck, IntegrationUnderTest, ShopUnderTest } from '../integration-under-test';
import { membersOf, type Kind, type Member, type Misshapen } from '../record-shape';

interface Found {
  capability: SystemCapability;
  record: AnyRecord;
}

async function recordsOf(shop: ShopUnderTest): Promise<Found[]> {
  const found: Found[] = [];
  for (const capability of systemCapabilities) {
    for (const { records } of await stream(shop, capability)) for (const record of records) found.push({ capability, record });
  }
  expect(new Set(found.map(({ capability }) => capability)).size).toBe(systemCapabilities.length);
  return found;
}

/** A page and a half of each capability. */
const manyOf = ({ perPage }: IntegrationUnderTest): number => Math.ceil(perPage * 1.5);

/** A sentence about members of some kinds: `isRight` must hold for each of them in every record that the platform makes. */
function aboutMembers(title: string, kinds: readonly Kind[], isRight: (value: unknown, driver: SystemDriver) => boolean): ContractCheck {
  return {
    title,
    check: (subject) =>
      withShop(subject, manyOf(subject), async (shop) => {
        const { driver } = shop.connection;
        const members = (await recordsOf(shop)).flatMap(({ capability, record }) => membersOf(capability, record));
        const meant = members.filter(({ kind }) => kinds.includes(kind));
        expect(meant.length).toBeGreaterThan(0);
        expect(meant.filter(({ kind, value }) => !isRight(value, driver) && !(value === null && allowsNull(kind)))).toEqual([]);
      }),
  };
}

const allowsNull = (kind: Kind): boolean => typeof kind === 'string' && kind.endsWith('?');

const dateTime = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** ISO 8601, a day at least, and one that exists. */
function isTime(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const day = dateTime.exec(value)?.[1];
  return day !== undefined && !Number.isNaN(Date.parse(value)) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

const isInteger = (value: unknown): boolean => Number.isSafeInteger(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isId = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const currencies = new Set(Intl.supportedValuesOf('currency'));

function isAttribute(attribute: unknown, driver: SystemDriver): boolean {
  if (typeof attribute !== 'object' || attribute === null) return false;
  const { key, value, ...more } = attribute as { key?: unknown; value?: unknown };
  const isScalar = value === null || typeof value === 'string' || typeof value === 'boolean' || isInteger(value);
  return isScalar && typeof key === 'string' && new RegExp(`^${driver}\\.(?=.)`).test(key) && Object.keys(more).length === 0;
}

function areAttributes(value: unknown, driver: SystemDriver): boolean {
  if (!Array.isArray(value) || !value.every((attribute) => isAttribute(attribute, driver))) return false;
  return new Set(value.map(({ key }: { key: string }) => key)).size === value.length;
}

const memberChecks: ContractCheck[] = [
  aboutMembers('sourceId is the platform-native identifier, always a string', ['source id', 'source id?'], isId),
  aboutMembers('id is the service-assigned UUID: null when an integration returns a record', ['service id'], (value) => value === null),
  aboutMembers('The system identity travels as data: it is the driver', ['system'], (value, driver) => value === driver),
  aboutMembers('Money is an integer in minor currency units and never a float', ['money', 'money?'], isInteger),
  aboutMembers('Counts are integers', ['count', 'count?'], isInteger),
  aboutMembers('The currency code is carried alongside (ISO 4217)', ['currency', 'currency?'], (value) => currencies.has(String(value))),
  aboutMembers('Datetime fields are strings in ISO 8601', ['time', 'time?'], isTime),
  aboutMembers(
    'The instant of the last modification is ISO 8601 in UTC',
    ['instant?'],
    (value) => isTime(value) && String(value).endsWith('Z'),
  ),
  aboutMembers(
    'customAttributes is a list of {key, value} of scalars, its keys namespaced and each there once',
    ['attributes'],
    areAttributes,
  ),
  aboutMembers('Texts are strings or null', ['text', 'text?'], isText),
  aboutMembers('Tags and categories are lists of strings', ['texts'], (value) => Array.isArray(value) && value.every(isText)),
];

const isEnumerated = ({ kind, value }: Member): boolean =>
  typeof kind !== 'object' || !('oneOf' in kind) || (value === null ? kind.nullable : kind.oneOf.includes(String(value)));

const textsWithin = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsWithin) : [];

const recordChecks: ContractCheck[] = [
  {
    title: 'Consent, where a platform knows of any, is told as true or false',
    check: (subject) =>
      withShop(subject, manyOf(subject), async (shop) => {
        const members = (await recordsOf(shop)).flatMap(({ capability, record }) => membersOf(capability, record));
        expect(members.filter(({ kind, value }) => kind === 'flag' && typeof value !== 'boolean')).toEqual([]);
      }),
  },
  {
    title: 'Enumerations have the values of the specification',
    check: (subject) =>
      withShop(subject, manyOf(subject), async (shop) => {
        const members = (await recordsOf(shop)).flatMap(({ capability, record }) => membersOf(capability, record));
        expect(members.filter((member) => !isEnumerated(member))).toEqual([]);
      }),
  },
  {
    title: 'A record has exactly the properties of its type, in camelCase, also within addresses, consent and line items',
    check: (subject) =>
      withShop(subject, manyOf(subject), async (shop) => {
        const misshapen: Misshapen[] = [];
        for (const { capability, record } of await recordsOf(shop)) membersOf(capability, record, (found) => misshapen.push(found));
        expect(misshapen).toEqual([]);
      }),
  },
  {
    title: 'An address whose members are all empty is null',
    check: (subject) =>
      withShop(subject, manyOf(subject), async (shop) => {
        const addresses = (await recordsOf(shop)).flatMap(({ record }) =>
          'addressBilling' in record ? [record.addressBilling, record.addressShipping] : [],
        );
        const given = addresses.filter((address) => address !== null);
        expect(given.length).toBeGreaterThan(0);
        expect(given.filter((address) => Object.values(address).every((part) => part === null || part === ''))).toEqual([]);
      }),
  },
  {
    title: 'A record is plain data: it comes back from JSON as it was, and every text in it can be stored',
    check: (subject) =>
      withShop(subject, manyOf(subject), async (shop) => {
        const records = (await recordsOf(shop)).map(({ record }) => record);
        expect(JSON.parse(JSON.stringify(records))).toStrictEqual(records);
        expect(records.flatMap(textsWithin).filter((text) => cleanText(text) !== text)).toEqual([]);
      }),
  },
  {
    title: 'transformerClass makes of the records what is stored: the same ones in the same order, without touching what it was given',
    check: (subject) =>
      withShop(subject, manyOf(subject), async (shop) => {
        const transformer = new (shop.integration.transformerClass())();
        for (const capability of systemCapabilities) {
          const records = (await stream(shop, capability)).flatMap((batch) => batch.records);
          const before = structuredClone(records);
          const transformed = transformer.transform(capability, records);
          expect(records).toEqual(before);
          expect(transformed.map(({ sourceId }) => sourceId)).toEqual(records.map(({ sourceId }) => sourceId));
          expect(transformer.transform(capability, transformed)).toEqual(transformed);
        }
      }),
  },
];

export const recordsChecks = [...memberChecks, ...recordChecks];
