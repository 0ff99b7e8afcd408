import { trimmedText } from '../page/trimmed-text';

/** Available only while the script is evaluated. */
const ownScript = document.currentScript;

/** The page's `api-url` without trailing slashes, else the origin the widget's script came from. `file`: of the script with this element only. */
export function serviceAddress(apiUrl: unknown, file: string): string {
  return (trimmedText(apiUrl) ?? scriptOrigin(file)).replace(/\/+$/, '');
}

/** Falls back to the page's origin when no script tag is found, for example when a bundler has included the widget. */
function scriptOrigin(file: string): string {
  const scriptNamed = (name: string) => document.querySelector(`script[src*="/${name}"]`);
  const script = ownScript ?? scriptNamed(file) ?? scriptNamed('widgets.js');
  const { origin } = new URL(script instanceof HTMLScriptElement && script.src ? script.src : location.href);
  return origin === 'null' ? '' : origin;
}
