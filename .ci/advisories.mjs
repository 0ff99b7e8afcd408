// Asks the registry for known vulnerabilities of the packages that run in production. One that is high or critical fails the gate. A registry
// that does not respond, or serves no advisories, is skipped with a line that says so, unless ADVISORIES=required: the workflow sets it.
import { spawnSync } from 'node:child_process';

/** `report`: what `npm audit --json` prints, or null. */
export function verdictOf(report, isRequired) {
  const counts = report?.metadata?.vulnerabilities;
  if (!counts) {
    const reason = report?.message ?? report?.error?.summary ?? 'no response';
    return { isGreen: !isRequired, line: `${isRequired ? 'FAILED' : 'Skipped'}: the registry lists no advisories (${reason}).` };
  }
  const severe = counts.high + counts.critical;
  const names = Object.values(report.vulnerabilities ?? {}).filter(({ severity }) => ['high', 'critical'].includes(severity));
  if (severe === 0) return { isGreen: true, line: 'No high or critical advisory.' };
  return { isGreen: false, line: `High or critical advisories: ${names.map(({ name }) => name).join(', ')}. Run npm audit --omit=dev.` };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function checkAdvisories() {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 60_000 });
  const { isGreen, line } = verdictOf(parsed(stdout), process.env.ADVISORIES === 'required');
  console.log(line);
  return isGreen;
}
