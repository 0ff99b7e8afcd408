import { IntegrationRequestException, InvalidIntegrationResponseException } from '@sync/integration-contract';
import type { IntegrationRequestDetails } from '@sync/integration-contract';
import { asRow, count } from '../mapping/platform-values';
import type { StoreReply } from '../store-http/store-reply';

/** The platform's error codes that a shop owner can act on. */
export const errorCodes = {
  noKey: 16,
  emptyKey: 17,
  malformedKey: 18,
  inactiveKey: 20,
  keyWithoutRights: 21,
  serviceOff: 22,
  resourceNotAllowed: 26,
  unknownField: 35,
  otherShop: 132,
} as const;

const keyProblems: ReadonlySet<number> = new Set([
  errorCodes.noKey,
  errorCodes.emptyKey,
  errorCodes.malformedKey,
  errorCodes.inactiveKey,
  errorCodes.keyWithoutRights,
  errorCodes.serviceOff,
  errorCodes.otherShop,
]);

/** The webservice returned a status other than 2xx. */
export class WebserviceRefusal extends IntegrationRequestException {
  constructor(
    message: string,
    details: IntegrationRequestDetails,
    readonly codes: readonly number[],
  ) {
    super(message, details);
  }

  /** The key is valid, but it may not read this resource, or the shop does not have it. */
  get concernsResourceOnly(): boolean {
    if (this.codes.includes(errorCodes.resourceNotAllowed)) return true;
    const isRejection = this.status === 400 || this.status === 403 || this.status === 404 || this.status === 405;
    return isRejection && !this.codes.some((code) => keyProblems.has(code));
  }
}

/** A version of the platform that does not know a requested field. */
export function isUnknownField(error: unknown): boolean {
  return error instanceof WebserviceRefusal && error.codes.includes(errorCodes.unknownField);
}

const where = "In the shop's back office, open Advanced Parameters > Webservice";

/** Advice for the shop owner. The shop's own text is never repeated, since it names fields, paths and keys. */
const explanations: readonly (readonly [number, (resource: string) => string])[] = [
  [errorCodes.serviceOff, () => `The shop's webservice is switched off. ${where}, and enable it.`],
  [
    errorCodes.otherShop,
    () => `The API key belongs to another shop of the same installation. ${where}, and give the key access to this shop.`,
  ],
  [
    errorCodes.resourceNotAllowed,
    (resource) => `The shop's API key has no right to read ${resource}. ${where}, edit the key, and tick "View (GET)" for "${resource}".`,
  ],
  [errorCodes.malformedKey, () => 'The API key is not complete: a key of this shop has 32 letters and digits.'],
  [errorCodes.emptyKey, () => 'The shop received an empty API key.'],
  [errorCodes.noKey, () => 'The shop received no API key.'],
  [errorCodes.inactiveKey, () => `The shop does not accept the API key: it is unknown there or switched off. ${where}, and check the key.`],
  [errorCodes.keyWithoutRights, () => `The shop's API key has no rights at all. ${where}, edit the key, and tick what it may read.`],
];

/** Throws for any status other than 2xx, with an explanation if the error code says more than the status. */
export function requireSuccess(reply: StoreReply, resource: string): void {
  if (reply.status >= 200 && reply.status < 300) return;
  const codes = codesOf(reply);
  const { message, status, retryAfterSeconds, locationOrigin, isBlocked } = plainFailure(reply);
  const details = {
    status: status ?? undefined,
    retryAfterSeconds: retryAfterSeconds ?? undefined,
    locationOrigin,
    // Its own 401 is a page, too, when no key arrives.
    isBlocked: isBlocked && status === 403,
  };
  throw new WebserviceRefusal(
    explain(codes, resource) ?? explainStatus(reply) ?? message.replace(/\.$/, `${named(codes)}.`),
    details,
    codes,
  );
}

/** PHP notices can turn into errors in a 200 response, whose content is then unreliable. */
export function rejectErrors(body: unknown, what: string, status: number): void {
  if (!Object.hasOwn(asRow(body) ?? {}, 'errors')) return;
  throw new InvalidIntegrationResponseException(`The shop responded to ${what} with errors instead of a list${named(codesIn(body))}.`, {
    status,
  });
}

function plainFailure(reply: StoreReply): IntegrationRequestException {
  try {
    reply.requireSuccess();
  } catch (error) {
    if (error instanceof IntegrationRequestException) return error;
  }
  return new IntegrationRequestException('The shop refused the request.', { status: reply.status });
}

function explain(codes: readonly number[], resource: string): string | null {
  return explanations.find(([code]) => codes.includes(code))?.[1](resource) ?? null;
}

function explainStatus(reply: StoreReply): string | null {
  // The platform refuses keys in JSON. HTML means that it saw no key.
  if (reply.status === 401 && reply.isRefusedByPage())
    return 'The shop did not receive the API key: its web server keeps the Authorization header back, or there is no key.';
  if (reply.status >= 300 && reply.status < 400)
    return `The shop responded with a redirect (${reply.status}), which is not followed: the address of the connection is not the one the shop knows as its own.`;
  return null;
}

/** From `{"errors":[{"code":20,"message":"…"}]}`; none if the body is something else. */
function codesOf(reply: StoreReply): number[] {
  try {
    return codesIn(reply.json());
  } catch {
    return [];
  }
}

function codesIn(body: unknown): number[] {
  const errors = asRow(body)?.errors;
  return (Array.isArray(errors) ? errors : [errors]).flatMap((error: unknown) => {
    const code = count(asRow(error)?.code);
    return code !== null && code >= 0 && code < 10_000 ? [code] : [];
  });
}

function named(codes: readonly number[]): string {
  return codes.length === 0 ? '' : ` (error ${codes.slice(0, 3).join(', ')})`;
}
