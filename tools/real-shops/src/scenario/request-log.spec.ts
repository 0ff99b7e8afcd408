import { trafficOf } from './request-log';

it("counts the service's requests and bytes, not those of the rig and of the shop itself", () => {
  const line = (agent: string, bytes: number, status = 200) =>
    JSON.stringify({ at: 1, method: 'GET', uri: '/wp-json/wc/v3/orders?page=1', status, bytes, agent });
  const lines = [
    line('connection-sync', 100),
    line('real-shops', 7),
    line('WordPress/7.0.4; http://127.0.0.1', 7),
    line('connection-sync/1.0', 23, 503),
    '',
  ];
  expect(trafficOf(lines)).toEqual({ requests: 2, bytes: 123 });
});
