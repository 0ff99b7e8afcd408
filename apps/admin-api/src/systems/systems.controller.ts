import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiPage, PageInput, type Page } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { PathId } from '../path-id';
import { ChangeSystemInput, CreateSystemInput, SystemDetails } from './system-representation';
import { Systems } from './systems';

@ApiTags('Systems')
@RequiresSession('look up')
@Controller('api/admin/systems')
export class SystemsController {
  constructor(private readonly systems: Systems) {}

  /**
   * List systems
   * @remarks By slug. Every user sees all systems.
   */
  @Get()
  @ApiPage(SystemDetails)
  listSystems(@Query() input: PageInput): Promise<Page<SystemDetails>> {
    return this.systems.list(input);
  }

  /**
   * Read one system
   * @remarks For every user.
   * @returns The system
   */
  @Get(':id')
  getSystem(@PathId('id', 'system') id: string): Promise<SystemDetails> {
    return this.systems.show(id);
  }

  /**
   * Create a direct system
   * @remarks Super administrators only. Shop platforms come with the service, because each needs code. 409 for a slug that is taken.
   * @returns The system
   */
  @Post()
  @RequiresSession('administer')
  @ApiProblems('conflict')
  createSystem(@RequestUser() user: SignedInUser, @Body() input: CreateSystemInput): Promise<SystemDetails> {
    return this.systems.create(user, input);
  }

  /**
   * Change the name or the capabilities of a system
   * @remarks Super administrators only. Absent members stay. A new capability changes the sync rules of all tenants soon afterwards. 409 if
   * an active sync rule still gives a capability that would go.
   * @returns The system
   */
  @Patch(':id')
  @RequiresSession('administer')
  @ApiProblems('conflict')
  changeSystem(
    @RequestUser() user: SignedInUser,
    @PathId('id', 'system') id: string,
    @Body() input: ChangeSystemInput,
  ): Promise<SystemDetails> {
    return this.systems.change(user, id, input);
  }

  /**
   * Delete a direct system
   * @remarks Super administrators only. 409 while connections belong to it, and for the systems that every installation has.
   * @returns Deleted
   */
  @Delete(':id')
  @RequiresSession('administer')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiProblems('conflict')
  deleteSystem(@RequestUser() user: SignedInUser, @PathId('id', 'system') id: string): Promise<void> {
    return this.systems.delete(user, id);
  }
}
