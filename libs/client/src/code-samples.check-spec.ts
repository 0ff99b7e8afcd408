import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string }[];
  'x-codeSamples': { lang: string; source: string }[];
}

const operationsOf = (app: string) => {
  const { paths } = JSON.parse(readFileSync(`apps/${app}/openapi.json`, 'utf8')) as { paths: Record<string, Record<string, Operation>> };
  return Object.values(paths).flatMap((path) => Object.values(path));
};

it.each(['connection-api', 'admin-api'])('every operation of the %s has a sample in curl, and one in TypeScript that compiles', (app) => {
  const operations = operationsOf(app);
  expect(operations.filter((one) => one['x-codeSamples'].map(({ lang }) => lang).join() !== 'curl,TypeScript')).toEqual([]);
  const functions = operations.map(({ operationId, parameters = [], ...operation }) => {
    const ids = parameters
      .filter((one) => one.in === 'path')
      .map(({ name }) => name.replace(/_(.)/g, (_, next: string) => next.toUpperCase()));
    return `export async function ${operationId}(${ids.map((id) => `${id}: string`).join()}) {\n${operation['x-codeSamples'][1]!.source}\n}`;
  });
  const file = join(process.cwd(), 'libs/client/src/samples.ts');
  const text = [`import { ConnectionSync } from './index';\ndeclare const client: ConnectionSync;`, ...functions].join('\n');
  const options = { strict: true, noEmit: true, types: ['node'], skipLibCheck: true, target: ts.ScriptTarget.ES2023 };
  const settings = { ...options, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };
  const host = ts.createCompilerHost(settings);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...more) => (name === file ? ts.createSourceFile(name, text, more[0]) : getSourceFile(name, ...more));
  const found = ts.getPreEmitDiagnostics(ts.createProgram([file], settings, host));
  expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([]);
});
