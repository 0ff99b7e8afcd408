import { Body, Controller, HttpStatus, Post, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import { ApiProblems, ClientAddressThrottlerGuard, validated } from '@sync/service-runtime';
import type { FastifyReply } from 'fastify';
import { ApiBodyProblems } from '../api-description/api-body-problems';
import { FinaliseAsPlugin, FinalisedByPlugin } from './finalise-as-plugin';
import { FinaliseAsPluginInput, StartPluginHandshakeInput } from './register-input';
import { StartedPluginHandshake, StartPluginHandshake } from './start-plugin-handshake';

@ApiTags('Handshake')
@ApiExtraModels(StartPluginHandshakeInput, FinaliseAsPluginInput)
@Controller('api/system-connections/register')
export class RegisterController {
  constructor(
    private readonly startPluginHandshake: StartPluginHandshake,
    private readonly finaliseAsPlugin: FinaliseAsPlugin,
  ) {}

  @Post()
  @UseGuards(ClientAddressThrottlerGuard)
  @SkipThrottle({ 'direct-initialisation': true, 'all-direct-initialisations': true })
  @ApiOperation({ summary: 'For plugins: register a shop (A), or finalise a handshake that a tenant started (B, with connection_token)' })
  @ApiBody({ schema: { anyOf: [{ $ref: getSchemaPath(StartPluginHandshakeInput) }, { $ref: getSchemaPath(FinaliseAsPluginInput) }] } })
  @ApiCreatedResponse({ type: StartedPluginHandshake, description: 'A' })
  @ApiOkResponse({ type: FinalisedByPlugin, description: 'B: the connection, active, with its widget token' })
  @ApiBodyProblems()
  @ApiProblems('validation-failed', 'verification-failed', 'invalid-connection-token', 'too-many-requests', 'service-unavailable')
  async register(
    @Body() body: Record<string, unknown> | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedPluginHandshake | FinalisedByPlugin> {
    if (body?.['connection_token'] === undefined) return this.startPluginHandshake.start(await validated(StartPluginHandshakeInput, body));
    const connection = await this.finaliseAsPlugin.finalise(await validated(FinaliseAsPluginInput, body));
    void reply.status(HttpStatus.OK);
    return connection;
  }
}
