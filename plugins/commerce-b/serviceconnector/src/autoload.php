<?php

/**
 * Loads the module's own classes: no library, no composer. PHP 7.2 syntax throughout.
 */

spl_autoload_register(function ($class) {
    $prefix = 'ServiceConnector\\';
    if (strpos($class, $prefix) === 0) {
        $file = __DIR__ . '/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
