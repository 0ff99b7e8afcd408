<?php

namespace ServiceConnector;

/** Which record of the service a change of one of the shop's objects concerns. */
final class ObjectChange
{
    /** Objects that are part of a record: the member that names the record. */
    private const PARTS = [
        'Address' => ['customers', 'id_customer'],
        'OrderSlip' => ['orders', 'id_order'],
        'OrderDetail' => ['orders', 'id_order'],
        'OrderHistory' => ['orders', 'id_order'],
        'Combination' => ['products', 'id_product'],
        'SpecificPrice' => ['products', 'id_product'],
        'StockAvailable' => ['products', 'id_product'],
        'Image' => ['products', 'id_product'],
    ];

    /**
     * @param string $class Name of the object's class
     * @param string $action Add, Update or Delete
     * @param object $object
     */
    public static function note(ChangedRecords $records, string $class, string $action, $object): void
    {
        $isDeleted = $action === 'Delete';
        $isNew = $action === 'Add';
        if ($class === 'Customer') {
            // The platform keeps the row of a customer that an employee deletes.
            $records->add('customers', (int) $object->id, $isDeleted || !empty($object->deleted), 0, $isNew);
        } elseif ($class === 'Order') {
            $records->add('orders', (int) $object->id, $isDeleted, (int) $object->id_shop, $isNew);
        } elseif ($class === 'Product') {
            $records->add('products', (int) $object->id, $isDeleted, 0, $isNew);
        } elseif (isset(self::PARTS[$class])) {
            list($type, $member) = self::PARTS[$class];
            $records->add($type, isset($object->$member) ? (int) $object->$member : 0);
        }
    }
}
