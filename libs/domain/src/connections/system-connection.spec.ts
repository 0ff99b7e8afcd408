import { SystemConnection } from './system-connection.entity';

const day = 86_400_000;
const at = new Date('2026-03-01T12:00:00Z');

function active(): SystemConnection {
  return SystemConnection.start('direct initialisation', at, { name: 'Shop' });
}

describe('SystemConnection', () => {
  it('last_connected_at is stamped on activation', () => {
    expect(active().lastConnectedAt).toEqual(at);
    expect(SystemConnection.start('tenant initiation', at, { name: 'Shop' }).lastConnectedAt).toBeNull();
  });

  it('system_id and base_url can both be null at once, for a tenant-initiated connection', () => {
    const connection = SystemConnection.start('tenant initiation', at, { name: 'New connection', tenantId: 'a-tenant' });
    expect(connection).toMatchObject({
      status: 'pending',
      tenantId: 'a-tenant',
      systemId: null,
      baseUrl: null,
      sealedCredentials: null,
      disconnectedAt: null,
    });
    expect(connection.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  describe('when it enters disconnected', () => {
    it('without a timestamp, disconnected_at is stamped automatically', () => {
      const connection = active();
      connection.move('disconnection', at);
      expect(connection.disconnectedAt).toEqual(at);
    });

    it('a supplied timestamp is kept', () => {
      const connection = active();
      const earlier = new Date(at.getTime() - day);
      connection.move('disconnection', at, earlier);
      expect(connection.disconnectedAt).toEqual(earlier);
    });

    it('leaving disconnected clears it, and entering again stamps anew', () => {
      const connection = active();
      const later = new Date(at.getTime() + day);
      connection.move('disconnection', at);
      connection.move('reconnection', later);
      expect(connection.disconnectedAt).toBeNull();
      connection.move('disconnection', later);
      expect(connection.disconnectedAt).toEqual(later);
    });
  });

  describe('the grace deadline', () => {
    it('is derived from disconnected_at plus the grace window', () => {
      const connection = active();
      connection.move('disconnection', at);
      expect(connection.graceDeadline(30)).toEqual(new Date(at.getTime() + 30 * day));
      expect(connection.graceDeadline(1)).toEqual(new Date(at.getTime() + day));
    });

    it('is null unless the status is disconnected', () => {
      expect(active().graceDeadline(30)).toBeNull();
      expect(active().withinGracePeriod(30, at)).toBe(false);
    });

    it('a within-grace-period check is true while the deadline has not passed', () => {
      const connection = active();
      connection.move('disconnection', at);
      const deadline = at.getTime() + 30 * day;
      expect(connection.withinGracePeriod(30, new Date(deadline - 1))).toBe(true);
      expect(connection.withinGracePeriod(30, new Date(deadline))).toBe(true);
      expect(connection.withinGracePeriod(30, new Date(deadline + 1))).toBe(false);
    });
  });
});
