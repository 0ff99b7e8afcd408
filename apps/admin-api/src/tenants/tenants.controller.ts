import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiBodyProblems, ApiPage, Operation, sharedExamples, written, type Page } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { PathId } from '../path-id';
import { ChangeTenantInput, ListTenantsInput, TenantInput, TenantRepresentation } from './tenant-representation';
import { Tenants } from './tenants';

const times = { created_at: '2026-01-05T11:58:00.000Z', updated_at: '2026-01-05T11:58:00.000Z' };
const bytes = { stored_bytes: 1_288_490_189, allowed_bytes: 5_368_709_120, max_bytes: null };
const tenant: TenantRepresentation = { id: sharedExamples.ids.tenant, name: 'Quiet Harbour 4821', has_target: true, ...bytes, ...times };

@ApiTags('Tenants')
@RequiresSession()
@Controller('api/admin/tenants')
export class TenantsController {
  constructor(private readonly tenants: Tenants) {}

  @Get()
  @Operation({ id: 'listTenants', summary: 'List tenants', description: 'Newest first. A support user sees its accessible tenants.' })
  @ApiPage(TenantRepresentation, written({ data: [tenant], next_cursor: null }))
  @ApiProblems('validation-failed')
  list(@RequestUser() { viewer }: SignedInUser, @Query() input: ListTenantsInput): Promise<Page<TenantRepresentation>> {
    return this.tenants.list(viewer, input);
  }

  @Get(':id')
  @Operation({ id: 'getTenant', summary: 'Read one tenant', description: 'A support user reads its accessible tenants; others are 404.' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({ type: TenantRepresentation, description: 'The tenant', ...written(tenant) })
  @ApiProblems('not-found')
  show(@RequestUser() { viewer }: SignedInUser, @PathId('id', 'tenant') id: string): Promise<TenantRepresentation> {
    return this.tenants.show(viewer, id);
  }

  @Post()
  @RequiresSession('super_admin')
  @Operation({ id: 'createTenant', summary: 'Create a tenant', description: 'Super administrators only. Names need not be unique.' })
  @ApiBody({ type: TenantInput, ...written({ name: tenant.name }) })
  @ApiCreatedResponse({ type: TenantRepresentation, description: 'The tenant', ...written(tenant) })
  @ApiBodyProblems()
  @ApiProblems('validation-failed')
  create(@RequestUser() user: SignedInUser, @Body() { name }: TenantInput): Promise<TenantRepresentation> {
    return this.tenants.create(user, name);
  }

  @Patch(':id')
  @RequiresSession('super_admin')
  @Operation({
    id: 'changeTenant',
    summary: 'Change a tenant',
    description: 'Super administrators only. Absent members stay. A larger quota lets its syncs go on; a smaller one deletes nothing.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiBody({ type: ChangeTenantInput, ...written({ name: tenant.name, max_bytes: 21_474_836_480 }) })
  @ApiOkResponse({ type: TenantRepresentation, description: 'The tenant', ...written(tenant) })
  @ApiBodyProblems()
  @ApiProblems('not-found', 'validation-failed')
  change(
    @RequestUser() user: SignedInUser,
    @PathId('id', 'tenant') id: string,
    @Body() input: ChangeTenantInput,
  ): Promise<TenantRepresentation> {
    return this.tenants.change(user, id, input);
  }

  @Delete(':id')
  @RequiresSession('super_admin')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Operation({
    id: 'deleteTenant',
    summary: 'Delete a tenant',
    description: 'Super administrators only. 409 while the tenant owns connections; what is left of erased ones goes with it.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiNoContentResponse({ description: 'Deleted' })
  @ApiProblems('not-found', 'conflict')
  delete(@RequestUser() user: SignedInUser, @PathId('id', 'tenant') id: string): Promise<void> {
    return this.tenants.delete(user, id);
  }
}
