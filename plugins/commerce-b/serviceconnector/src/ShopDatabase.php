<?php

namespace ServiceConnector;

/** The shop's own connection. */
final class ShopDatabase implements Database
{
    public function rows(string $sql): array
    {
        $rows = \Db::getInstance()->executeS($this->prefixed($sql), true, false);
        if (!is_array($rows)) {
            throw new \RuntimeException('The database refused a query of the module.');
        }

        return $rows;
    }

    public function run(string $sql): void
    {
        if (!\Db::getInstance()->execute($this->prefixed($sql), false)) {
            throw new \RuntimeException('The database refused a statement of the module.');
        }
    }

    public function quote(string $value): string
    {
        return "'" . \Db::getInstance()->escape($value, true) . "'";
    }

    private function prefixed(string $sql): string
    {
        return str_replace('{prefix}', _DB_PREFIX_, $sql);
    }
}
