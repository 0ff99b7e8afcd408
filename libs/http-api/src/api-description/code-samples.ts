import { tokenUse, type CodeSample, type Credential, type Operation, type Route } from '../pages/reference-route';

/** An identifier of the path in TypeScript: `run_id` is `runId`. */
const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const identifiers = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => camelCase(name));
const indented = (text: string): string => text.replaceAll('\n', '\n  ');

function exampleBody({ requestBody }: Operation): unknown {
  const [content] = Object.values(requestBody?.content ?? {});
  return Object.values(content?.examples ?? {})[0]?.value;
}

/** A value as code: names without quotes, on one line where it is short. */
function literal(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
    .replace(/^( *)"(\w+)":/gm, '$1$2:')
    .replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => (/['\\]/.test(quoted) ? quoted : `'${quoted.slice(1, -1)}'`));
  const line = text.replace(/(?<=\[)\n *|\n *(?=\])/g, '').replace(/\n */g, ' ');
  return line.length <= 50 ? line : text;
}

/** A request to copy. */
function curl({ method, path, operation }: Route, { header }: Credential): string {
  const body = exampleBody(operation);
  const lines = [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} '{base_url}${path}'`,
    tokenUse(operation) !== 'required' ? '' : `-H '${header}'`,
    body === undefined ? '' : `-H 'content-type: application/json'`,
    body === undefined ? '' : `-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
  ];
  return lines.filter(Boolean).join(' \\\n  ');
}

/** `call` has its arguments, or gets them: the ids of the path, then the body. */
function withClient({ path, operation }: Route, call: string): string {
  const body = exampleBody(operation);
  const given = [...identifiers(path), ...(body === undefined ? [] : [literal(body)])];
  const whole = `client.${call.endsWith(')') ? call : `${call}(${given.join(', ')})`}`;
  const isLines = Object.values(operation.responses).some(({ content }) => content?.['application/x-ndjson']);
  if (isLines || operation.parameters?.some(({ name }) => name === 'cursor'))
    return `for await (const item of ${whole}) console.log(item);`;
  return operation.responses['204'] ? `await ${whole};` : `const result = await ${whole};`;
}

function withFetch({ method, path, operation }: Route, { header }: Credential): string {
  const [name, value] = header.split(': ');
  const body = exampleBody(operation);
  const headers = [
    tokenUse(operation) !== 'required' ? '' : `${name}: '${value}'`,
    body === undefined ? '' : `'content-type': 'application/json'`,
  ];
  const given = headers.filter(Boolean).join(', ');
  const options = [
    method === 'GET' ? '' : `method: '${method}'`,
    given && `headers: { ${given} }`,
    body === undefined ? '' : `body: JSON.stringify(${indented(literal(body))})`,
  ].filter(Boolean);
  const url = `{base_url}${path.replace(/\{(\w+)\}/g, (_, id: string) => `\${${camelCase(id)}}`)}`;
  return `const response = await fetch(\`${url}\`, {\n${options.map((option) => `  ${option},\n`).join('')}});`;
}

/**
 * Gives each operation `x-codeSamples`, which the reference and other tools show. `clientMethods`: of the published client, by operation; the
 * others are called with fetch. `{base_url}` stands for the service.
 */
export function addCodeSamples(routes: readonly Route[], credential: Credential, clientMethods: Readonly<Record<string, string>>): void {
  for (const route of routes) {
    const method = clientMethods[route.operation.operationId];
    const source = method === undefined ? withFetch(route, credential) : withClient(route, method);
    const samples: CodeSample[] = [
      { lang: 'curl', source: curl(route, credential) },
      { lang: 'TypeScript', source },
    ];
    route.operation['x-codeSamples'] = samples;
  }
}
