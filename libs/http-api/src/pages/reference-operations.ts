import { html, inline, prose, type Html } from './html';
import { tokenUse, type CodeSample, type Content, type Credential, type Operation, type Route } from './reference-route';
import { member, typeOf } from './reference-schemas';
import { tryForm, type TryIt } from './reference-try';

const json = (value: unknown): Html => html`<pre>${JSON.stringify(value, null, 2)}</pre>`;

function examples({ examples: given = {} }: Content): Html {
  const all = Object.values(given);
  return html`${all.map(({ summary = '', value }) => html`${all.length > 1 ? html`<p class="quiet">${summary}</p>` : ''}${json(value)}`)}`;
}

const contentsOf = (content: Record<string, Content> = {}): Html =>
  html`${Object.values(content).map((one) => html`${one.schema ? html`<p class="quiet">${typeOf(one.schema)}</p>` : ''}${examples(one)}`)}`;

function access(operation: Operation, { name, otherProofs = {} }: Credential): string {
  const use = tokenUse(operation);
  if (use === 'none') return otherProofs[operation.operationId] ?? `No ${name.toLowerCase()}.`;
  return use === 'optional' ? `${name}, optional.` : `${name}.`;
}

/** The same request in each language, side by side where there is room. */
export function samplesOf(samples: readonly CodeSample[] = []): Html {
  const figures = samples.map(
    ({ lang, source }) =>
      html`<figure>
        <figcaption>${lang}</figcaption>
        <pre>${source}</pre>
      </figure>`,
  );
  return html`<div class="samples">${figures}</div>`;
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
export function operationSection(route: Route, credential: Credential, tryIt: TryIt): Html {
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
    ${samplesOf(operation['x-codeSamples'])} ${tryForm(route, credential, tryIt)}
    <h4>Responses</h4>
    ${Object.entries(responses).map((one) => response(id, one))}
  </section>`;
}
