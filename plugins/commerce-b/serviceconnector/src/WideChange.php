<?php

namespace ServiceConnector;

/**
 * Changes that show in many records: the name of a category, the name or effect of an order's state, the code of a currency.
 * Called before the change is stored. The newest records are noted; a full sync brings the rest.
 */
final class WideChange
{
    private const MOST = 10000;

    /** @param object $object */
    public static function note(ChangedRecords $records, Database $database, string $class, bool $isDeleted, $object): void
    {
        $id = (int) $object->id;
        $where = [
            'Category' => ['products', 'SELECT id_product AS id, 0 AS shop FROM {prefix}category_product WHERE id_category = '],
            'OrderState' => ['orders', 'SELECT id_order AS id, id_shop AS shop FROM {prefix}orders WHERE current_state = '],
            'Currency' => ['orders', 'SELECT id_order AS id, id_shop AS shop FROM {prefix}orders WHERE id_currency = '],
        ];
        if ($id === 0 || !isset($where[$class]) || (!$isDeleted && !self::shows($database, $class, $object))) {
            return;
        }
        list($type, $sql) = $where[$class];
        foreach ($database->rows("$sql$id ORDER BY id DESC LIMIT " . self::MOST) as $row) {
            $records->add($type, (int) $row['id'], false, (int) $row['shop']);
        }
    }

    /** Whether what records show of it is about to change. */
    private static function shows(Database $database, string $class, $object): bool
    {
        $id = (int) $object->id;
        if ($class === 'Currency') {
            $rows = $database->rows("SELECT iso_code FROM {prefix}currency WHERE id_currency = $id");

            return $rows !== [] && $rows[0]['iso_code'] !== (string) $object->iso_code;
        }
        $table = $class === 'Category' ? 'category' : 'order_state';
        foreach ($database->rows("SELECT id_lang, name FROM {prefix}{$table}_lang WHERE id_$table = $id") as $row) {
            $name = is_array($object->name) ? ($object->name[(int) $row['id_lang']] ?? $row['name']) : $object->name;
            $isOwnLanguage = is_array($object->name) || (int) ($object->id_lang ?? 0) === (int) $row['id_lang'];
            if ($isOwnLanguage && (string) $name !== (string) $row['name']) {
                return true;
            }
        }
        if ($class === 'OrderState') {
            $rows = $database->rows("SELECT paid FROM {prefix}order_state WHERE id_order_state = $id");

            return $rows !== [] && (bool) $rows[0]['paid'] !== (bool) $object->paid;
        }

        return false;
    }
}
