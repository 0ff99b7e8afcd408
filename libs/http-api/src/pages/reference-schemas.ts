import { html, inline, prose, type Html } from './html';

/** The part of a JSON schema that the reference shows. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';
const joined = (parts: readonly Html[], word: string): Html =>
  html`${parts.map((part, index) => (index === 0 ? part : html`${word}${part}`))}`;

/** What a value may be, in a line. */
export function typeOf(schema: Schema): Html {
  if (schema.$ref !== undefined) return html`<a href="#schema-${nameOf(schema.$ref)}">${nameOf(schema.$ref)}</a>`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  const parts = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (parts) return joined(parts.map(typeOf), schema.allOf ? ' and ' : ' or ');
  if (schema.enum)
    return joined(
      schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ', ',
    );
  if (schema.items) return html`list of ${typeOf(schema.items)}`;
  const names = [schema.type ?? 'any'].flat().join(' or ');
  const range = [schema.minimum === undefined ? '' : `from ${schema.minimum}`, schema.maximum === undefined ? '' : `to ${schema.maximum}`];
  const more = [schema.format, ...range, schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`].filter(Boolean);
  return html`${[names, ...more].join(', ')}`;
}

/** A named value with its type and meaning, for a list of class `members`. */
export function member(name: string, schema: Schema, isRequired: boolean, description = schema.description): Html {
  return html`<div>
    <dt><code>${name}</code>${isRequired ? '' : html` <span class="quiet">optional</span>`}</dt>
    <dd><span class="quiet">${typeOf(schema)}</span>${description === undefined ? '' : html`<br />${inline(description)}`}</dd>
  </div>`;
}

/** A schema with an anchor of its own. */
export function schemaSection(name: string, schema: Schema): Html {
  const own = schema.allOf?.filter(({ $ref }) => $ref === undefined) ?? [];
  const based = schema.allOf?.filter(({ $ref }) => $ref !== undefined) ?? [];
  const members = [schema, ...own].flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([property, value]) => member(property, value, required.includes(property))),
  );
  return html`<section aria-labelledby="schema-${name}">
    <h3 id="schema-${name}">${name}</h3>
    ${schema.description === undefined ? '' : prose(schema.description)}
    ${based.length > 0 ? html`<p>All of ${joined(based.map(typeOf), ', ')} and:</p>` : ''}
    ${members.length > 0 ? html`<dl class="members">${members}</dl>` : html`<p>${typeOf(schema)}</p>`}
  </section>`;
}
