import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

interface Report {
  files: Record<string, { messages: { source: string; line: number }[] }>;
}

/** What phpcs finds in the plugins, or in the given text as if it stood in the file. */
function findings(path: string, text?: string): string[] {
  const input = text === undefined ? {} : { input: text };
  const from = text === undefined ? [path] : [`--stdin-path=${join(process.cwd(), path)}`, '-'];
  const { stdout, stderr } = spawnSync('phpcs', ['--standard=plugins/phpcs.xml', '--report=json', ...from], { encoding: 'utf8', ...input });
  if (!stdout.startsWith('{')) throw new Error(`phpcs: ${stdout}${stderr}`);
  const { files } = JSON.parse(stdout) as Report;
  return Object.entries(files).flatMap(([file, { messages }]) =>
    messages.map(({ source, line }) => `${file.split('plugins/').pop()}:${line} ${source}`),
  );
}

it('the plugins escape what they write, check who asks, and keep to their own names', () => {
  expect(findings('plugins')).toEqual([]);
});

const head = '<?php\nnamespace ServiceConnector;\n';

it.each([
  ['echo "<p>$name</p>";', 'Security.EscapedOutput.Unescaped'],
  ['echo esc_html( $name ) . $name;', 'Security.EscapedOutput.Unescaped'],
  ['echo "a", strtoupper( "b" );', 'Security.EscapedOutput.Unescaped'],
  ['printf( "%s", self::NAME );', 'Security.EscapedOutput.Unescaped'],
  ['function f() { current_user_can( "x" ); return $_POST["a"]; }', 'Security.VerifiedInput.Nonce'],
  ['function f() { check_ajax_referer( "x" ); return $_GET["a"]; }', 'Security.VerifiedInput.Capability'],
  ['$text = __( "Text", "other" );', 'Naming.TextDomain.Domain'],
  ["$text = __( $variable, 'service-connector' );", 'Naming.TextDomain.Literal'],
  ['update_option( "blogname", 1 );', 'Naming.Prefix.Prefix'],
])('finds the fault in %s', (line, sniff) => {
  expect(findings('plugins/commerce-a/service-connector/x.php', `${head}${line}\n`)).toEqual([
    `commerce-a/service-connector/x.php:3 ServiceConnector.${sniff}`,
  ]);
});

it('finds names that every plugin shares, and functions that run what they are given', () => {
  const text = '<?php\nfunction global_name() {\n\t@unserialize( shell_exec( "ls" ) );\n}\n';
  expect(findings('plugins/commerce-a/service-connector/x.php', text).map((each) => each.split(' ')[1])).toEqual(
    expect.arrayContaining([
      'ServiceConnector.Naming.Prefix.Namespace',
      'Generic.PHP.ForbiddenFunctions.Found',
      'Generic.PHP.NoSilencedErrors.Discouraged',
    ]),
  );
});
