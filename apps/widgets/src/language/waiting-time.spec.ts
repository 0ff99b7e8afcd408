import { waitingTime } from './waiting-time';

describe('how long to wait', () => {
  it.each([
    [0, 'en', '0 seconds'],
    [400, 'en', '1 second'],
    [30_000, 'de', '30 Sekunden'],
    [90_000, 'en', '90 seconds'],
    [120_001, 'fr', '3 minutes'],
    [3_600_000, 'pl', '60 minut'],
    [2_000, 'ar', 'ثانيتان'],
  ])('%d ms in %s: %s', (ms, tag, text) => {
    expect(waitingTime(ms, tag)).toBe(text);
  });
});
