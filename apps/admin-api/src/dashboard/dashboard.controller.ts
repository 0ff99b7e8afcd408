import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { written } from '@sync/http-api';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { Dashboard } from './dashboard-representation';
import { ReadDashboard } from './read-dashboard';

const example: Dashboard = {
  connections: [
    { status: 'active', count: 1204 },
    { status: 'error', count: 3 },
  ],
  impaired: 12,
  service: {
    today: { runs_succeeded: 3581, runs_failed: 4, runs_cancelled: 1, records_written: 90_210 },
    failed_tasks: 2,
    queues: [{ queue: 'webhooks', waiting: 12, running: 2 }],
    oldest_task: { queue: 'webhooks', name: 'process-webhook', due_since: '2026-01-05T12:29:58.000Z' },
    webhooks: [{ minute: '2026-01-05T12:29:00.000Z', count: 412 }],
  },
};

@ApiTags('Dashboard')
@RequiresSession()
@Controller('api/admin/dashboard')
export class DashboardController {
  constructor(private readonly dashboard: ReadDashboard) {}

  /**
   * The state of the service in figures
   * @remarks Counts are maintained, not counted, so reading them is cheap. A support user gets the connections that it sees only.
   */
  @Get()
  @ApiOkResponse({ type: Dashboard, description: 'The figures', ...written(example) })
  getDashboard(@RequestUser() user: SignedInUser): Promise<Dashboard> {
    return this.dashboard.read(user);
  }
}
