import { listOf, type ListOf } from './list';
import type { PageQuery, RotatedAccessToken, TokenRotation } from './schemas';
import type { CallOptions, Transport } from './transport';

/** The tokens of your own connection. */
export class AccessTokens {
  constructor(private readonly transport: Transport) {}

  /** The valid ones, without their plaintext. */
  list(query?: PageQuery, options: CallOptions = {}): ListOf<'GET /api/access-tokens'> {
    return listOf(this.transport, 'GET /api/access-tokens', { query }, options);
  }

  /** Revokes one. */
  delete(id: string, options: CallOptions = {}): Promise<void> {
    return this.transport.json('DELETE /api/access-tokens/{token_id}', { path: [id] }, options);
  }

  /** Revokes the token of this client, which then can do nothing more. */
  deleteCurrent(options: CallOptions = {}): Promise<void> {
    return this.transport.json('DELETE /api/access-tokens/current', {}, options);
  }

  /** A new token, shown once: store it, and make a new client with it. All others of its kind end, at once or after `overlap_seconds`. */
  rotateCurrent(body?: TokenRotation, options: CallOptions = {}): Promise<RotatedAccessToken> {
    return this.transport.json('POST /api/access-tokens/current/rotate', { body }, options);
  }
}
