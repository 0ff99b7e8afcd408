import type { Verdict } from '@sync/command-line';
import type { Finding } from '@sync/integration-contract';

const marks: Record<Finding['verdict'], string> = { good: 'ok', notice: 'notice', problem: 'PROBLEM', 'left out': '-' };
const colours: Partial<Record<Finding['verdict'], Verdict>> = { good: 'ok', notice: 'missed', problem: 'failed' };
/** Colours a text. */
export type Paint = (verdict: Verdict, text: string) => string;

const indent = ' '.repeat(10);

/** Lines for one check: the evidence and, for a notice or a problem, its cause and the advice. */
export function linesOf({ verdict, title, evidence, cause, advice }: Finding, paint: Paint): string[] {
  const colour = colours[verdict];
  const mark = marks[verdict].padEnd(8);
  const headline = `${colour ? paint(colour, mark) : mark}  ${title}`;
  if (verdict === 'left out') return [`${headline}: skipped`];
  return [
    headline,
    `${indent}${evidence}`,
    ...(cause === null ? [] : [`${indent}Cause:  ${cause}`]),
    ...(advice === null ? [] : [`${indent}To do:  ${advice}`]),
  ];
}

export function summaryOf(findings: readonly Finding[]): string {
  const count = (verdict: Finding['verdict']): number => findings.filter((finding) => finding.verdict === verdict).length;
  const [problems, notices, leftOut] = [count('problem'), count('notice'), count('left out')];
  const parts = [
    problems === 0 ? 'No problem found' : `${problems} ${problems === 1 ? 'problem' : 'problems'}`,
    `${notices} ${notices === 1 ? 'notice' : 'notices'}`,
    ...(leftOut > 0 ? [`${leftOut} skipped`] : []),
  ];
  return `${parts.join(', ')}.`;
}
