import { join } from 'node:path';
import ts from 'typescript';
import type { Manifest } from './rendered-chart';

const file = join(__dirname, 'rendered-manifests.ts');
const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

/** One line for each manifest, so that the line of a problem tells the manifest. */
function asProgram(manifests: readonly Manifest[]): string {
  const lines = manifests.map((manifest, index) => {
    const models = manifest.apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models';
    return `export const manifest${index}: import('${models}/${manifest.apiVersion}').I${manifest.kind} = ${JSON.stringify(manifest)};`;
  });
  return lines.join('\n');
}

/**
 * Fields that the API of Kubernetes and KEDA does not know, values of the wrong type and missing fields. Its types, generated from its OpenAPI
 * description, refuse them in a literal; the cluster itself would drop an unknown field without a word.
 */
export function schemaProblems(manifests: readonly Manifest[]): string[] {
  const source = ts.createSourceFile(file, asProgram(manifests), ts.ScriptTarget.ES2022);
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...more) => (name === file ? source : getSourceFile.call(host, name, ...more));
  const program = ts.createProgram([file], options, host);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(({ start = 0, messageText }) => {
    const { kind, metadata } = manifests[source.getLineAndCharacterOfPosition(start).line] as Manifest;
    return `${kind} ${metadata.name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
