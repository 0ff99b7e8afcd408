interface CodedError {
  code?: unknown;
  driverError?: { code?: unknown };
}

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'EAI_AGAIN']);

/** SQLSTATE, or the code of the operating system; empty: the error has none. */
export function postgresCode(error: unknown): string {
  const { code, driverError } = (typeof error === 'object' && error !== null ? error : {}) as CodedError;
  return String(driverError?.code ?? code ?? '');
}

/**
 * Whether a statement failed because there was no connection to Postgres: it was refused or lost, or there were too many. Class 08:
 * connection; 57P: shutting down or starting; 53300: out of connections.
 */
export function lacksConnection(error: unknown): boolean {
  const code = postgresCode(error);
  if (unreachable.has(code) || /^(08...|57P0.|53300)$/.test(code)) return true;
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|not queryable|is not connected|Driver not Connected/i.test(error.message)
  );
}
