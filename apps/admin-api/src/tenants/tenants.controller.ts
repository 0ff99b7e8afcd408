import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiPage, sharedExamples, written, type Page } from '@sync/http-api';
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

  /**
   * List tenants
   * @remarks Newest first. A support user sees its accessible tenants.
   */
  @Get()
  @ApiPage(TenantRepresentation, written({ data: [tenant], next_cursor: null }))
  listTenants(@RequestUser() { viewer }: SignedInUser, @Query() input: ListTenantsInput): Promise<Page<TenantRepresentation>> {
    return this.tenants.list(viewer, input);
  }

  /**
   * Read one tenant
   * @remarks A support user reads its accessible tenants; others are 404.
   */
  @Get(':id')
  @ApiOkResponse({ type: TenantRepresentation, description: 'The tenant', ...written(tenant) })
  getTenant(@RequestUser() { viewer }: SignedInUser, @PathId('id', 'tenant') id: string): Promise<TenantRepresentation> {
    return this.tenants.show(viewer, id);
  }

  /**
   * Create a tenant
   * @remarks Super administrators only. Names need not be unique.
   */
  @Post()
  @RequiresSession('super_admin')
  @ApiBody({ type: TenantInput, ...written({ name: tenant.name }) })
  @ApiCreatedResponse({ type: TenantRepresentation, description: 'The tenant', ...written(tenant) })
  createTenant(@RequestUser() user: SignedInUser, @Body() { name }: TenantInput): Promise<TenantRepresentation> {
    return this.tenants.create(user, name);
  }

  /**
   * Change a tenant
   * @remarks Super administrators only. Absent members stay. A larger quota lets its syncs go on; a smaller one deletes nothing.
   */
  @Patch(':id')
  @RequiresSession('super_admin')
  @ApiBody({ type: ChangeTenantInput, ...written({ name: tenant.name, max_bytes: 21_474_836_480 }) })
  @ApiOkResponse({ type: TenantRepresentation, description: 'The tenant', ...written(tenant) })
  changeTenant(
    @RequestUser() user: SignedInUser,
    @PathId('id', 'tenant') id: string,
    @Body() input: ChangeTenantInput,
  ): Promise<TenantRepresentation> {
    return this.tenants.change(user, id, input);
  }

  /**
   * Delete a tenant
   * @remarks Super administrators only. 409 while the tenant owns connections; what is left of erased ones goes with it.
   * @returns Deleted
   */
  @Delete(':id')
  @RequiresSession('super_admin')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiProblems('conflict')
  deleteTenant(@RequestUser() user: SignedInUser, @PathId('id', 'tenant') id: string): Promise<void> {
    return this.tenants.delete(user, id);
  }
}
