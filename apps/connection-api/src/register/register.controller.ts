import { applyDecorators, Body, Controller, HttpStatus, Post, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import { Handshakes } from '@sync/connections';
import { Operation, PresentConnections, presentConnectionToken } from '@sync/http-api';
import { pluginInfoOf } from '@sync/platforms';
import { ApiProblems, currentRequestId, Throttled, validated } from '@sync/service-runtime';
import type { FastifyReply } from 'fastify';
import { handshake } from '../api-description/examples';
import { FinalisedByPlugin, StartedPluginHandshake } from './register-representation';
import { FinaliseAsPluginInput, StartPluginHandshakeInput } from './register-input';

type RegisterBody = Record<string, unknown> | undefined;
type Registered = StartedPluginHandshake | FinalisedByPlugin;

/** Method decorator: register, at one of its addresses. */
function Registers(path: string, described: Omit<Parameters<typeof Operation>[0], 'security'>): MethodDecorator {
  return applyDecorators(
    Post(path),
    Throttled(true),
    SkipThrottle({ 'direct-initialisation': true, 'all-direct-initialisations': true }),
    Operation({ ...described, security: [] }),
    ApiBody({
      schema: { anyOf: [{ $ref: getSchemaPath(StartPluginHandshakeInput) }, { $ref: getSchemaPath(FinaliseAsPluginInput) }] },
      examples: handshake.registerRequests,
    }),
    ApiCreatedResponse({ type: StartedPluginHandshake, description: 'A: the token for the shop owner' }),
    ApiOkResponse({ type: FinalisedByPlugin, description: 'B: the connection, active, with its widget token' }),
    ApiProblems('verification-failed', 'invalid-connection-token', 'too-many-requests', 'service-unavailable'),
  );
}

@ApiTags('Handshake')
@ApiExtraModels(StartPluginHandshakeInput, FinaliseAsPluginInput)
@Controller('api')
export class RegisterController {
  constructor(
    private readonly handshakes: Handshakes,
    private readonly presenter: PresentConnections,
  ) {}

  @Registers('system-connections/register', {
    id: 'register',
    summary: 'For plugins: register a shop, or finalise a handshake',
    description: `The credentials are verified with the shop first; a failure stores nothing.

- **A**, without \`connection_token\`: 201 with the token that the shop owner brings to the caller.
- **B**, with the \`connection_token\` of a tenant: 200 with the connection, now active.`,
  })
  register(@Body() body: RegisterBody, @Res({ passthrough: true }) reply: FastifyReply): Promise<Registered> {
    return this.registered(body, reply);
  }

  @Registers('widget/register', {
    id: 'registerFromPage',
    summary: 'For the pages of plugins: register a shop, or finalise a handshake',
    description: `Register, for pages of any origin. The service calls the shop while it responds, so a shop whose host runs one PHP process
cannot wait for the response itself: the owner's browser can. Both addresses share one rate limit.`,
  })
  registerFromPage(@Body() body: RegisterBody, @Res({ passthrough: true }) reply: FastifyReply): Promise<Registered> {
    return this.registered(body, reply);
  }

  private async registered(body: RegisterBody, reply: FastifyReply): Promise<Registered> {
    if (body?.['connection_token'] === undefined) return this.start(await validated(StartPluginHandshakeInput, body));
    const finalised = await this.finalise(await validated(FinaliseAsPluginInput, body));
    void reply.status(HttpStatus.OK);
    return finalised;
  }

  private async start(input: StartPluginHandshakeInput): Promise<StartedPluginHandshake> {
    const started = await this.handshakes.startByPlugin(registrationOf(input));
    return { ...presentConnectionToken(started), connection_id: started.connectionId, widget_token: started.widgetToken.reveal() };
  }

  private async finalise(input: FinaliseAsPluginInput): Promise<FinalisedByPlugin> {
    const { connectionId, widgetToken } = await this.handshakes.finaliseByPlugin({
      ...registrationOf(input),
      connectionToken: input.connection_token,
      requestId: currentRequestId(),
    });
    const connection = await this.presenter.presentStored(connectionId);
    return { ...connection, connection_id: connectionId, widget_token: widgetToken.reveal() };
  }
}

function registrationOf({ system_slug, base_url, credentials, plugin }: StartPluginHandshakeInput) {
  return { systemSlug: system_slug, baseUrl: base_url, credentials, plugin: pluginInfoOf(plugin) };
}
