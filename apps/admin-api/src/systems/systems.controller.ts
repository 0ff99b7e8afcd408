import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiBodyProblems, ApiPage, Operation, PageInput, written, type Page } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { PathId } from '../path-id';
import { ChangeSystemInput, CreateSystemInput, SystemDetails } from './system-representation';
import { Systems } from './systems';

const values: CreateSystemInput = { slug: 'loyalty-platform', name: 'Loyalty platform', capabilities: ['customers', 'orders'] };
const place = { id: '01981c2d-70a2-7b11-8c3f-2a9d4e6b1f10', created_at: '2026-01-05T11:50:00.000Z' };
const system: SystemDetails = { ...place, ...values, is_direct: true };

@ApiTags('Systems')
@RequiresSession()
@Controller('api/admin/systems')
export class SystemsController {
  constructor(private readonly systems: Systems) {}

  @Get()
  @Operation({ id: 'listSystems', summary: 'List systems', description: 'By slug. Every user sees all systems.' })
  @ApiPage(SystemDetails, written({ data: [system], next_cursor: null }))
  @ApiProblems('validation-failed')
  list(@Query() input: PageInput): Promise<Page<SystemDetails>> {
    return this.systems.list(input);
  }

  @Get(':id')
  @Operation({ id: 'getSystem', summary: 'Read one system', description: 'For every user.' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({ type: SystemDetails, description: 'The system', ...written(system) })
  @ApiProblems('not-found')
  show(@PathId('id', 'system') id: string): Promise<SystemDetails> {
    return this.systems.show(id);
  }

  @Post()
  @RequiresSession('super_admin')
  @Operation({
    id: 'createSystem',
    summary: 'Create a direct system',
    description: 'Super administrators only. Shop platforms come with the service, because each needs code. 409 for a slug that is taken.',
  })
  @ApiBody({ type: CreateSystemInput, ...written(values) })
  @ApiCreatedResponse({ type: SystemDetails, description: 'The system', ...written(system) })
  @ApiBodyProblems()
  @ApiProblems('validation-failed', 'conflict')
  create(@RequestUser() user: SignedInUser, @Body() input: CreateSystemInput): Promise<SystemDetails> {
    return this.systems.create(user, input);
  }

  @Patch(':id')
  @RequiresSession('super_admin')
  @Operation({
    id: 'changeSystem',
    summary: 'Change the name or the capabilities of a system',
    description:
      'Super administrators only. Absent members stay. A new capability changes the sync rules of all tenants soon afterwards. 409 if an active sync rule still gives a capability that would go.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiBody({ type: ChangeSystemInput, ...written({ capabilities: values.capabilities }) })
  @ApiOkResponse({ type: SystemDetails, description: 'The system', ...written(system) })
  @ApiBodyProblems()
  @ApiProblems('not-found', 'validation-failed', 'conflict')
  change(@RequestUser() user: SignedInUser, @PathId('id', 'system') id: string, @Body() input: ChangeSystemInput): Promise<SystemDetails> {
    return this.systems.change(user, id, input);
  }

  @Delete(':id')
  @RequiresSession('super_admin')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Operation({
    id: 'deleteSystem',
    summary: 'Delete a direct system',
    description: 'Super administrators only. 409 while connections belong to it, and for the systems that every installation has.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiNoContentResponse({ description: 'Deleted' })
  @ApiProblems('not-found', 'conflict')
  delete(@RequestUser() user: SignedInUser, @PathId('id', 'system') id: string): Promise<void> {
    return this.systems.delete(user, id);
  }
}
