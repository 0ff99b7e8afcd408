<?php
// Fills the shop with varied records beside its fixtures. Arguments: host, how many of each type.
require __DIR__ . '/boot.php';
require __DIR__ . '/new-records.php';
mt_srand(7);
$count = (int) $argv[2];
$db = Db::getInstance();

$categories = [];
foreach ([['en' => 'Bags & Accessories', 'de' => 'Taschen & Zubehör'], ['en' => '', 'de' => 'Nur Deutsch'], ['en' => 'Größe "M"', 'de' => '鞄']] as $i => $name) {
    $category = new Category();
    $category->name = in_languages($name['en'] === '' ? ['en' => 'Only', 'de' => $name['de']] : $name);
    $category->link_rewrite = in_languages("rig-$i");
    $category->id_parent = (int) Configuration::get('PS_HOME_CATEGORY');
    $category->add();
    $categories[] = (int) $category->id;
}
$customers = $products = $orders = [];
for ($i = 1; $i <= $count; $i++) {
    $customers[] = new_customer($i);
}
for ($i = 1; $i <= $count; $i++) {
    $products[] = new_product($i, $categories);
}
for ($i = 1; $i <= $count; $i++) {
    $orders[] = new_order($i, $customers, $products);
}
// A product that orders still name, soft-deleted customers and addresses, lost dates, records of one modification instant.
(new Product($products[0]))->delete();
(new Customer($customers[1]))->delete();
$db->execute('update ' . _DB_PREFIX_ . 'customer set deleted = 1 where id_customer % 17 = 0');
$db->execute('update ' . _DB_PREFIX_ . "customer set date_upd = '0000-00-00 00:00:00' where id_customer in (9, 23)");
$db->execute('update ' . _DB_PREFIX_ . 'address set deleted = 1 where id_address % 5 = 0');
foreach (['customer' => 'id_customer', 'product' => 'id_product', 'orders' => 'id_order'] as $table => $id) {
    $db->execute('update ' . _DB_PREFIX_ . "$table set date_upd = '2025-10-26 02:30:00' where $id % 3 = 1");
}
// All of it is old: a delta right after the first sync has nothing to fetch.
foreach (['customer', 'product', 'product_shop', 'orders'] as $table) {
    $db->execute('update ' . _DB_PREFIX_ . "$table set date_add = date_add - interval 40 day");
    $db->execute('update ' . _DB_PREFIX_ . "$table set date_upd = date_upd - interval 40 day where date_upd > '2026-01-01'");
}
echo "\n" . json_encode(['customers' => count($customers), 'products' => count($products), 'orders' => count($orders)]);
