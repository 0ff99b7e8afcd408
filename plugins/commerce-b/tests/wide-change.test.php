<?php

namespace ServiceConnector\Testing;

require __DIR__ . '/support.php';

use ServiceConnector\ChangedRecords;
use ServiceConnector\OrdersOfAddress;
use ServiceConnector\WideChange;

/** Category 4 with products 1 and 2, order 8 in state 5, order 9 in state 6, both in currency 1. */
function shopTables(): TestDatabase
{
    $database = new TestDatabase();
    foreach (
        [
            'CREATE TABLE {prefix}category_lang (id_category INT, id_lang INT, name TEXT)',
            "INSERT INTO {prefix}category_lang VALUES (4, 1, 'Bags'), (4, 2, 'Taschen')",
            'CREATE TABLE {prefix}category_product (id_category INT, id_product INT)',
            'INSERT INTO {prefix}category_product VALUES (4, 1), (4, 2), (5, 3)',
            'CREATE TABLE {prefix}order_state_lang (id_order_state INT, id_lang INT, name TEXT)',
            "INSERT INTO {prefix}order_state_lang VALUES (5, 1, 'Shipped')",
            'CREATE TABLE {prefix}order_state (id_order_state INT, paid INT)',
            'INSERT INTO {prefix}order_state VALUES (5, 1)',
            'CREATE TABLE {prefix}currency (id_currency INT, iso_code TEXT)',
            "INSERT INTO {prefix}currency VALUES (1, 'EUR')",
            'CREATE TABLE {prefix}orders (id_order INT, id_shop INT, current_state INT, id_currency INT, id_address_delivery INT, id_address_invoice INT)',
            'INSERT INTO {prefix}orders VALUES (8, 1, 5, 1, 20, 21), (9, 2, 6, 1, 21, 22)',
        ] as $sql
    ) {
        $database->run($sql);
    }

    return $database;
}

$products = [['products', 2, false, 0], ['products', 1, false, 0]];
$orders = [['orders', 9, false, 2], ['orders', 8, false, 1]];
$cases = [
    'a category saved without a change' => ['Category', false, ['id' => 4, 'name' => [1 => 'Bags', 2 => 'Taschen']], []],
    'a category renamed in one language' => ['Category', false, ['id' => 4, 'name' => [1 => 'Bags', 2 => 'Beutel']], $products],
    'a category renamed in the language it was loaded in' => ['Category', false, ['id' => 4, 'id_lang' => 2, 'name' => 'Beutel'], $products],
    'a category saved in the language it was loaded in' => ['Category', false, ['id' => 4, 'id_lang' => 2, 'name' => 'Taschen'], []],
    'a deleted category' => ['Category', true, ['id' => 4, 'name' => [1 => 'Bags', 2 => 'Taschen']], $products],
    'a category without products' => ['Category', true, ['id' => 6, 'name' => [1 => 'Empty']], []],
    'a renamed state' => ['OrderState', false, ['id' => 5, 'name' => [1 => 'Sent'], 'paid' => 1], [['orders', 8, false, 1]]],
    'a state that no longer means paid' => ['OrderState', false, ['id' => 5, 'name' => [1 => 'Shipped'], 'paid' => false], [['orders', 8, false, 1]]],
    'a state with another colour' => ['OrderState', false, ['id' => 5, 'name' => [1 => 'Shipped'], 'paid' => '1', 'color' => 'red'], []],
    'a currency with another code' => ['Currency', false, ['id' => 1, 'iso_code' => 'CHF'], $orders],
    'a currency with another rate' => ['Currency', false, ['id' => 1, 'iso_code' => 'EUR', 'conversion_rate' => 2], []],
    'an object that is new' => ['Category', false, ['id' => null, 'name' => [1 => 'New']], []],
];
foreach ($cases as $what => list($class, $isDeleted, $members, $expected)) {
    test("$what changes " . count($expected) . ' records', function () use ($class, $isDeleted, $members, $expected) {
        $records = new ChangedRecords();
        WideChange::note($records, shopTables(), $class, $isDeleted, (object) $members);
        same($expected, $records->take());
    });
}

test('a changed address changes the orders that are sent or billed there', function () {
    $records = new ChangedRecords();
    OrdersOfAddress::note($records, shopTables(), 21);
    same([['orders', 9, false, 2], ['orders', 8, false, 1]], $records->take());
});

finish();
