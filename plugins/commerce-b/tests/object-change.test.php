<?php

namespace ServiceConnector\Testing;

require __DIR__ . '/support.php';

use ServiceConnector\ChangedRecords;
use ServiceConnector\ObjectChange;

$cases = [
    'a new customer is a changed customer' => ['Customer', 'Add', ['id' => '7', 'deleted' => '0'], [['customers', 7, false, 0, true]]],
    'a customer that an employee deletes, which keeps its row, is deleted' => ['Customer', 'Update', ['id' => 7, 'deleted' => 1], [['customers', 7, true, 0]]],
    'a customer deleted for good is deleted' => ['Customer', 'Delete', ['id' => 7, 'deleted' => 0], [['customers', 7, true, 0]]],
    'an order belongs to its shop' => ['Order', 'Update', ['id' => 9, 'id_shop' => '2'], [['orders', 9, false, 2]]],
    'a deleted order is deleted' => ['Order', 'Delete', ['id' => 9, 'id_shop' => 2], [['orders', 9, true, 2]]],
    'a deleted product is deleted' => ['Product', 'Delete', ['id' => 3], [['products', 3, true, 0]]],
    'an address is its customer\'s' => ['Address', 'Update', ['id' => 4, 'id_customer' => '7'], [['customers', 7, false, 0]]],
    'the address of a supplier is nobody\'s' => ['Address', 'Update', ['id' => 4, 'id_customer' => 0], []],
    'a credit slip is its order\'s' => ['OrderSlip', 'Add', ['id' => 1, 'id_order' => 9], [['orders', 9, false, 0]]],
    'a deleted line changes its order and deletes none' => ['OrderDetail', 'Delete', ['id' => 1, 'id_order' => 9], [['orders', 9, false, 0]]],
    'a new state is its order\'s' => ['OrderHistory', 'Add', ['id' => 1, 'id_order' => '9'], [['orders', 9, false, 0]]],
    'stock is its product\'s' => ['StockAvailable', 'Update', ['id' => 1, 'id_product' => 3], [['products', 3, false, 0]]],
    'a combination is its product\'s' => ['Combination', 'Delete', ['id' => 1, 'id_product' => 3], [['products', 3, false, 0]]],
    'an image is its product\'s' => ['Image', 'Add', ['id' => 1, 'id_product' => 3], [['products', 3, false, 0]]],
    'a special price of all products is no single product\'s' => ['SpecificPrice', 'Add', ['id' => 1, 'id_product' => 0], []],
    'an object without its record changes nothing' => ['Combination', 'Add', ['id' => 1], []],
    'an object that no record shows changes nothing' => ['Cart', 'Add', ['id' => 1, 'id_customer' => 7], []],
];
foreach ($cases as $title => list($class, $action, $members, $expected)) {
    test($title, function () use ($class, $action, $members, $expected) {
        $records = new ChangedRecords();
        ObjectChange::note($records, $class, $action, (object) $members);
        same($expected, $records->take());
    });
}

test('a request notes a record once; a deleted record stays deleted, until another one has its id', function () {
    $records = new ChangedRecords();
    ObjectChange::note($records, 'OrderDetail', 'Add', (object) ['id_order' => 9]);
    ObjectChange::note($records, 'Order', 'Delete', (object) ['id' => 9, 'id_shop' => 2]);
    ObjectChange::note($records, 'OrderDetail', 'Delete', (object) ['id_order' => 9]);
    same([['orders', 9, true, 2]], $records->take());
    same([], $records->take());
    ObjectChange::note($records, 'Product', 'Delete', (object) ['id' => 3]);
    ObjectChange::note($records, 'Product', 'Add', (object) ['id' => 3]);
    same([['products', 3, false, 0, true]], $records->take());
});

finish();
