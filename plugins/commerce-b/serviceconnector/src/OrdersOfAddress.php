<?php

namespace ServiceConnector;

/** An order shows its addresses: a change of one is a change of the orders that use it, the newest 500. */
final class OrdersOfAddress
{
    private const MOST = 500;

    public static function note(ChangedRecords $records, Database $database, int $address): void
    {
        foreach (['id_address_delivery', 'id_address_invoice'] as $column) {
            $rows = $database->rows("SELECT id_order, id_shop FROM {prefix}orders WHERE $column = $address ORDER BY id_order DESC LIMIT " . self::MOST);
            foreach ($rows as $row) {
                $records->add('orders', (int) $row['id_order'], false, (int) $row['id_shop']);
            }
        }
    }
}
