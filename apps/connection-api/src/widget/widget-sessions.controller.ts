import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { issueWidgetSession } from '@sync/identity';
import { DataSource } from 'typeorm';
import { tenantOf, type Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { ConnectionApiConfiguration } from '../configuration';
import { sessionPages, StartSessionInput, WidgetSession } from './widget-session-representation';

@ApiTags('Widget')
@Controller('api/widget/sessions')
export class WidgetSessionsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: ConnectionApiConfiguration,
  ) {}

  /**
   * Start the session of one page
   * @remarks For the server of a page that embeds `<service-connector>` or `<service-webhooks>`: the page gets a token that ends within the
   * hour and reaches what the element shows, and the token of the company stays on the server. Of either element only the newest sessions
   * last, as many as a connection may have tokens.
   * @returns The session, with its token, shown only this once
   */
  @Post()
  @RequiresBearer('widget sessions', 'active')
  @ApiBody({ required: false, type: StartSessionInput })
  async startWidgetSession(@RequestCaller() caller: Caller, @Body() input: StartSessionInput): Promise<WidgetSession> {
    const expiresAt = new Date(Date.now() + input.lifetime_seconds * 1_000);
    const values = { name: sessionPages[input.page], expiresAt, maxSessions: this.configuration.connectionMaxTokens };
    const { id, plaintext } = await this.dataSource.transaction((manager) => issueWidgetSession(manager, caller.connectionId, values));
    return { id, tenant_id: tenantOf(caller), token: plaintext.reveal(), expires_at: expiresAt };
  }
}
