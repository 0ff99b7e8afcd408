<?php
// Switches the webservice on and makes a key that may read what the service reads. Arguments: host, key.
require __DIR__ . '/boot.php';

foreach (['PS_WEBSERVICE' => 1, 'PS_MAIL_METHOD' => 3, 'PS_TIMEZONE' => 'Europe/Berlin', 'PS_SSL_ENABLED' => 0] as $name => $value) {
    Configuration::updateValue($name, $value);
}
foreach (['USD' => 1.1, 'GBP' => 0.9, 'JPY' => 160, 'KWD' => 0.33] as $code => $rate) {
    if (!Currency::getIdByIsoCode($code)) {
        $currency = new Currency();
        $currency->iso_code = $code;
        $currency->name = in_languages($code);
        $currency->symbol = in_languages($code);
        $currency->conversion_rate = $rate;
        $currency->active = true;
        $currency->precision = ['JPY' => 0, 'KWD' => 3][$code] ?? 2;
        $currency->add();
    }
}
$key = new WebserviceKey();
$key->key = $argv[2];
$key->description = 'rig';
$key->active = true;
$key->add();
$reads = [
    'shops', 'customers', 'orders', 'products', 'addresses', 'countries', 'states', 'currencies', 'configurations', 'order_states',
    'categories', 'languages', 'order_slip', 'tags', 'manufacturers', 'stock_availables',
];
WebserviceKey::setPermissionForAccount($key->id, array_fill_keys($reads, ['GET' => 'on', 'HEAD' => 'on']));
echo "\n" . json_encode(['version' => _PS_VERSION_]);
