import { verificationReasons } from '@sync/integration-contract';
import { problemKinds } from '@sync/service-runtime';
import Ajv2020 from 'ajv/dist/2020';
import { header, type WireResponse } from './exchange';

const kinds = Object.entries(problemKinds).map(([kind, { status, title }]) => ({ kind, status, title }));

/** "`type` (a stable relative URI, one per kind), `title`, `status`, `detail`, `instance`; validation errors add `errors: [{pointer, detail}]`"; those of a configuration also a code */
const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance'],
  additionalProperties: false,
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', minLength: 1, maxLength: 500 },
    instance: { type: 'string', pattern: '^(/|\\*$)' },
    reason: { enum: verificationReasons },
    location_origin: { type: 'string', pattern: '^https?://[^/]+$' },
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['pointer', 'detail'],
        additionalProperties: false,
        properties: {
          pointer: { type: 'string' },
          detail: { type: 'string', minLength: 1, maxLength: 500 },
          code: {
            enum: ['required', 'unknown_option', 'unknown_field', 'duplicate', 'wrong_type', 'no_target', 'nothing_selected', 'no_rule'],
          },
        },
      },
    },
  },
  oneOf: kinds.map(({ kind, status, title }) => ({
    properties: { type: { const: `/problems/${kind}` }, status: { const: status }, title: { const: title } },
  })),
};

const validate = new Ajv2020({ allErrors: true }).compile(problem);

/** Traces of a stack, SQL or an upstream error, which no problem may contain. */
const internals =
  /\bat \S+ \(|\.m?js:\d+|\.ts:\d+|node:internal|QueryFailedError|TypeError|\bselect \S+ from\b|\binsert into\b|\bupdate \S+ set\b|duplicate key|violates|\bECONN|undefined \(reading/i;

/** Faults of an error response, in words; empty for a valid problem. */
export function faultsOfProblem(response: WireResponse): string[] {
  const type = header(response, 'content-type') ?? 'none';
  const faults = /^application\/problem\+json(; charset=utf-8)?$/.test(type) ? [] : [`content type ${type}`];
  let body: unknown;
  try {
    body = JSON.parse(response.text);
  } catch {
    return [...faults, `no JSON: ${response.text.slice(0, 200)}`];
  }
  if (!validate(body))
    faults.push(
      `${JSON.stringify(body).slice(0, 300)}: ${validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`).join(', ')}`,
    );
  else if ((body as { status: number }).status !== response.status)
    faults.push(`says ${(body as { status: number }).status}, is ${response.status}`);
  const shown = JSON.stringify({ ...(body as object), instance: '' });
  if (internals.test(shown)) faults.push(`shows internals: ${shown.slice(0, 300)}`);
  return [...faults, ...faultsOfHeaders(response)];
}

function faultsOfHeaders(response: WireResponse): string[] {
  const faults: string[] = [];
  if (response.status === 401 && header(response, 'www-authenticate')?.startsWith('Bearer') !== true)
    faults.push('401 without WWW-Authenticate: Bearer');
  if ([429, 503].includes(response.status) && !/^[1-9]\d*$/.test(header(response, 'retry-after') ?? ''))
    faults.push(`${response.status} without Retry-After`);
  if (response.status === 429 && !/^"[a-z-]+";r=0;t=[1-9]\d*$/.test(header(response, 'ratelimit') ?? ''))
    faults.push('429 without RateLimit');
  if (response.status === 405 && (header(response, 'allow') ?? '') === '') faults.push('405 without Allow');
  return faults;
}
