import { readFileSync } from 'node:fs';
import { allOperationsOf, fill, type ApiDocument } from './api-document';
import { header, type WireResponse } from './exchange';

/** A description, and the built apps as a gateway shows them. */
export interface ServedDocument {
  document: ApiDocument;
  ask: (method: string, path: string) => Promise<WireResponse>;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Declares that built apps are described as they are from source: bundling could rename schemas or lose decorators. */
export function describeServedDocument(project: string, served: () => ServedDocument): void {
  it('is the committed one, as in the tests from source', () => {
    expect(served().document).toEqual(JSON.parse(readFileSync(`apps/${project}/openapi.json`, 'utf8')));
  });

  it('lists every method that its paths take; any other gets 405 with those in Allow', async () => {
    const { document, ask } = served();
    for (const path of Object.keys(document.paths)) {
      const listed = allOperationsOf(document).flatMap((operation) => (operation.path === path ? [operation.method] : []));
      for (const method of methods) {
        const response = await ask(method, fill(path, {}));
        const allowed = header(response, 'allow')?.split(', ');
        expect({ method, path, isTaken: response.status !== 405 }).toEqual({ method, path, isTaken: listed.includes(method) });
        if (response.status === 405) expect(allowed?.filter((one) => methods.includes(one)).sort()).toEqual(listed.sort());
      }
    }
  });
}
