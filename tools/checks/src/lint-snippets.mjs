// Lints texts as if they were the content of existing files: standard input is a JSON list of {filePath, code}, standard
// output a list of the rules that each one broke. Nx's project graph is made first: without it the boundary rule is silent.
import { createProjectGraphAsync } from '@nx/devkit';
import { ESLint } from 'eslint';
import { text } from 'node:stream/consumers';

const snippets = JSON.parse(await text(process.stdin));
await createProjectGraphAsync({ exitOnError: true });
const eslint = new ESLint();
const broken = [];
for (const { filePath, code } of snippets) {
  const [result] = await eslint.lintText(code, { filePath });
  broken.push(result.messages.map(({ ruleId, message }) => ruleId ?? message));
}
process.stdout.write(JSON.stringify(broken));
