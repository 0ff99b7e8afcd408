/** The script that is running at this moment is only known while it is read. */
const running = document.currentScript;

/** Origin that the script of a widget came from; that of the page when the script has none, for example as a module built into a bundle. */
export function scriptOrigin(file: string): string {
  const script = running ?? document.querySelector(`script[src$="/${file}"]`);
  const { origin } = new URL(script instanceof HTMLScriptElement && script.src ? script.src : location.href);
  return origin === 'null' ? '' : origin;
}
