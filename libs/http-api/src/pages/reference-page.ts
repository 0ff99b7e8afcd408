import type { OpenAPIObject } from '@nestjs/swagger';
import { html, prose, type Html } from './html';
import { operationSection, type Credential, type Operation, type Route } from './reference-operations';
import { schemaSection, type Schema } from './reference-schemas';

function routesOf(document: OpenAPIObject): Route[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The reference of the API as one page without script; `address`: where its description is. docs/decisions/019-api-descriptions.md says why it is our own. */
export function referencePage(document: OpenAPIObject, address: string, credential: Credential): { title: string; body: Html } {
  const { title, description = '' } = document.info;
  const routes = routesOf(document);
  const groups = (document.tags ?? []).map((tag) => ({
    ...tag,
    routes: routes.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const anchor = (name: string) => `tag-${name.toLowerCase().replaceAll(' ', '-')}`;
  const contents = groups.map(
    (group) =>
      html`<h2 id="nav-${anchor(group.name)}"><a href="#${anchor(group.name)}">${group.name}</a></h2>
        <ul aria-labelledby="nav-${anchor(group.name)}">
          ${group.routes.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}
        </ul>`,
  );
  const sections = groups.map(
    (group) =>
      html`<h2 id="${anchor(group.name)}">${group.name}</h2>
        ${prose(group.description ?? '')} ${group.routes.map((route) => operationSection(route, credential))}`,
  );
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const body = html`<header>
      <h1>${title}</h1>
      ${prose(description)}
      <p><a href="${address}">OpenAPI 3.1 description</a> · <a href="/problems/">All problems</a> · <a href="#schemas">Schemas</a></p>
    </header>
    <nav aria-label="Operations">${contents}</nav>
    <main id="content">
      ${sections}
      <h2 id="schemas">Schemas</h2>
      ${schemas.map(([name, schema]) => schemaSection(name, schema))}
    </main>`;
  return { title, body };
}
