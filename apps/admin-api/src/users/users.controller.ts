import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { changeUser, createUser, deleteUser, listUsers, Reauthentication, resetPassword, showUser } from '@sync/administration';
import { ApiPage, PageInput, pageOf, readCursor, writeCursor, written, type Page } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { ownProofOf } from '../access/own-proof-input';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { exampleUser, presentUser, UserRepresentation } from './user-representation';
import { PathId } from '../path-id';
import { ChangeUserInput, CreateUserInput, ResetPasswordInput, type CreatedUser, type GeneratedPassword } from './users-input';

const list = 'users';
const anyLogin = /^.{1,254}$/;

@ApiTags('Users')
@RequiresSession('users')
@Controller('api/admin/users')
export class UsersController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reauthentication: Reauthentication,
  ) {}

  /**
   * List users
   * @remarks In the order of their logins. Super administrators only.
   */
  @Get()
  @ApiPage(UserRepresentation)
  async listUsers(@Query() { limit, cursor }: PageInput): Promise<Page<UserRepresentation>> {
    const after = cursor === undefined ? null : (readCursor(list, cursor, anyLogin)[0] ?? null);
    return pageOf(await listUsers(this.dataSource, after, limit + 1), limit, ({ login }) => writeCursor(list, login), presentUser);
  }

  /**
   * Create a user
   * @remarks The response has the generated password, once. For a super administrator, `own_password` is required, and `own_code` of those
   * who have a second factor. Super administrators only.
   * @returns The user and the first password
   */
  @Post()
  @ApiProblems('conflict', 'too-many-requests')
  async createUser(@RequestUser() admin: SignedInUser, @Body() input: CreateUserInput): Promise<CreatedUser> {
    const { login, name, role, tenant_access: tenantAccess } = input;
    const { accessible_tenant_ids: accessibleTenantIds = [], supported_system_ids: supportedSystemIds = [] } = input;
    const values = { login, name, role, tenantAccess, accessibleTenantIds, supportedSystemIds };
    const origin = await this.reauthentication.prove(admin, ownProofOf(input));
    const { user, password } = await createUser(this.dataSource, origin, values);
    return { ...presentUser(user), password: password.reveal() };
  }

  /**
   * Show a user
   * @remarks Super administrators only.
   * @returns The user
   */
  @Get(':id')
  async showUser(@PathId('id', 'user') id: string): Promise<UserRepresentation> {
    return presentUser(await showUser(this.dataSource, id));
  }

  /**
   * Change a user
   * @remarks What is left out stays. A change of `role`, `disabled` or `oidc_link` ends the sessions of the user. A change of `role` or
   * `oidc_link`, and enabling a disabled user, require `own_password`, and `own_code` of those who have a second factor. 403 for the own
   * `oidc_link`. 409 for the last enabled super administrator. Super administrators only.
   */
  @Patch(':id')
  @ApiOkResponse({ type: UserRepresentation, description: 'The user as it is now', ...written({ ...exampleUser, disabled: true }) })
  @ApiProblems('conflict', 'too-many-requests')
  async changeUser(
    @RequestUser() admin: SignedInUser,
    @PathId('id', 'user') id: string,
    @Body() input: ChangeUserInput,
  ): Promise<UserRepresentation> {
    const { name, role, disabled, oidc_link: oidcLink, tenant_access: tenantAccess } = input;
    const { accessible_tenant_ids: accessibleTenantIds, supported_system_ids: supportedSystemIds } = input;
    const changes = { name, role, disabled, oidcLink, tenantAccess, accessibleTenantIds, supportedSystemIds };
    const origin = await this.reauthentication.prove(admin, ownProofOf(input));
    return presentUser(await changeUser(this.dataSource, origin, id, changes));
  }

  /**
   * Delete a user
   * @remarks With all sessions. The audit log keeps the id. 409 for the last enabled super administrator. Super administrators only.
   * @returns The user is gone
   */
  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiProblems('conflict')
  async deleteUser(@RequestUser() { origin }: SignedInUser, @PathId('id', 'user') id: string): Promise<void> {
    await deleteUser(this.dataSource, origin, id);
  }

  /**
   * Reset a password
   * @remarks Generates a new password, which must be changed at the next sign-in, and ends the sessions of the user. Requires
   * `own_password`, and `own_code` of those who have a second factor: a stolen session must not take accounts over. 403 for the own id.
   * Super administrators only.
   * @returns The new password
   */
  @Post(':id/password-reset')
  @HttpCode(HttpStatus.OK)
  @ApiBody({ type: ResetPasswordInput, required: false })
  @ApiProblems('too-many-requests')
  async resetPassword(
    @RequestUser() admin: SignedInUser,
    @PathId('id', 'user') id: string,
    @Body() { remove_totp: removesTotp = false, ...own }: ResetPasswordInput,
  ): Promise<GeneratedPassword> {
    const origin = await this.reauthentication.prove(admin, ownProofOf(own));
    const password = await resetPassword(this.dataSource, origin, id, { removesTotp });
    return { password: password.reveal() };
  }
}
