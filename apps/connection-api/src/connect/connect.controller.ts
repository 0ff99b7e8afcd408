import { Body, Controller, Post, Req, UseGuards } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiExtraModels, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import { ApiProblems, ClientAddressThrottlerGuard, validated } from '@sync/service-runtime';
import type { FastifyRequest } from 'fastify';
import { callers } from '../access/request-caller';
import { ApiBodyProblems } from '../api-description/api-body-problems';
import { ConnectionRepresentation } from '../connections/connection-representation';
import { AllowedOrigins } from './allowed-origins';
import { variantOf } from './connect-variant';
import { ConnectGuard } from './connect.guard';
import { FinaliseAsCallerInput, InitialiseDirectSystemInput } from './connect-input';
import { FinaliseAsCaller } from './finalise-as-caller';
import { InitialisedDirectSystem, InitialiseDirectSystem } from './initialise-direct-system';
import { StartedTenantHandshake, StartTenantHandshake } from './start-tenant-handshake';

const bodies = [InitialiseDirectSystemInput, FinaliseAsCallerInput];
const responses = [InitialisedDirectSystem, StartedTenantHandshake, ConnectionRepresentation];
/** Of variant B. A widget that lost its token sends its tenant and gets 401. */
const emptyBody = { type: 'object', properties: { tenant_id: { type: 'string', format: 'uuid' } } };
const refs = (models: (new () => object)[]) => models.map((model) => ({ $ref: getSchemaPath(model) }));

@ApiTags('Handshake')
@ApiExtraModels(...bodies, ...responses)
@Controller('api/system-connections/connect')
export class ConnectController {
  constructor(
    private readonly origins: AllowedOrigins,
    private readonly initialiseDirectSystem: InitialiseDirectSystem,
    private readonly startTenantHandshake: StartTenantHandshake,
    private readonly finaliseAsCaller: FinaliseAsCaller,
  ) {}

  @Post()
  @UseGuards(ClientAddressThrottlerGuard, ConnectGuard)
  @SkipThrottle({ register: true })
  @ApiOperation({
    summary:
      'For callers: initialise a direct system (A, no bearer), start a handshake (B, empty body), or finalise a handshake that a plugin started (C)',
    security: [{}, { accessToken: [] }],
  })
  @ApiBody({ required: false, schema: { anyOf: [...refs(bodies), emptyBody] } })
  @ApiCreatedResponse({ schema: { oneOf: refs(responses) }, description: 'For A, B and C, in this order' })
  @ApiBodyProblems()
  @ApiProblems('unauthorized', 'forbidden', 'validation-failed', 'verification-failed', 'invalid-connection-token')
  @ApiProblems('too-many-requests', 'service-unavailable')
  async connect(
    @Body() body: Record<string, unknown> | undefined,
    @Req() request: FastifyRequest,
  ): Promise<InitialisedDirectSystem | StartedTenantHandshake | ConnectionRepresentation> {
    const caller = callers.get(request);
    if (!caller) {
      this.origins.check(request.headers.origin);
      return this.initialiseDirectSystem.initialise(await validated(InitialiseDirectSystemInput, body));
    }
    if (variantOf(request) === 'tenant initiation') return this.startTenantHandshake.start(caller);
    return this.finaliseAsCaller.finalise(caller, await validated(FinaliseAsCallerInput, body));
  }
}
