import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { bundleOfPage, packageFolder as folder } from '../testing/bundle-of-page';
import type { Visitor } from '../testing/visitor';
import type { WidgetSuite } from '../testing/widget-suite';

const examples = ['react.tsx', 'vue.ts', 'plain.ts'] as const;

export function describePackage(suite: WidgetSuite): void {
  let visitor: Visitor;
  afterEach(() => visitor.close());

  describe.each(examples)('the example %s', (file) => {
    const open = async (shopToken: string | null) => {
      const data = { apiUrl: suite.tests.service.url, tenantId: suite.tenant.tenantId, token: suite.tenant.token, shopToken };
      const script = suite.tests.site.script(await bundleOfPage({ entryPoints: [`apps/widgets/package/examples/${file}`] }));
      const body = `<div id="app"></div><script type="application/json" id="page-data">${JSON.stringify(data)}</script>${script}`;
      visitor = await suite.tests.visit({ body });
    };
    const news = (text: string) => visitor.page.locator('#news', { hasText: text }).waitFor();

    it('connects a shop and hears of it', async () => {
      await open(null);
      const { page } = visitor;
      await page.getByRole('button', { name: 'Generate token' }).click();
      await suite.tests.service.finalise('demo-shop-a', await page.getByRole('textbox').inputValue());
      await news('Connected:');
      expect(await visitor.eventTypes()).toEqual(['service-registered']);
      expect([visitor.errors, await visitor.leaksOf(suite.tenant.token)]).toEqual([[], []]);
    });

    it('shows and saves the settings of a shop', async () => {
      const { widgetToken } = await suite.tests.service.linkedShop('demo-shop-b', suite.tenant);
      await open(widgetToken);
      await visitor.page.getByLabel('Both ways').check();
      await visitor.page.getByRole('button', { name: 'Save' }).click();
      await news('Saved: direction');
      expect([visitor.errors, await visitor.leaksOf(widgetToken)]).toEqual([[], []]);
    });
  });

  describe('loadWidgets', () => {
    interface Loader {
      loadWidgets: (options: object) => Promise<void>;
    }
    const load = (options: object) =>
      visitor.page.evaluate(
        (given) =>
          (globalThis as unknown as Loader).loadWidgets(given).then(
            () => 'loaded',
            (error: unknown) => String(error),
          ),
        { apiUrl: `${suite.tests.service.url}/`, ...options },
      );
    const scripts = () =>
      visitor.page
        .locator('script[src*="/widgets/"]')
        .evaluateAll((all) => all.map((it) => new URL((it as HTMLScriptElement).src).pathname));
    const integrity = JSON.parse(readFileSync('dist/apps/widgets/integrity.json', 'utf8')) as Record<string, string>;

    beforeEach(async () => {
      const contents = `import { loadWidgets } from '@connection-sync/widgets'; Object.assign(globalThis, { loadWidgets });`;
      const loader = await bundleOfPage({ stdin: { contents, resolveDir: '.' } });
      visitor = await suite.tests.visit({ body: suite.tests.site.script(loader) });
    });

    it('loads once for several calls, the script of one element or of both', async () => {
      const element = 'service-config';
      expect(await Promise.all([load({ element }), load({ element })])).toEqual(['loaded', 'loaded']);
      expect(await scripts()).toEqual(['/widgets/v1/widget.js']);
      expect([await load({ version: 'newest' }), await load({ element })]).toEqual(['loaded', 'loaded']);
      expect(await scripts()).toEqual(['/widgets/v1/widget.js', '/widgets/widgets.js']);
    });

    it('rejects a script with another integrity, and a later call can succeed', async () => {
      expect(await load({ integrity: integrity['widget.js'] })).toContain('does not load');
      expect(await load({ integrity: integrity['widgets.js'] })).toBe('loaded');
      expect(await load({ version: 'newest', integrity: 'sha384-x' })).toBe('loaded');
      expect(await scripts()).toEqual(['/widgets/v1/widgets.js']);
    });

    it('resolves at once on a server', () => {
      const program = `import { loadWidgets } from './${folder}/index.js'; console.log(await loadWidgets({ apiUrl: 'https://service.example' }));`;
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
      expect([stdout, stderr]).toEqual(['undefined\n', '']);
    });
  });

  describe('the package', () => {
    it('holds the loader, the types and its page, and every path that it exports', () => {
      const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json'], { cwd: folder, encoding: 'utf8' });
      const [packed] = JSON.parse(stdout) as [{ name: string; files: { path: string }[] }];
      const paths = packed.files.map(({ path }) => path).sort();
      const types = ['index.d.ts', 'react.d.ts', 'svelte.d.ts', 'vue.d.ts', 'widgets.d.ts'];
      expect([packed.name, paths]).toEqual(['@connection-sync/widgets', ['README.md', 'index.js', 'package.json', ...types].sort()]);
      const { exports } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { exports: Record<string, Record<string, string>> };
      for (const path of Object.values(exports).flatMap((targets) => Object.values(targets)))
        expect(paths).toContain(path.replace('./', ''));
    });
  });
}
