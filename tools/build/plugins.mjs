// Packs the shop-side plugins into dist/packages. SERVICE_ADDRESS presets the service that they link with. `node plugins.mjs [<folder>]`.
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { strToU8 } from 'fflate';
import { mo, po } from 'gettext-parser';
import { writeArchive } from './archive.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const addressFile = 'service-address.php';
/** Anything else in a plugin's folder is an error: it would be missing in the archive, or should not be there. */
const packed = /(^|\/)[\w-]+(\.[\w-]+)*\.(css|html|js|md|php|png|po|pot|svg|tpl|twig|txt|xlf|xml)$/;

/** By name in dist/packages, such as `commerce-a`: the folder that holds the address is the plugin, and has its name in the archive. */
function pluginFolders() {
  const plugins = join(root, 'plugins');
  return readdirSync(plugins).flatMap((platform) => {
    const path = join(plugins, platform);
    const folders = statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [];
    return folders.filter((folder) => existsSync(join(folder, addressFile))).map((folder) => ({ platform, folder }));
  });
}

/** Throws when it is no address of a service. */
function checkedAddress(text) {
  const { protocol, origin, pathname, search, hash, username } = new URL(text);
  if (!['http:', 'https:'].includes(protocol) || search || hash || username) throw new Error(`SERVICE_ADDRESS is no address of a service`);
  return (origin + pathname).replace(/\/+$/, '');
}

/** The file has one statement, `return '';`. */
function withAddress(text, address) {
  const parts = text.split("return '';");
  if (parts.length !== 2) throw new Error(`${addressFile} should have one \`return '';\``);
  return parts.join(`return '${address.replaceAll("'", '%27')}';`);
}

/** Bytes by path in the archive. WordPress reads translations from the compiled form of each .po file. */
function contentsOf(folder, address) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const stray = names.filter((name) => !packed.test(name));
  if (stray.length > 0) throw new Error(`Not to be packed: ${stray.join(', ')} in ${relative(root, folder)}`);
  const files = names.map((name) => [name, readFileSync(join(folder, name))]);
  const compiled = files
    .filter(([name]) => name.endsWith('.po'))
    .map(([name, text]) => [name.replace(/po$/, 'mo'), mo.compile(po.parse(text))]);
  const licence = ['LICENSE', readFileSync(join(root, 'LICENSE'))];
  const top = folder.slice(folder.replaceAll('\\', '/').lastIndexOf('/') + 1);
  return [...files, ...compiled, licence].map(([name, bytes]) => [
    `${top}/${name}`,
    name === addressFile && address ? strToU8(withAddress(String(bytes), address)) : bytes,
  ]);
}

/** Writes one archive for each plugin. The same sources give the same bytes. Returns their names. */
export function packPlugins(outdir, serviceAddress) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const address = serviceAddress ? checkedAddress(serviceAddress) : '';
  mkdirSync(outdir, { recursive: true });
  return pluginFolders().map(({ platform, folder }) => {
    const file = join(outdir, `service-connector-${platform}-${version}.zip`);
    writeArchive(file, contentsOf(folder, address));
    return file;
  });
}

if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) {
  for (const file of packPlugins(resolve(process.argv[2] ?? join(root, 'dist/packages')), process.env.SERVICE_ADDRESS))
    console.log(`wrote ${file}`);
}
