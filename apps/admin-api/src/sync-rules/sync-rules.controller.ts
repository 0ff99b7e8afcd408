import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiPage, sharedExamples, written, type Page } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { PathId } from '../path-id';
import { ChangeSyncRuleInput, CreateSyncRuleInput, ListSyncRulesInput, SyncRuleRepresentation } from './sync-rule-representation';
import { SyncRules } from './sync-rules';

const { ids, shop } = sharedExamples;
const ends = { tenant_id: ids.tenant, source_connection_id: ids.shop, target_connection_id: ids.caller };
const rule: SyncRuleRepresentation = {
  id: '01981c35-2b7c-7a90-8e1f-4d6a9c2b7e05',
  ...ends,
  tenant: { id: ids.tenant, name: 'Quiet Harbour 4821' },
  source: { id: ids.shop, name: shop.name },
  target: { id: ids.caller, name: 'Loyalty platform' },
  data_domains: ['customers', 'orders'],
  is_active: true,
  is_default: false,
  created_at: '2026-01-05T12:10:00.000Z',
  updated_at: '2026-01-05T12:10:00.000Z',
};

@ApiTags('Sync rules')
@RequiresSession()
@Controller('api/admin/sync-rules')
export class SyncRulesController {
  constructor(private readonly rules: SyncRules) {}

  /**
   * List sync rules
   * @remarks Newest first. A support user sees the rules of which it sees both connections in full.
   */
  @Get()
  @ApiPage(SyncRuleRepresentation, written({ data: [rule], next_cursor: null }))
  listSyncRules(@RequestUser() user: SignedInUser, @Query() input: ListSyncRulesInput): Promise<Page<SyncRuleRepresentation>> {
    return this.rules.list(user, input);
  }

  /**
   * Read one sync rule
   * @remarks A rule that the user may not see is 404.
   */
  @Get(':id')
  @ApiOkResponse({ type: SyncRuleRepresentation, description: 'The rule', ...written(rule) })
  getSyncRule(@RequestUser() user: SignedInUser, @PathId('id', 'sync rule') id: string): Promise<SyncRuleRepresentation> {
    return this.rules.show(user, id);
  }

  /**
   * Make a sync rule by hand
   * @remarks Super administrators only. Source and target are connections of the tenant, and the data domains are some of what the system
   * of the source offers. 409 when there is such a rule already.
   */
  @Post()
  @RequiresSession('super_admin')
  @ApiBody({ type: CreateSyncRuleInput, ...written({ ...ends, data_domains: rule.data_domains }) })
  @ApiCreatedResponse({ type: SyncRuleRepresentation, description: 'The rule', ...written(rule) })
  @ApiProblems('conflict')
  createSyncRule(@RequestUser() user: SignedInUser, @Body() input: CreateSyncRuleInput): Promise<SyncRuleRepresentation> {
    return this.rules.create(user, input);
  }

  /**
   * Activate or deactivate a sync rule
   * @remarks Super administrators only. A default rule that follows from the connections is activated again when a connection of its tenant
   * is activated or configured.
   */
  @Patch(':id')
  @RequiresSession('super_admin')
  @ApiBody({ type: ChangeSyncRuleInput, ...written({ is_active: false }) })
  @ApiOkResponse({ type: SyncRuleRepresentation, description: 'The rule', ...written({ ...rule, is_active: false }) })
  changeSyncRule(
    @RequestUser() user: SignedInUser,
    @PathId('id', 'sync rule') id: string,
    @Body() input: ChangeSyncRuleInput,
  ): Promise<SyncRuleRepresentation> {
    return this.rules.setActive(user, id, input.is_active);
  }

  /**
   * Delete a sync rule made by hand
   * @remarks Super administrators only. 409 for a default rule: it follows from the connections.
   * @returns Deleted
   */
  @Delete(':id')
  @RequiresSession('super_admin')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiProblems('conflict')
  deleteSyncRule(@RequestUser() user: SignedInUser, @PathId('id', 'sync rule') id: string): Promise<void> {
    return this.rules.delete(user, id);
  }
}
