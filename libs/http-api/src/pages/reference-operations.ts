import { html, inline, prose, type Html } from './html';
import { member, typeOf, type Schema } from './reference-schemas';

interface Content {
  schema?: Schema;
  examples?: Record<string, { summary?: string; value?: unknown }>;
}

/** The part of an operation that the reference shows. */
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { required?: boolean; description?: string; content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}

/** What a request carries to be allowed. */
export interface Credential {
  name: string;
  /** An example, as a line of HTTP. */
  header: string;
  /** What operations without it need instead, by their id. */
  otherProofs?: Readonly<Record<string, string>>;
}

export interface Route {
  method: string;
  path: string;
  operation: Operation;
}

const json = (value: unknown): Html => html`<pre>${JSON.stringify(value, null, 2)}</pre>`;
const isOpen = ({ security }: Operation): boolean => security?.length === 0;

function examples({ examples: given = {} }: Content): Html {
  const all = Object.values(given);
  return html`${all.map(({ summary = '', value }) => html`${all.length > 1 ? html`<p class="quiet">${summary}</p>` : ''}${json(value)}`)}`;
}

const contentsOf = (content: Record<string, Content> = {}): Html =>
  html`${Object.values(content).map((one) => html`${one.schema ? html`<p class="quiet">${typeOf(one.schema)}</p>` : ''}${examples(one)}`)}`;

function access(operation: Operation, { name, otherProofs = {} }: Credential): string {
  if (isOpen(operation)) return otherProofs[operation.operationId] ?? `No ${name.toLowerCase()}.`;
  return operation.security?.some((scheme) => Object.keys(scheme).length === 0) ? `${name}, optional.` : `${name}.`;
}

/** A request to copy, with the first written body. */
function curl({ method, path, operation }: Route, { header }: Credential): string {
  const [content] = Object.values(operation.requestBody?.content ?? {});
  const [example] = Object.values(content?.examples ?? {});
  const lines = [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} '{base_url}${path}'`,
    isOpen(operation) ? '' : `-H '${header}'`,
    example ? `-H 'content-type: application/json'` : '',
    example ? `-d '${JSON.stringify(example.value)}'` : '',
  ];
  return lines.filter(Boolean).join(' \\\n  ');
}

function response(id: string, [status, { description, content }]: [string, Operation['responses'][string]]): Html {
  const line = html`<strong class="status ${status.startsWith('2') ? 'good' : 'bad'}">${status}</strong> ${inline(description)}`;
  return content
    ? html`<details id="${id}-${status}">
        <summary>${line}</summary>
        ${contentsOf(content)}
      </details>`
    : html`<p id="${id}-${status}">${line}</p>`;
}

/** An operation with an anchor of its own. */
export function operationSection(route: Route, credential: Credential): Html {
  const { method, path, operation } = route;
  const { operationId: id, summary, description, parameters = [], requestBody, responses } = operation;
  return html`<section aria-labelledby="${id}">
    <h3 id="${id}">${summary}</h3>
    <p class="route"><code class="method">${method}</code> <code>${path}</code></p>
    ${prose(description)}
    <p class="quiet">${access(operation, credential)} In a generated client: <code>${id}</code>.</p>
    ${
      parameters.length > 0
        ? html`<h4>Parameters</h4>
            <dl class="members">
              ${parameters.map((one) => member(`${one.name} (${one.in})`, one.schema, one.required === true, one.description))}
            </dl>`
        : ''
    }
    ${
      requestBody
        ? html`<h4>Body${requestBody.required === true ? '' : ', optional'}</h4>
            ${requestBody.description === undefined ? '' : prose(requestBody.description)}${contentsOf(requestBody.content)}`
        : ''
    }
    <h4>Request</h4>
    <pre>${curl(route, credential)}</pre>
    <h4>Responses</h4>
    ${Object.entries(responses).map((one) => response(id, one))}
  </section>`;
}
