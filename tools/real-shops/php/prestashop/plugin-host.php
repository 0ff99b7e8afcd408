<?php
// What happens in a shop with the module. Arguments: host, what, the record's id.
require __DIR__ . '/boot.php';
require __DIR__ . '/new-records.php';
$id = (int) ($argv[3] ?? 0);

$happens = [
    // As a shop is before its owner hears of the module: without a key, its webservice off.
    'fresh' => function () {
        foreach (Db::getInstance()->executeS('select id_webservice_account as id from ' . _DB_PREFIX_ . 'webservice_account') as $row) {
            (new WebserviceKey((int) $row['id']))->delete();
        }
        Configuration::updateValue('PS_WEBSERVICE', 0);
    },
    'cron' => fn () => Module::getInstanceByName('serviceconnector')->hookActionCronJob([]),
    'customer' => function () use ($id) {
        $customer = new Customer($id);
        $customer->firstname = 'Changed ' . strtr((string) hrtime(true), '0123456789', 'abcdefghij');
        $customer->update();
    },
    'state' => function () use ($id) {
        $order = new Order($id);
        Context::getContext()->currency = new Currency((int) $order->id_currency);
        $history = new OrderHistory();
        $history->id_order = $id;
        $history->id_employee = 1;
        $history->changeIdOrderState((int) $order->current_state === 3 ? 4 : 3, $order, true);
        $history->add();
    },
    'slip' => fn () => new_slip(new Order($id), 10),
    'address' => function () use ($id) {
        $address = new Address((int) (new Order($id))->id_address_delivery);
        $address->city = 'Newtown';
        $address->update();
    },
    'product' => function () use ($id) {
        $product = new Product($id);
        $product->price = 0.75;
        $product->update();
    },
    'customer-gone' => fn () => (new Customer($id))->delete(),
    'order-gone' => fn () => (new Order($id))->delete(),
    'product-gone' => fn () => (new Product($id))->delete(),
];
$happens[$argv[2]]();
echo "\n" . json_encode(['done' => true]);
