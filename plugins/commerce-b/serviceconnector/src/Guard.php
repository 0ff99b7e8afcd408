<?php

namespace ServiceConnector;

/** A fault of the module never stops the shop. */
final class Guard
{
    /** @return mixed What the work returns, null when it fails */
    public static function run(callable $work)
    {
        try {
            return $work();
        } catch (\Throwable $fault) {
            // No message: it could name what was stored.
            $where = basename($fault->getFile()) . ':' . $fault->getLine();
            \PrestaShopLogger::addLog('serviceconnector: ' . get_class($fault) . ' in ' . $where, 3, null, 'Module', null, true);

            return null;
        }
    }
}
