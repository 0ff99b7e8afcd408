import { waitingTime } from './waiting-time';

describe('waiting time', () => {
  it.each([
    [0, 'en', 'in 0 seconds'],
    [400, 'en', 'in 1 second'],
    [30_000, 'de', 'in 30 Sekunden'],
    [90_000, 'en', 'in 90 seconds'],
    [120_001, 'fr', 'dans 3 minutes'],
    [120_001, 'pt', 'em 3 minutos'],
    [120_001, 'pt-PT', 'dentro de 3 minutos'],
    [120_001, 'tr', '3 dakika sonra'],
    [1_000, 'pl', 'za 1 sekundę'],
    [2_000, 'pl', 'za 2 sekundy'],
    [3_600_000, 'pl', 'za 60 minut'],
    [2_000, 'ar', 'خلال ثانيتين'],
  ])('%d ms in %s: %s', (ms, tag, text) => {
    expect(waitingTime(ms, tag)).toBe(text);
  });
});
