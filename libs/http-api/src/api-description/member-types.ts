/** Types of members that say more than `string` or `number`. API descriptions take their `@schema` over. */

/** @schema { format: 'uuid' } */
export type Uuid = string;

/**
 * On the wire ISO 8601 in UTC, which is what JSON makes of a Date.
 * @schema { type: 'string', format: 'date-time' }
 */
export type Instant = Date | string;

/** @schema { format: 'password' } */
export type Password = string;

/** @schema { type: 'integer' } */
export type Integer = number;

/** @schema { type: 'integer', minimum: 0 } */
export type Count = number;

/** @schema { type: 'integer', minimum: 1 } */
export type Position = number;
