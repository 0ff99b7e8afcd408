import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { crossOriginHeaders, isCrossOriginPath, isPreflight, preflightHeaders } from '@sync/service-runtime';

/** CORS headers for a response that the gateway gives in place of an app. Without them a page could see neither status nor Retry-After. */
export function ownCrossOriginHeaders({ headers: { origin } }: IncomingMessage, path: string): OutgoingHttpHeaders {
  if (!isCrossOriginPath(path)) return {};
  return { Vary: 'Origin', ...(origin !== undefined && crossOriginHeaders(origin)) };
}

/** Null: not a preflight. A failed preflight would hide the real response from the page, so the gateway accepts it for the app. */
export function ownPreflightHeaders(request: IncomingMessage, path: string): OutgoingHttpHeaders | null {
  if (!isCrossOriginPath(path) || !isPreflight(request)) return null;
  return { ...ownCrossOriginHeaders(request, path), ...preflightHeaders(path) };
}
