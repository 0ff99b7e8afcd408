// Writes libs/client/src/api-types.ts: the types of the client, from the committed description of the connection API. Only what a caller uses:
// successful responses, and the problems among the schemas.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypes, { astToString } from 'openapi-typescript';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Shops call them, callers do not. */
const pathsOfShops = /^\/api\/webhooks\//;

function operationForCallers(operation) {
  const responses = Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith('2'));
  return operation.responses ? { ...operation, responses: Object.fromEntries(responses) } : operation;
}

function forCallers(description) {
  const paths = Object.entries(description.paths).filter(([path]) => !pathsOfShops.test(path));
  const operations = (methods) => Object.fromEntries(Object.entries(methods).map(([name, value]) => [name, operationForCallers(value)]));
  return { ...description, paths: Object.fromEntries(paths.map(([path, methods]) => [path, operations(methods)])) };
}

const description = JSON.parse(await readFile(join(root, 'apps/connection-api/openapi.json'), 'utf8'));
const header = '// Generated from apps/connection-api/openapi.json: node tools/build/client-types.mjs\n\n';
// A caller may leave out what has a default.
const text = header + astToString(await openapiTypes(forCallers(description), { defaultNonNullable: false }));
// With --print, a check compares.
if (process.argv.includes('--print')) process.stdout.write(text);
else await writeFile(join(root, 'libs/client/src/api-types.ts'), text);
