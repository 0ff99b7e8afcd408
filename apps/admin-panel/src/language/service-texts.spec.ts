import { saidIn } from './service-texts';

describe('what the service says', () => {
  it.each([
    ['The shop responded to orders page 1 with 500.', 'Der Shop hat auf Bestellungen, Seite 1 mit 500 geantwortet.'],
    [
      'The shop responded to the connectivity check with HTML instead of JSON (status 200).',
      'Der Shop hat auf die Verbindungsprüfung mit HTML statt JSON geantwortet (Status 200).',
    ],
    [
      'Too many calls to the shop failed, so it is not called for a while. Last failure: The shop could not be reached for orders page 2 (ECONNREFUSED). Reconnect it once it responds again.',
      'Zu viele Aufrufe des Shops sind fehlgeschlagen, er wird eine Weile nicht gerufen. Zuletzt: Der Shop war für Bestellungen, Seite 2 nicht zu erreichen (ECONNREFUSED). Verbinden Sie ihn wieder, sobald er antwortet.',
    ],
    ['Every six hours', 'Alle sechs Stunden'],
    ['List of orders: The shop responded with 500.', 'Liste Bestellungen: Der Shop hat mit 500 geantwortet.'],
    ['The address must use https.', 'Die Adresse muss https verwenden.'],
    ['Pages: customers 1, products 2, orders 3.', 'Seiten: Kunden 1, Produkte 2, Bestellungen 3.'],
    [
      'The key has no right on them: products have no categories; addresses have no country.',
      'Der Schlüssel hat kein Recht darauf: Produkte haben keine Kategorien; Adressen haben kein Land.',
    ],
    ['name must be longer than or equal to 1 characters', 'Name: mindestens 1 Zeichen'],
    [
      'A connection that is uninstalled cannot be reconnected.',
      'Die Verbindung ist deinstalliert und kann so nicht wieder verbunden werden.',
    ],
  ])('is German in the German panel: %s', (english, german) => {
    expect(saidIn('de', english)).toBe(german);
    expect(saidIn('en', english)).toBe(english);
  });

  it('stays English as a whole when one of its sentences has no translation', () => {
    expect(saidIn('de', 'The shop responded to orders page 1 with 500. The moon is full.')).toBeNull();
  });
});
