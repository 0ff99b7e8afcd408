import { counter, histogram } from '@sync/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';

const buckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10];

const durations = histogram(
  {
    name: 'sync_http_request_duration_seconds',
    help: 'HTTP requests and how long their responses took. A route that does not exist counts as unknown.',
    labels: ['method', 'route', 'status_class'],
  },
  buckets,
);

const rateLimited = counter({
  name: 'sync_rate_limited_requests_total',
  help: 'Requests that a rate limit refused with 429.',
  labels: ['limit'],
});

/** Counts a request once its response is sent. The route is its pattern: a path may hold secrets, and each would be a series. */
export function countRequest(request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url;
  // Anybody can make up methods of routes that do not exist.
  const method = route === undefined ? 'any' : request.method;
  const status_class = `${Math.floor(reply.statusCode / 100)}xx`;
  durations.observe({ method, route: route ?? 'unknown', status_class }, reply.elapsedTime / 1_000);
}

/** `limit`: the name of the throttler, or of another limit. */
export function countRateLimited(limit: string): void {
  rateLimited.inc({ limit });
}
