<?php
// One round of a busy shop: new, changed and deleted records of every type. Arguments: host, number of the round.
require __DIR__ . '/boot.php';
require __DIR__ . '/new-records.php';
$round = (int) $argv[2];
mt_srand(100 + $round);
$db = Db::getInstance();
$ids = fn (string $table, string $id, string $where = '1') => array_column(
    $db->executeS("select $id as id from " . _DB_PREFIX_ . "$table where $where order by $id"),
    'id'
);
$customers = array_map('intval', $ids('customer', 'id_customer', 'deleted = 0'));
$products = array_map('intval', $ids('product', 'id_product'));
$orders = array_map('intval', $ids('orders', 'id_order'));

$customers[] = new_customer(10000 + $round);
$products[] = new_product(10000 + $round, [(int) Configuration::get('PS_HOME_CATEGORY')]);
new_order(10000 + $round, $customers, $products);

$customer = new Customer(pick($customers));
$customer->firstname = 'Changed' . str_repeat('a', $round % 5);
$customer->update();
$product = new Product(pick($products));
$product->price = 10 + $round / 100;
$product->update();
$order = new Order(pick($orders));
$order->current_state = 1 + $round % 12;
$order->update();

(new Order($orders[$round % count($orders)]))->delete();
(new Product($products[$round % count($products)]))->delete();
$gone = new Customer($customers[$round % count($customers)]);
$round % 2 ? $gone->delete() : $db->execute('update ' . _DB_PREFIX_ . "customer set deleted = 1, date_upd = now() where id_customer = {$gone->id}");
echo "\n" . json_encode(['changes' => 9]);
