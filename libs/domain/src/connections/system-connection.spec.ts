import { SystemConnection } from './system-connection.entity';

const day = 86_400_000;
const at = new Date('2026-03-01T12:00:00Z');

function active(): SystemConnection {
  return SystemConnection.start('direct initialisation', at, { name: 'Shop' });
}

describe('SystemConnection', () => {
  it('activation sets last_connected_at', () => {
    expect(active().lastConnectedAt).toEqual(at);
    expect(SystemConnection.start('tenant initiation', at, { name: 'Shop' }).lastConnectedAt).toBeNull();
  });

  it('a connection that a tenant starts has neither system_id nor base_url', () => {
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
    it('sets disconnected_at when no timestamp is supplied', () => {
      const connection = active();
      connection.move('disconnection', at);
      expect(connection.disconnectedAt).toEqual(at);
    });

    it('keeps a supplied timestamp', () => {
      const connection = active();
      const earlier = new Date(at.getTime() - day);
      connection.move('disconnection', at, earlier);
      expect(connection.disconnectedAt).toEqual(earlier);
    });

    it('clears it on leaving, and sets a new one on re-entering', () => {
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
