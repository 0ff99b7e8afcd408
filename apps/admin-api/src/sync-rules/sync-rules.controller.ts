import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiPage, written, type Page } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { PathId } from '../path-id';
import {
  ChangeSyncRuleInput,
  CreateSyncRuleInput,
  exampleRule,
  ListSyncRulesInput,
  SyncRuleRepresentation,
} from './sync-rule-representation';
import { SyncRules } from './sync-rules';

@ApiTags('Sync rules')
@RequiresSession('look up')
@Controller('api/admin/sync-rules')
export class SyncRulesController {
  constructor(private readonly rules: SyncRules) {}

  /**
   * List sync rules
   * @remarks Newest first. A support user sees the rules of which it sees both connections in full.
   */
  @Get()
  @ApiPage(SyncRuleRepresentation)
  listSyncRules(@RequestUser() user: SignedInUser, @Query() input: ListSyncRulesInput): Promise<Page<SyncRuleRepresentation>> {
    return this.rules.list(user, input);
  }

  /**
   * Read one sync rule
   * @remarks A rule that the user may not see is 404.
   * @returns The rule
   */
  @Get(':id')
  getSyncRule(@RequestUser() user: SignedInUser, @PathId('id', 'sync rule') id: string): Promise<SyncRuleRepresentation> {
    return this.rules.show(user, id);
  }

  /**
   * Make a sync rule by hand
   * @remarks Super administrators only. Source and target are connections of the tenant, and the data domains are some of what the system
   * of the source offers. 409 when there is such a rule already.
   * @returns The rule
   */
  @Post()
  @RequiresSession('administer')
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
  @RequiresSession('administer')
  @ApiOkResponse({ type: SyncRuleRepresentation, description: 'The rule', ...written({ ...exampleRule, is_active: false }) })
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
  @RequiresSession('administer')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiProblems('conflict')
  deleteSyncRule(@RequestUser() user: SignedInUser, @PathId('id', 'sync rule') id: string): Promise<void> {
    return this.rules.delete(user, id);
  }
}
