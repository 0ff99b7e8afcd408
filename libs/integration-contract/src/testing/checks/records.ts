import { isStorable, systemCapabilities, type AnyRecord, type SystemCapability, type SystemDriver } from '@sync/records';
import { Exercise, ofEachCapability, withShop } from '../exercises';
import type { ContractCheck, IntegrationUnderTest } from '../integration-under-test';
import { membersOf, type Kind, type Member, type Misshapen } from '../record-shape';

interface Found {
  capability: SystemCapability;
  record: AnyRecord;
}

interface Exported {
  driver: SystemDriver;
  found: readonly Found[];
}

/** One and a half pages. */
const manyOf = ({ perPage }: IntegrationUnderTest): number => Math.ceil(perPage * 1.5);

const exportAll = (subject: IntegrationUnderTest): Promise<Exported> =>
  withShop(subject, manyOf(subject), async (shop) => {
    const found: Found[] = [];
    for (const capability of systemCapabilities) {
      const batches = await new Exercise(subject, shop, capability).stream();
      found.push(...batches.flatMap(({ records }) => records.map((record) => ({ capability, record }))));
    }
    expect(new Set(found.map(({ capability }) => capability)).size).toBe(systemCapabilities.length);
    return { driver: shop.connection.driver, found };
  });

const exportsBySubject = new WeakMap<IntegrationUnderTest, Promise<Exported>>();

/** The checks that only read records share one export of each platform: to export again for each took half of the time. */
function exportedOf(subject: IntegrationUnderTest): Promise<Exported> {
  const exported = exportsBySubject.get(subject) ?? exportAll(subject);
  exportsBySubject.set(subject, exported);
  return exported;
}

async function membersWith(subject: IntegrationUnderTest, isWanted: (kind: Kind) => boolean): Promise<Member[]> {
  const { found } = await exportedOf(subject);
  return found.flatMap(({ capability, record }) => membersOf(capability, record)).filter(({ kind }) => isWanted(kind));
}

/** A check that `isValid` holds for every member of the given kinds in every record. A kind that ends with `?` allows null. */
function aboutMembers(
  title: string,
  kinds: readonly Kind[] | ((kind: Kind) => boolean),
  isValid: (value: unknown, driver: SystemDriver, member: Member) => boolean,
): ContractCheck {
  const isAbout = typeof kinds === 'function' ? kinds : (kind: Kind) => kinds.includes(kind);
  return {
    title,
    check: async (subject) => {
      const { driver } = await exportedOf(subject);
      const members = await membersWith(subject, isAbout);
      expect(members.length).toBeGreaterThan(0);
      const isAllowed = (member: Member) => (member.value === null && allowsNull(member.kind)) || isValid(member.value, driver, member);
      expect(members.filter((member) => !isAllowed(member))).toEqual([]);
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

const isEnumeration = (kind: Kind): boolean => typeof kind === 'object' && 'oneOf' in kind;

const isEnumerated = ({ kind, value }: Member): boolean =>
  typeof kind === 'object' && 'oneOf' in kind && (value === null ? kind.nullable : kind.oneOf.includes(String(value)));

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

export const recordsChecks: ContractCheck[] = [
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
  aboutMembers('enumerations hold only defined values', isEnumeration, (_value, _driver, member) => isEnumerated(member)),
  aboutMembers(
    'a UTC member is the instant of the time beside it, and there for every time with an offset',
    ['utc'],
    (value, _driver, { time }) => isUtcOf(value, time),
  ),
  {
    title: 'consent flags are booleans',
    check: async (subject) => {
      // A platform may know no consent.
      const flags = await membersWith(subject, (kind) => kind === 'flag');
      expect(flags.filter(({ value }) => typeof value !== 'boolean')).toEqual([]);
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
  ofEachCapability(
    'the transformer keeps all records in order and does not modify its input',
    { records: (subject) => [manyOf(subject)] },
    async (exercise) => {
      const { shop, capability } = exercise;
      const transformer = new (shop.integration.transformerClass())();
      const records = (await exercise.stream()).flatMap((batch) => batch.records);
      const before = structuredClone(records);
      const transformed = transformer.transform(capability, records);
      expect(records).toEqual(before);
      expect(transformed.map(({ sourceId }) => sourceId)).toEqual(records.map(({ sourceId }) => sourceId));
      expect(transformer.transform(capability, transformed)).toEqual(transformed);
    },
  ),
];
