import { noSuchConnection, translateRefusal } from '@sync/http-api';
import type { FastifyRequest } from 'fastify';
import { unknownToken } from '../access/bearer-token';

/** Routes that change the connection of the token itself. */
const ownConnection = /^\/api\/widget\/con(nection|figuration)(?![a-z])/;

/**
 * Makes a problem of what the use cases refuse. A widget changes the connection of its own token: if that is gone, so is the token (401),
 * and a status that does not allow the change does not allow the token to make it (403).
 */
export function translateOwnRefusal(error: unknown, { url }: FastifyRequest): unknown {
  return ownConnection.test(url)
    ? translateRefusal(error, { gone: unknownToken, status: 'forbidden' })
    : translateRefusal(error, { gone: noSuchConnection, status: 'conflict' });
}
