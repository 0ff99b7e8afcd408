import { descriptionOf, typesOf } from '@sync/http-api/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { connectionApi } from '../connection-api';

const folder = mkdtempSync(join(tmpdir(), 'client-types-'));

beforeAll(async () => writeFileSync(join(folder, 'api.ts'), typesOf(await descriptionOf(connectionApi, '/api/openapi.json'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the compiler says about this use of the generated types. */
function complaints(use: string): string[] {
  const file = join(folder, 'use.ts');
  writeFileSync(file, `import type { components, operations } from './api';\n${use}\nexport {};`);
  const program = ts.createProgram([file], { strict: true, noEmit: true, types: [], skipLibCheck: true, target: ts.ScriptTarget.ES2022 });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

const types = `
type Connected = operations['connect']['responses'][201]['content']['application/json'];
type Registered = operations['register']['responses'];
type Refused = operations['register']['responses'][422]['content']['application/problem+json'];`;

describe('types that openapi-typescript generates', () => {
  it('distinguish the variants of connect and register, and each problem', () => {
    const use = `${types}
      export function tokenOf(connected: Connected): string {
        if ('token' in connected) return connected.token + connected.connection.id;
        if ('connection_token' in connected) return connected.connection_token + connected.connection_id;
        return connected.status;
      }
      export const started = (body: Registered[201]['content']['application/json']): string => body.connection_token + body.widget_token;
      export const finalised = (body: Registered[200]['content']['application/json']): string => body.id + body.widget_token;
      export function invalid(problem: Refused): string[] {
        if (problem.type === '/problems/validation-failed') return (problem.errors ?? []).map(({ pointer }) => pointer);
        const other: '/problems/verification-failed' | '/problems/invalid-connection-token' = problem.type;
        return [other];
      }`;
    expect(complaints(use)).toEqual([]);
  });

  it('give each path of the records feed its own records, with an instant beside each time', () => {
    const use = `
      type PageOf<Id extends 'readCustomers' | 'readOrders' | 'readProducts'> = operations[Id]['responses'][200]['content']['application/json'];
      export const emails = (page: PageOf<'readCustomers'>): (string | null)[] => page.data.map(({ email }) => email);
      export const totals = (page: PageOf<'readOrders'>): number[] => page.data.map(({ total }) => total);
      export const names = (page: PageOf<'readProducts'>): string[] => page.data.map(({ name }) => name);
      export const cursor = (page: PageOf<'readOrders'>): string => page.next_cursor;
      export const instant = (order: components['schemas']['Order']): string | null => order.created_at_utc;`;
    expect(complaints(use)).toEqual([]);
  });

  it('refuse a use that mixes variants up', () => {
    const use = `${types}
      export const token = (connected: Connected): string => connected.token;
      export const errors = (problem: Refused): unknown => problem.errors;`;
    expect(complaints(use)).toHaveLength(2);
  });
});
