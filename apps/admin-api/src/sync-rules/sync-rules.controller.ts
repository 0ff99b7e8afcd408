import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiBodyProblems, ApiPage, Operation, sharedExamples, written, type Page } from '@sync/http-api';
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

  @Get()
  @Operation({
    id: 'listSyncRules',
    summary: 'List sync rules',
    description: 'Newest first. A support user sees the rules of which it sees both connections in full.',
  })
  @ApiPage(SyncRuleRepresentation, written({ data: [rule], next_cursor: null }))
  @ApiProblems('validation-failed')
  list(@RequestUser() user: SignedInUser, @Query() input: ListSyncRulesInput): Promise<Page<SyncRuleRepresentation>> {
    return this.rules.list(user, input);
  }

  @Get(':id')
  @Operation({ id: 'getSyncRule', summary: 'Read one sync rule', description: 'A rule that the user may not see is 404.' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({ type: SyncRuleRepresentation, description: 'The rule', ...written(rule) })
  @ApiProblems('not-found')
  show(@RequestUser() user: SignedInUser, @PathId('id', 'sync rule') id: string): Promise<SyncRuleRepresentation> {
    return this.rules.show(user, id);
  }

  @Post()
  @RequiresSession('super_admin')
  @Operation({
    id: 'createSyncRule',
    summary: 'Make a sync rule by hand',
    description:
      'Super administrators only. Source and target are connections of the tenant, and the data domains are some of what the system of the source offers. 409 when there is such a rule already.',
  })
  @ApiBody({ type: CreateSyncRuleInput, ...written({ ...ends, data_domains: rule.data_domains }) })
  @ApiCreatedResponse({ type: SyncRuleRepresentation, description: 'The rule', ...written(rule) })
  @ApiBodyProblems()
  @ApiProblems('conflict', 'validation-failed')
  create(@RequestUser() user: SignedInUser, @Body() input: CreateSyncRuleInput): Promise<SyncRuleRepresentation> {
    return this.rules.create(user, input);
  }

  @Patch(':id')
  @RequiresSession('super_admin')
  @Operation({
    id: 'changeSyncRule',
    summary: 'Activate or deactivate a sync rule',
    description:
      'Super administrators only. A default rule that follows from the connections is activated again when a connection of its tenant is activated or configured.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiBody({ type: ChangeSyncRuleInput, ...written({ is_active: false }) })
  @ApiOkResponse({ type: SyncRuleRepresentation, description: 'The rule', ...written({ ...rule, is_active: false }) })
  @ApiBodyProblems()
  @ApiProblems('not-found', 'validation-failed')
  change(
    @RequestUser() user: SignedInUser,
    @PathId('id', 'sync rule') id: string,
    @Body() input: ChangeSyncRuleInput,
  ): Promise<SyncRuleRepresentation> {
    return this.rules.setActive(user, id, input.is_active);
  }

  @Delete(':id')
  @RequiresSession('super_admin')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Operation({
    id: 'deleteSyncRule',
    summary: 'Delete a sync rule made by hand',
    description: 'Super administrators only. 409 for a default rule: it follows from the connections.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiNoContentResponse({ description: 'Deleted' })
  @ApiProblems('not-found', 'conflict')
  delete(@RequestUser() user: SignedInUser, @PathId('id', 'sync rule') id: string): Promise<void> {
    return this.rules.delete(user, id);
  }
}
