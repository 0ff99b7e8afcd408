import { givenText } from '../page/given-text';

/** The script that is running at this moment is only known while it is read. */
const running = document.currentScript;

/** What the page gives as `api-url`, without slashes at its end; else the origin that the script of the widget came from. */
export function serviceAddress(given: unknown, file: string): string {
  return (givenText(given) ?? scriptOrigin(file)).replace(/\/+$/, '');
}

/** That of the page when the script has none, for example as a module built into a bundle. */
function scriptOrigin(file: string): string {
  const script = running ?? document.querySelector(`script[src*="/${file}"]`);
  const { origin } = new URL(script instanceof HTMLScriptElement && script.src ? script.src : location.href);
  return origin === 'null' ? '' : origin;
}
