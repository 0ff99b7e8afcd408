import { DatabaseError } from 'pg';

function code(error: unknown): string {
  return error instanceof DatabaseError ? (error.code ?? '') : '';
}

/** The database refuses a value: data exception, not-null or check violation, or too long for an index. */
export function isRefusedValue(error: unknown): boolean {
  return /^(22...|23502|23514|54000)$/.test(code(error));
}

/** Foreign key violation: the rows' shop was deleted in the meantime. */
export function isMissingShop(error: unknown): boolean {
  return code(error) === '23503';
}
