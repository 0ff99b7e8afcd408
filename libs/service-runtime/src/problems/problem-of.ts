import { HttpException } from '@nestjs/common';
import { lacksConnection, postgresCode } from '@sync/postgres';
import { Problem } from './problem';
import { problemKinds, type ProblemKind } from './problem-kinds';

/** SQLSTATE codes: Postgres rejects a value. */
const rejectedValues = new Set(['22P02', '22021', '22P05', '22003', '22007', '22008']);
/** SQLSTATE codes: two requests conflict. */
const conflicts = new Set(['23503', '23505', '40001', '40P01', '55P03']);
/** No disk space left, as Postgres may also say with XX000, or Node about a file of its own. */
const diskFull = /could not (extend|write)|No space left on device|Disk quota exceeded/i;

/** Maps anything thrown to what the client may see. An unexpected error discloses nothing but that it happened. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof HttpException) return ofStatus(error.getStatus());
  if (error instanceof RangeError) return new Problem('malformed-request', 'The body is nested too deeply.');
  const { statusCode } = (typeof error === 'object' && error !== null ? error : {}) as { statusCode?: unknown };
  // Errors of Fastify itself, including a client that disconnected while sending.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) return ofStatus(statusCode);
  const reason = postgresCode(error);
  if (rejectedValues.has(reason)) return new Problem('validation-failed', 'A value cannot be read.');
  if (conflicts.has(reason)) return Problem.of('conflict');
  if (isUnavailable(reason, error)) return Problem.unavailable();
  return Problem.of('internal-error');
}

/** Class 53: out of connections, memory or disk; 58030: disk failure; 57014: statement timeout; 25006: read-only. */
function isUnavailable(reason: string, error: unknown): boolean {
  if (lacksConnection(error) || /^(53...|58030|57014|25006)$/.test(reason)) return true;
  return error instanceof Error && (diskFull.test(error.message) || /timeout expired|Query read timeout/i.test(error.message));
}

function ofStatus(status: number): Problem {
  const kinds = Object.entries(problemKinds) as [ProblemKind, { status: number }][];
  const [kind] = kinds.find(([, entry]) => entry.status === status) ?? [status >= 500 ? 'internal-error' : 'malformed-request'];
  return Problem.of(kind);
}
