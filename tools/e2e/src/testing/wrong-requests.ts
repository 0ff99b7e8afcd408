import type { Caller } from './actors';
import { operationsOf, type ApiDocument } from './api-document';
import { exchange } from './exchange';
import { hostileBodies } from './hostile-values';
import { faultsOfProblem } from './problem-schema';
import type { ServiceUnderTest } from './service-under-test';

/** A caller of the API with a shop. */
export interface HostileCaller {
  service: ServiceUnderTest;
  document: ApiDocument;
  caller: Caller;
  shopConnection: string;
}

/** Declares tests of requests that are wrong as a whole: body, content type, path or method. */
export function describeWrongRequests(started: () => HostileCaller): void {
  let service: ServiceUnderTest;
  let document: ApiDocument;
  let caller: Caller;
  let shopConnection: string;

  beforeAll(() => ({ service, document, caller, shopConnection } = started()));

  it('refuses a body that is not a JSON object on every route that takes one, and stores nothing', async () => {
    const before = await service.counts();
    const writes = operationsOf(document).filter(({ described }) => described.requestBody !== undefined);
    const findings: unknown[] = [];
    for (const { method, path } of writes) {
      const at = path.replace('{id}', shopConnection);
      for (const body of hostileBodies.filter((text) => text.trim() !== '')) {
        const response = await service.ask(method, at, { token: caller.token, body });
        const faults = faultsOfProblem(response);
        if (![400, 413, 422].includes(response.status) || faults.length > 0)
          findings.push({ at, body: body.slice(0, 80), status: response.status, faults });
      }
    }
    expect(findings).toEqual([]);
    expect(await service.counts()).toEqual(before);
  });

  it('responds 415 to form, multipart, text or missing content types', async () => {
    const findings: unknown[] = [];
    for (const { method, path, described } of operationsOf(document)) {
      if (described.requestBody === undefined) continue;
      for (const type of [
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/plain',
        'application/xml',
        'nonsense',
        null,
      ]) {
        const headers = [['authorization', `Bearer ${caller.token}`], ...(type === null ? [] : [['content-type', type]])] as [
          string,
          string,
        ][];
        const response = await exchange(service.api.url, {
          method,
          path: path.replace('{id}', shopConnection),
          headers,
          body: 'system_slug=mailing_platform',
        });
        const faults = faultsOfProblem(response);
        if (response.status !== 415 || faults.length > 0) findings.push({ at: path, type, status: response.status, faults });
      }
    }
    expect(findings).toEqual([]);
  });

  it('responds with a problem to unknown routes, trailing and double slashes and other case, never with another route', async () => {
    const paths = [
      '/',
      '/api',
      '/api/',
      '/nowhere',
      '/api/system-connections/',
      '//api/system-connections',
      '/api//system-connections',
      '/API/system-connections',
    ];
    const findings: unknown[] = [];
    for (const path of [
      ...paths,
      '/api/system-connections;x',
      '/api/widget',
      '/api/records',
      '/api/records/',
      '/api/records/Orders',
      '/api/admin',
      '/metrics',
      '/.env',
    ]) {
      const response = await service.ask('GET', path, { token: caller.token, headers: [['accept', 'text/html']] });
      const faults = faultsOfProblem(response);
      if (![400, 404].includes(response.status) || faults.length > 0) findings.push({ path, status: response.status, faults });
    }
    expect(findings).toEqual([]);
  });

  it('responds to HEAD, OPTIONS and unknown methods without a 5xx', async () => {
    const findings: unknown[] = [];
    for (const { path } of operationsOf(document)) {
      for (const method of ['HEAD', 'OPTIONS', 'PUT', 'TRACE', 'PROPFIND', 'QUERY']) {
        const response = await exchange(service.api.url, {
          method,
          path: path.replaceAll(/\{\w*id\}/g, shopConnection),
        });
        const faults = method === 'HEAD' || response.status < 400 ? [] : faultsOfProblem(response);
        if (response.status >= 500 || (response.status < 300 && method !== 'OPTIONS') || faults.length > 0)
          findings.push({ method, path, status: response.status, faults });
      }
    }
    expect(findings).toEqual([]);
  });
}
