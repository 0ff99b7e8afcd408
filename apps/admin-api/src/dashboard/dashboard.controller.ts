import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import type { Dashboard } from './dashboard-representation';
import { ReadDashboard } from './read-dashboard';

@ApiTags('Dashboard')
@RequiresSession('look up')
@Controller('api/admin/dashboard')
export class DashboardController {
  constructor(private readonly dashboard: ReadDashboard) {}

  /**
   * What needs a person now, and the state of the service in figures
   * @remarks Each list is bounded, and trends are maintained, not counted, so reading them is cheap. A support user gets what it sees only, and no figures of the whole service.
   * @returns The inbox and the figures
   */
  @Get()
  getDashboard(@RequestUser() user: SignedInUser): Promise<Dashboard> {
    return this.dashboard.read(user);
  }
}
