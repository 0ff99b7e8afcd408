import { isStorable, systemCapabilities, type AnyRecord, type SystemCapability, type SystemDriver } from '@sync/records';
import { stream, withShop } from '../exercises';
import type { ContractCheck, IntegrationUnderTest, ShopUnderTest } from '../integration-under-test';
import { membersOf, type Kind, type Member, type Misshapen } from '../record-shape';

interface Found {
  capability: SystemCapability;
  record: AnyRecord;
}

interface Exported {
  driver: SystemDriver;
  found: readonly Found[];
}

async function recordsOf(shop: ShopUnderTest): Promise<Found[]> {
  const found: Found[] = [];
  for (const capability of systemCapabilities) {
    for (const { records } of await stream(shop, capability)) for (const record of records) found.push({ capability, record });
  }
  expect(new Set(found.map(({ capability }) => capability)).size).toBe(systemCapabilities.length);
  return found;
}

/** One and a half pages. */
const manyOf = ({ perPage }: IntegrationUnderTest): number => Math.ceil(perPage * 1.5);

async function exportAll(subject: IntegrationUnderTest): Promise<Exported> {
  const shop = await subject.start({ records: manyOf(subject) });
  try {
    return { driver: shop.connection.driver, found: await recordsOf(shop) };
  } finally {
    await shop.stop();
  }
}

const exportsBySubject = new WeakMap<IntegrationUnderTest, Promise<Exported>>();

/** The checks that only read records share one export of each platform: to export again for each took half of the time. */
function exportedOf(subject: IntegrationUnderTest): Promise<Exported> {
  const exported = exportsBySubject.get(subject) ?? exportAll(subject);
  exportsBySubject.set(subject, exported);
  return exported;
}

const allMembers = async (subject: IntegrationUnderTest): Promise<Member[]> =>
  (await exportedOf(subject)).found.flatMap(({ capability, record }) => membersOf(capability, record));

/** A check that `isValid` holds for every member of the given kinds in every record. */
function aboutMembers(title: string, kinds: readonly Kind[], isValid: (value: unknown, driver: SystemDriver) => boolean): ContractCheck {
  return {
    title,
    check: async (subject) => {
      const { driver } = await exportedOf(subject);
      const checked = (await allMembers(subject)).filter(({ kind }) => kinds.includes(kind));
      expect(checked.length).toBeGreaterThan(0);
      expect(checked.filter(({ kind, value }) => !isValid(value, driver) && !(value === null && allowsNull(kind)))).toEqual([]);
    },
  };
}

const allowsNull = (kind: Kind): boolean => typeof kind === 'string' && kind.endsWith('?');

const dateTime = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** ISO 8601 with at least a day, and one that exists. */
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
  aboutMembers('source ids are non-blank text', ['source id', 'source id?'], isId),
  aboutMembers('ids assigned by the service are null', ['service id'], (value) => value === null),
  aboutMembers('system is the driver', ['system'], (value, driver) => value === driver),
  aboutMembers('amounts are integers in minor units', ['money', 'money?'], isInteger),
  aboutMembers('counts are integers', ['count', 'count?'], isInteger),
  aboutMembers('currencies are ISO 4217 codes', ['currency', 'currency?'], (value) => currencies.has(String(value))),
  aboutMembers('dates are ISO 8601 text', ['time', 'time?'], isTime),
  aboutMembers('modifiedAt is ISO 8601 in UTC', ['instant?'], (value) => isTime(value) && String(value).endsWith('Z')),
  aboutMembers('customAttributes are {key, value} pairs of unique, namespaced keys and scalar values', ['attributes'], areAttributes),
  aboutMembers('texts are strings or null', ['text', 'text?'], isText),
  aboutMembers('tags and categories are lists of strings', ['texts'], (value) => Array.isArray(value) && value.every(isText)),
];

const isEnumerated = ({ kind, value }: Member): boolean =>
  typeof kind !== 'object' || !('oneOf' in kind) || (value === null ? kind.nullable : kind.oneOf.includes(String(value)));

const maxOffsetMs = 14 * 3_600_000;

/** A time with an offset names its instant. One without lies within the offset of some time zone from it. */
function isUtcOf(value: unknown, time: unknown): boolean {
  const hasOffset = /(Z|[+-]\d{2}:\d{2})$/.test(String(time));
  if (value === null) return time === null || !hasOffset;
  if (!isTime(value) || !String(value).endsWith('Z') || time === null) return false;
  const distance = Math.abs(Date.parse(String(value)) - Date.parse(hasOffset ? String(time) : `${String(time)}Z`));
  return distance <= (hasOffset ? 0 : maxOffsetMs);
}

const textsWithin = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsWithin) : [];

const recordChecks: ContractCheck[] = [
  {
    title: 'a UTC member is the instant of the time beside it, and there for every time with an offset',
    check: async (subject) => {
      const members = (await allMembers(subject)).filter(({ kind }) => kind === 'utc?');
      expect(members.length).toBeGreaterThan(0);
      expect(members.filter(({ value, time }) => !isUtcOf(value, time))).toEqual([]);
    },
  },
  {
    title: 'consent flags are booleans',
    check: async (subject) => {
      const members = await allMembers(subject);
      expect(members.filter(({ kind, value }) => kind === 'flag' && typeof value !== 'boolean')).toEqual([]);
    },
  },
  {
    title: 'enumerations hold only defined values',
    check: async (subject) => {
      const members = await allMembers(subject);
      expect(members.filter((member) => !isEnumerated(member))).toEqual([]);
    },
  },
  {
    title: 'a record has exactly the properties of its type, at every level',
    check: async (subject) => {
      const misshapen: Misshapen[] = [];
      for (const { capability, record } of (await exportedOf(subject)).found)
        membersOf(capability, record, (found) => misshapen.push(found));
      expect(misshapen).toEqual([]);
    },
  },
  {
    title: 'an empty address is null',
    check: async (subject) => {
      const addresses = (await exportedOf(subject)).found.flatMap(({ record }) =>
        'addressBilling' in record ? [record.addressBilling, record.addressShipping] : [],
      );
      const given = addresses.filter((address) => address !== null);
      expect(given.length).toBeGreaterThan(0);
      expect(given.filter((address) => Object.values(address).every((part) => part === null || part === ''))).toEqual([]);
    },
  },
  {
    title: 'a record survives JSON and holds only storable text',
    check: async (subject) => {
      const records = (await exportedOf(subject)).found.map(({ record }) => record);
      expect(JSON.parse(JSON.stringify(records))).toStrictEqual(records);
      expect(records.flatMap(textsWithin).filter((text) => !isStorable(text))).toEqual([]);
    },
  },
  {
    title: 'the transformer keeps all records in order and does not modify its input',
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
