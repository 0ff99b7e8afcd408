import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The shortest possible `npm run soak`. soak-plan.spec.ts tests its arguments. */
it('npm run soak exits 0, with a table of tenants, when nothing was lost or repeated and the rows are equal', async () => {
  const program = join(process.cwd(), 'dist/tools/e2e/soak.mjs');
  const child = spawn(process.execPath, [program, '--minutes', '0.05', '--seed', '7', '--queues', 'postgres', '--page-seconds', '2'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringContaining('Nothing was lost, nothing came twice, the rows are equal.') as string,
  });
  expect(output).toMatch(/Postgres 1: [1-9]\d* deliveries acknowledged, faults so far \{"[^"]+":[1-9]/);
  expect(output).toMatch(/Postgres 1: busy shop {2,}victim .* yes {2,}right\n/);
  expect(output).toMatch(/Postgres 1: webhook flood {2,}attacker .* right\n/);
  expect(output).not.toMatch(/WRONG|did not end/);
});
