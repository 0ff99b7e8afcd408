import type { OpenAPIObject } from '@nestjs/swagger';
import { html, prose, type Html } from './html';
import type { Page } from './page';
import { operationSection, samplesOf } from './reference-operations';
import { routesOf, type Credential, type Route } from './reference-route';
import { schemaSection, type Schema } from './reference-schemas';
import type { TryIt } from './reference-try';

export interface Reference {
  /** Of the description. */
  address: string;
  /** Of the script that searches, copies and sends. */
  script: string;
  /** What requests carry. */
  credential: Credential;
  /** The operation that a newcomer calls first. */
  firstCall: { operationId: string; text: string; setup?: string };
  tryIt: TryIt;
}

interface Group {
  name: string;
  description?: string;
  anchor: string;
  routes: Route[];
}

function sidebar(groups: readonly Group[], { credential, tryIt }: Reference): Html {
  const lists = groups.map(
    ({ name, anchor, routes }) =>
      html`<div>
        <h2 id="nav-${anchor}"><a href="#${anchor}">${name}</a></h2>
        <ul aria-labelledby="nav-${anchor}">
          ${routes.map(
            ({ method, path, operation: { operationId, summary } }) =>
              html`<li data-text="${`${summary} ${method} ${path} ${operationId} ${name}`.toLowerCase()}">
                <a href="#${operationId}">${summary}</a>
              </li>`,
          )}
        </ul>
      </div>`,
  );
  return html`<nav aria-label="Operations">
    <div id="tools" hidden>
      <label>Search <span class="quiet">Ctrl K, ⌘ K</span><input id="search" type="search" autocomplete="off" spellcheck="false" /></label>
      <p id="found" role="status" class="quiet"></p>
      <label
        >${credential.name} for “Try it”
        <input id="token" type="password" maxlength="500" autocomplete="off" spellcheck="false" aria-describedby="token-note"
      /></label>
      <p id="token-note" class="quiet">
        Only this page has it, until you leave.${tryIt === 'reads' ? ' Empty: the session of this browser.' : ''}
      </p>
    </div>
    <div id="operations">${lists}</div>
  </nav>`;
}

function firstCallSection({ firstCall }: Reference, routes: readonly Route[]): Html {
  const { operationId, text, setup = '' } = firstCall;
  const samples = routes.find(({ operation }) => operation.operationId === operationId)?.operation['x-codeSamples'] ?? [];
  const whole = samples.map((sample) => (sample.lang === 'curl' ? sample : { ...sample, source: setup + sample.source }));
  return html`<h2 id="first-call">First call</h2>
    ${prose(text)} ${samplesOf(whole)}
    <p><a href="#${operationId}">All about this operation</a></p>`;
}

/** The reference of the API. It is complete without its script. docs/decisions/019-api-descriptions.md says why it is our own. */
export function referencePage(document: OpenAPIObject, reference: Reference): Page {
  const { title, description = '' } = document.info;
  const { address, script, credential, tryIt } = reference;
  const routes = routesOf(document.paths);
  const groups = (document.tags ?? []).map(({ name, description }) => ({
    name,
    description,
    anchor: `tag-${name.toLowerCase().replaceAll(' ', '-')}`,
    routes: routes.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const sections = groups.map(
    (group) =>
      html`<h2 id="${group.anchor}">${group.name}</h2>
        ${prose(group.description ?? '')} ${group.routes.map((route) => operationSection(route, credential, tryIt))}`,
  );
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const body = html`<div class="reference">
    <header>
      <h1>${title}</h1>
      ${prose(description)}
      <p><a href="${address}">OpenAPI 3.1 description</a> · <a href="/problems/">All problems</a> · <a href="#schemas">Schemas</a></p>
    </header>
    ${sidebar(groups, reference)}
    <main id="content">
      ${firstCallSection(reference, routes)} ${sections}
      <h2 id="schemas">Schemas</h2>
      ${schemas.map(([name, schema]) => schemaSection(name, schema))}
    </main>
  </div>`;
  return { title, body, script };
}
