// Lints snippets as if they were the content of existing files. Reads a JSON list of {filePath, code} and writes the list of rules that each one
// breaks. Builds Nx's project graph first: without it, the boundary rule is silent.
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
