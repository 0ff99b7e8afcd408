import type { components, paths } from './api-types';

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** A route of the API description, such as `GET /api/records/orders`. */
export type Route = {
  [Path in keyof paths]: {
    [M in Method]: paths[Path][M] extends { responses: unknown } ? `${Uppercase<M>} ${Path}` : never;
  }[Method];
}[keyof paths];

type OperationOf<R extends Route> = R extends `${infer M} ${infer Path extends keyof paths}`
  ? paths[Path][Lowercase<M> & keyof paths[Path]]
  : never;

type ContentOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined;

/** The body of a successful response. */
export type ResponseOf<R extends Route> =
  OperationOf<R> extends { responses: infer Responses }
    ? { [Status in keyof Responses]: ContentOf<Responses[Status]> }[keyof Responses]
    : never;

/** The query of a route. */
export type QueryOf<R extends Route> = OperationOf<R> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

export type Schemas = components['schemas'];
