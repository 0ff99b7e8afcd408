// Lints snippets as if they were the content of existing files. Reads a JSON list of {filePath, code, needsTypes} and writes the list of rules that
// each one breaks. Builds Nx's project graph first: without it, the boundary rule is silent. Type information costs seconds per snippet.
import { createProjectGraphAsync } from '@nx/devkit';
import { ESLint } from 'eslint';
import { text } from 'node:stream/consumers';
import tseslint from 'typescript-eslint';

const snippets = JSON.parse(await text(process.stdin));
await createProjectGraphAsync({ exitOnError: true });
const typed = new ESLint();
const untyped = new ESLint({ overrideConfig: [tseslint.configs.disableTypeChecked] });
const broken = [];
for (const { filePath, code, needsTypes } of snippets) {
  const [result] = await (needsTypes ? typed : untyped).lintText(code, { filePath });
  broken.push(result.messages.map(({ ruleId, message }) => ruleId ?? message));
}
process.stdout.write(JSON.stringify(broken));
