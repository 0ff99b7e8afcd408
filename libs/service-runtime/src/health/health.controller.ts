import { Controller, Get, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Problem } from '../problems/problem';
import { Readiness, type Look } from './readiness';

@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(@Inject(Readiness) private readonly readiness: Readiness) {}

  /** The process runs. Says nothing about its dependencies. */
  @Get('live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** The service can do its work, and the state of what it depends on, by name. */
  @Get('ready')
  async ready(): Promise<{ status: string; checks: Look['checks']; notice?: string }> {
    const { checks, failing } = await this.readiness.look();
    if (failing.length > 0)
      throw new Problem('service-unavailable', `Not ready: ${failing.join(', ')}.`, {
        headers: { 'Retry-After': '5' },
        members: { checks },
      });
    const notice = await this.readiness.currentNotice();
    return { status: 'ok', checks, ...(notice !== null && { notice }) };
  }
}
