import type { Shown } from './shown-record';
import type { WebserviceError } from './webservice-error';

const open = '<?xml version="1.0" encoding="UTF-8"?>\n<prestashop xmlns:xlink="http://www.w3.org/1999/xlink">\n';
const close = '</prestashop>\n';

function text(value: unknown): string {
  return `<![CDATA[${String((value ?? '') as string).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

interface InLanguage {
  id: string;
  value: string;
}

function field(name: string, value: unknown): string {
  if (name === 'associations') return `<associations>\n${associations(value as Record<string, Shown[]>)}</associations>\n`;
  if (!Array.isArray(value)) return `<${name}>${text(value)}</${name}>\n`;
  const texts = (value as InLanguage[]).map((each) => `<language id="${each.id}">${text(each.value)}</language>`);
  return `<${name}>${texts.join('')}</${name}>\n`;
}

function fields(record: Shown): string {
  return Object.entries(record)
    .map(([name, value]) => field(name, value))
    .join('');
}

function associations(lists: Record<string, Shown[]>): string {
  const rows = (name: string, list: Shown[]) =>
    list.map((row) => `<${name.replace(/s$/, '')}>\n${fields(row)}</${name.replace(/s$/, '')}>\n`);
  return Object.entries(lists)
    .map(([name, list]) => `<${name} nodeType="${name.replace(/s$/, '')}">\n${rows(name, list).join('')}</${name}>\n`)
    .join('');
}

/** A list of ids has only their addresses. */
export function xmlList(resource: string, singular: string, records: readonly Shown[], storeBase: string, idsOnly: boolean): string {
  const entry = (record: Shown) =>
    idsOnly
      ? `<${singular} id="${String(record.id)}" xlink:href="${storeBase}/api/${resource}/${String(record.id)}"/>\n`
      : `<${singular}>\n${fields(record)}</${singular}>\n`;
  return `${open}<${resource}>\n${records.map(entry).join('')}</${resource}>\n${close}`;
}

export function xmlSingle(singular: string, record: Shown): string {
  return `${open}<${singular}>\n${fields(record)}</${singular}>\n${close}`;
}

export function xmlErrors(errors: readonly WebserviceError[]): string {
  const entries = errors.map(({ code, message }) => `<error>\n<code>${text(code)}</code>\n<message>${text(message)}</message>\n</error>\n`);
  return `${open}<errors>\n${entries.join('')}</errors>\n${close}`;
}

/** What the key may read. */
export function xmlRoot(shopName: string, resources: readonly string[], storeBase: string): string {
  const entries = resources.map(
    (name) => `<${name} xlink:href="${storeBase}/api/${name}" get="true" put="false" post="false" head="true"/>\n`,
  );
  const name = shopName.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  return `${open}<api shopName="${name}">\n${entries.join('')}</api>\n${close}`;
}
