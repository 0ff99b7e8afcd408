import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { changeOwnPassword, Reauthentication, SecondFactor, showUser, undoOwnOidcLink } from '@sync/administration';
import { Secret } from '@sync/records';
import { ApiProblems } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { OwnPasswordInput, ownProofOf, OwnProofInput } from '../access/own-proof-input';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { ChangePasswordInput, CodeInput, presentMe, RemoveTotpInput, type BegunTotp, type Me } from './me-input';

/** What a user does with the own account. */
@ApiTags('Sessions')
@RequiresSession('account')
@Controller('api/admin/me')
export class MeController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secondFactor: SecondFactor,
    private readonly reauthentication: Reauthentication,
  ) {}

  /**
   * Show the own account
   * @remarks With what must be done before anything else works.
   * @returns The signed-in user
   */
  @Get()
  async showMe(@RequestUser() { id, duty }: SignedInUser): Promise<Me> {
    return presentMe(await showUser(this.dataSource, id), duty);
  }

  /**
   * Change the own password
   * @remarks All other sessions of the user end; this one stays. A wrong current password is throttled like a failed sign-in.
   * @returns The password is changed
   */
  @Put('password')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiProblems('conflict', 'too-many-requests')
  async changeOwnPassword(@RequestUser() user: SignedInUser, @Body() input: ChangePasswordInput): Promise<void> {
    const { sessionId } = user;
    const change = { current: new Secret(input.current_password), next: new Secret(input.new_password), sessionId };
    await changeOwnPassword(this.dataSource, user.origin, user, change);
  }

  /**
   * Begin to set up a second factor
   * @remarks Time-based codes of an authenticator app (RFC 6238). Requires `own_password`. It counts once it is confirmed with a code;
   * until then, this begins again.
   * @returns The secret, once
   */
  @Post('totp')
  @ApiProblems('conflict', 'too-many-requests')
  async beginTotp(@RequestUser() user: SignedInUser, @Body() own: OwnPasswordInput): Promise<BegunTotp> {
    const origin = await this.reauthentication.prove(user, ownProofOf(own), { asksForCode: false });
    const { secret, address } = await this.secondFactor.begin(origin, user);
    return { secret: secret.reveal(), otpauth_url: address.reveal() };
  }

  /**
   * Confirm the second factor
   * @remarks From now on every sign-in asks for a code.
   * @returns It is set up
   */
  @Post('totp/confirm')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiProblems('conflict')
  async confirmTotp(@RequestUser() user: SignedInUser, @Body() { code }: CodeInput): Promise<void> {
    await this.secondFactor.confirm(user.origin, user, code);
  }

  /**
   * Remove the second factor
   * @remarks With the password and an unused code. A super administrator removes the one of a user who lost the app.
   * @returns It is removed
   */
  @Delete('totp')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiProblems('conflict', 'too-many-requests')
  async removeTotp(@RequestUser() user: SignedInUser, @Body() { password, code }: RemoveTotpInput): Promise<void> {
    await this.secondFactor.remove(user.origin, user, { password: new Secret(password), code });
  }

  /**
   * Undo the link to the identity provider
   * @remarks The user signs in with the password only from now on. Requires `own_password`, and `own_code` of those who have a second
   * factor. All other sessions of the user end. 409 for a user who has chosen no password.
   * @returns The link is undone
   */
  @Delete('oidc')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiProblems('conflict', 'too-many-requests')
  async undoOwnOidcLink(@RequestUser() user: SignedInUser, @Body() own: OwnProofInput): Promise<void> {
    const origin = await this.reauthentication.prove(user, ownProofOf(own));
    await undoOwnOidcLink(this.dataSource, origin, user);
  }
}
