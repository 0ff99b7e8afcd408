import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiPage, NotificationAddresses, NotificationAddressesInput, type Page } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { PathId } from '../path-id';
import { ChangeTenantInput, ListTenantsInput, TenantInput, TenantRepresentation } from './tenant-representation';
import { Tenants } from './tenants';

@ApiTags('Tenants')
@RequiresSession('look up')
@Controller('api/admin/tenants')
export class TenantsController {
  constructor(private readonly tenants: Tenants) {}

  /**
   * List tenants
   * @remarks Newest first. A support user sees its accessible tenants.
   */
  @Get()
  @ApiPage(TenantRepresentation)
  listTenants(@RequestUser() { viewer }: SignedInUser, @Query() input: ListTenantsInput): Promise<Page<TenantRepresentation>> {
    return this.tenants.list(viewer, input);
  }

  /**
   * Read one tenant
   * @remarks A support user reads its accessible tenants; others are 404.
   * @returns The tenant
   */
  @Get(':id')
  getTenant(@RequestUser() { viewer }: SignedInUser, @PathId('id', 'tenant') id: string): Promise<TenantRepresentation> {
    return this.tenants.show(viewer, id);
  }

  /**
   * Create a tenant
   * @remarks Super administrators only. Names need not be unique.
   * @returns The tenant
   */
  @Post()
  @RequiresSession('administer')
  createTenant(@RequestUser() user: SignedInUser, @Body() { name }: TenantInput): Promise<TenantRepresentation> {
    return this.tenants.create(user, name);
  }

  /**
   * Change a tenant
   * @remarks Super administrators only. Absent members stay. A larger quota lets its syncs go on; a smaller one deletes nothing.
   * @returns The tenant
   */
  @Patch(':id')
  @RequiresSession('administer')
  changeTenant(
    @RequestUser() user: SignedInUser,
    @PathId('id', 'tenant') id: string,
    @Body() input: ChangeTenantInput,
  ): Promise<TenantRepresentation> {
    return this.tenants.change(user, id, input);
  }

  /**
   * Read the notification addresses of a tenant
   * @remarks Super administrators only. They get a mail when the link to one of its shops breaks, and one when it works again.
   * @returns The addresses
   */
  @Get(':id/notification-addresses')
  @RequiresSession('administer')
  getNotificationAddresses(@RequestUser() { viewer }: SignedInUser, @PathId('id', 'tenant') id: string): Promise<NotificationAddresses> {
    return this.tenants.notificationAddresses(viewer, id);
  }

  /**
   * Replace the notification addresses of a tenant
   * @remarks Super administrators only. The audit log says how many they are. 409 for addresses while the service sends no mail.
   * @returns The addresses
   */
  @Put(':id/notification-addresses')
  @RequiresSession('administer')
  @ApiProblems('conflict')
  replaceNotificationAddresses(
    @RequestUser() user: SignedInUser,
    @PathId('id', 'tenant') id: string,
    @Body() input: NotificationAddressesInput,
  ): Promise<NotificationAddresses> {
    return this.tenants.replaceNotificationAddresses(user, id, input);
  }

  /**
   * Delete a tenant
   * @remarks Super administrators only. 409 while the tenant owns connections; what is left of erased ones goes with it.
   * @returns Deleted
   */
  @Delete(':id')
  @RequiresSession('administer')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiProblems('conflict')
  deleteTenant(@RequestUser() user: SignedInUser, @PathId('id', 'tenant') id: string): Promise<void> {
    return this.tenants.delete(user, id);
  }
}
