import { Injectable } from '@nestjs/common';
import { TranslateRefusals, type RefusalProblems } from '@sync/http-api';
import type { FastifyRequest } from 'fastify';
import { unknownToken } from '../access/bearer-token';

/** Routes that change the connection of the token itself. */
const ownConnection = /^\/api\/widget\/con(nection|figuration)(?![a-z])/;

/**
 * A widget changes the connection of its own token: if that is gone, so is the token (401), and a status that does not allow the change
 * does not allow the token to make it (403).
 */
@Injectable()
export class TranslateOwnRefusals extends TranslateRefusals {
  protected override problemsOf(request: FastifyRequest): RefusalProblems {
    return ownConnection.test(request.url) ? { gone: unknownToken, status: 'forbidden' } : super.problemsOf(request);
  }
}
