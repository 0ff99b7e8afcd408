import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import { Handshakes } from '@sync/connections';
import { ConnectionRepresentation, Operation, PresentConnections, RequiredAccess } from '@sync/http-api';
import { ApiProblems, currentRequestId, Throttled, validated } from '@sync/service-runtime';
import type { FastifyRequest } from 'fastify';
import { tenantOf, type Caller } from '../access/caller';
import { callers } from '../access/request-caller';
import { handshake } from '../api-description/examples';
import { AllowedOrigins } from './allowed-origins';
import { variantOf } from './connect-variant';
import { FinaliseAsCallerInput, InitialiseDirectSystemInput, StartAsTenantInput } from './connect-input';
import { InitialisedDirectSystem, presentTenantHandshake, StartedTenantHandshake } from './connect-representation';

const bodies = [InitialiseDirectSystemInput, StartAsTenantInput, FinaliseAsCallerInput];
const responses = [InitialisedDirectSystem, StartedTenantHandshake, ConnectionRepresentation];
const refs = (models: (new () => object)[]) => models.map((model) => ({ $ref: getSchemaPath(model) }));

@ApiTags('Handshake')
@ApiExtraModels(...bodies, ...responses)
@Controller('api/system-connections/connect')
export class ConnectController {
  constructor(
    private readonly origins: AllowedOrigins,
    private readonly handshakes: Handshakes,
    private readonly presenter: PresentConnections,
  ) {}

  @Post()
  @Throttled(true)
  @RequiredAccess({ group: 'handshake', statuses: ['active'], isOpen: (request) => variantOf(request) === 'direct initialisation' })
  @SkipThrottle({ register: true })
  @Operation({
    id: 'connect',
    summary: 'For callers: initialise a direct system, start a handshake, or finalise one',
    description: `The request selects the variant; the required members of each response tell them apart.

- **A**, no bearer: initialises a direct system. Always creates a new tenant with an active connection.
- **B**, a bearer and no \`connection_token\`: starts a handshake that a shop owner finishes in the plugin. With \`connection\`, only a plugin of that platform can: another one gets 422 with \`reason\` \`other_platform\`. 409 while the tenant has as many pending connections as it may have.
- **C**, a bearer and a \`connection_token\`: finalises a handshake that a plugin started.

A bad bearer is 401 and never falls through to A.`,
    security: [{}, { accessToken: [] }],
  })
  @ApiBody({ required: false, schema: { anyOf: refs(bodies) }, examples: handshake.connectRequests })
  @ApiCreatedResponse({
    schema: { oneOf: refs(responses) },
    description: 'For A, B and C, in this order',
    examples: handshake.connectResponses,
  })
  @ApiProblems('unauthorized', 'forbidden', 'verification-failed', 'invalid-connection-token')
  @ApiProblems('conflict', 'too-many-requests', 'service-unavailable')
  async connect(
    @Body() body: Record<string, unknown> | undefined,
    @Req() request: FastifyRequest,
  ): Promise<InitialisedDirectSystem | StartedTenantHandshake | ConnectionRepresentation> {
    const caller = callers.get(request);
    if (!caller) {
      this.origins.check(request.headers.origin);
      return this.initialise(await validated(InitialiseDirectSystemInput, body));
    }
    if (variantOf(request) === 'tenant initiation') return this.start(caller, await validated(StartAsTenantInput, body ?? {}));
    return this.finalise(caller, await validated(FinaliseAsCallerInput, body));
  }

  private async initialise({ system_slug, external_user_id, tenant_name }: InitialiseDirectSystemInput): Promise<InitialisedDirectSystem> {
    const { tenantId, connectionId, token } = await this.handshakes.initialiseDirectSystem({
      systemSlug: system_slug,
      externalUserId: external_user_id ?? null,
      tenantName: tenant_name ?? null,
      requestId: currentRequestId(),
    });
    return { tenant_id: tenantId, token: token.reveal(), connection: await this.presenter.presentStored(connectionId) };
  }

  private async start(caller: Caller, { connection }: StartAsTenantInput): Promise<StartedTenantHandshake> {
    const platform = typeof connection === 'string' ? { slug: connection, pointer: '/connection' } : undefined;
    const initiation = { tenantId: tenantOf(caller), actor: `caller:${caller.connectionId}`, platform } as const;
    return presentTenantHandshake(await this.handshakes.startByTenant(initiation));
  }

  private async finalise(caller: Caller, { connection_token }: FinaliseAsCallerInput): Promise<ConnectionRepresentation> {
    const id = await this.handshakes.finaliseByTenant({
      connectionToken: connection_token,
      tenantId: tenantOf(caller),
      actor: `caller:${caller.connectionId}`,
      requestId: currentRequestId(),
    });
    return this.presenter.presentStored(id);
  }
}
