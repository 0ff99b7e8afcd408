import { Controller, Get, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Problem } from '../problems/problem';
import { Readiness } from './readiness';

@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(@Inject(Readiness) private readonly readiness: Readiness) {}

  /** The process runs; whatever it depends on. */
  @Get('live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** The service can do its work. */
  @Get('ready')
  async ready(): Promise<{ status: string }> {
    const missing = await this.readiness.missing();
    if (missing.length === 0) return { status: 'ok' };
    throw new Problem('service-unavailable', `Not ready: ${missing.join(', ')}.`, { headers: { 'Retry-After': '5' } });
  }
}
