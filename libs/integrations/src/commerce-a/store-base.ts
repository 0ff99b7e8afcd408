import type { CommerceASettings } from './settings';

/** The root segment of all REST paths. Some servers respond to it in any case, so case makes no other shop. */
const restRoot = 'wp-json';

/** The base URL without a trailing REST path: a configured one, or any path below the REST root. */
export function storeBaseOf(baseUrl: string, { restPath, pluginRestPath }: Pick<CommerceASettings, 'restPath' | 'pluginRestPath'>): string {
  const url = withoutTrailingSlashes(baseUrl);
  const pathStart = url.indexOf('/', url.indexOf('://') + 3);
  if (pathStart === -1) return url;
  const origin = url.slice(0, pathStart);
  const path = url.slice(pathStart);
  const lowerCased = path.toLowerCase();
  const configured = [restPath, pluginRestPath].find((suffix) => suffix !== '' && lowerCased.endsWith(`/${suffix.toLowerCase()}`));
  if (configured !== undefined) return withoutTrailingSlashes(origin + path.slice(0, -configured.length));
  const segments = path.split('/');
  const rootAt = lowerCased.split('/').lastIndexOf(restRoot);
  return rootAt === -1 ? url : withoutTrailingSlashes(origin + segments.slice(0, rootAt).join('/'));
}

function withoutTrailingSlashes(text: string): string {
  return text.replace(/\/+$/, '');
}
