import { Controller, Get, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Problem } from '../problems/problem';
import { Readiness } from './readiness';

@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(@Inject(Readiness) private readonly readiness: Readiness) {}

  /** The process runs. Says nothing about its dependencies. */
  @Get('live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** The service can do its work. */
  @Get('ready')
  async ready(): Promise<{ status: string; notice?: string }> {
    const failing = await this.readiness.failing();
    if (failing.length === 0) {
      const notice = await this.readiness.currentNotice();
      return { status: 'ok', ...(notice !== null && { notice }) };
    }
    throw new Problem('service-unavailable', `Not ready: ${failing.join(', ')}.`, { headers: { 'Retry-After': '5' } });
  }
}
