<?php

namespace ServiceConnector;

/** Sees to it that the platform calls the module: hooks get lost when a shop's tables are tidied, and an update may need more of them. */
final class Hooks
{
    /** Registers what is missing in a shop. What changed meanwhile is unknown, so the log begins again. */
    public static function restore(\ServiceConnector $module, Parts $parts, int $shop): void
    {
        if (!self::areComplete($parts->database, (int) $module->id, $shop, \ServiceConnector::hookNames())) {
            $module->registerHook(\ServiceConnector::hookNames());
            $parts->log->beginAgain();
        }
    }

    /** @param string[] $names */
    public static function areComplete(Database $database, int $module, int $shop, array $names): bool
    {
        $rows = $database->rows('SELECT h.name FROM {prefix}hook_module hm JOIN {prefix}hook h ON h.id_hook = hm.id_hook'
            . " WHERE hm.id_module = $module AND hm.id_shop = $shop");

        return array_udiff($names, array_column($rows, 'name'), 'strcasecmp') === [];
    }
}
