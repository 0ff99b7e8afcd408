<?php

namespace ServiceConnector\Sniffs\Naming;

use PHP_CodeSniffer\Files\File;
use PHP_CodeSniffer\Sniffs\Sniff;

/**
 * What the WordPress plugin shares with every other plugin carries its name: functions, classes and constants a namespace, stored values and
 * hooks of its own a prefix.
 */
final class PrefixSniff implements Sniff
{
    const STORING = ['add_option', 'update_option', 'delete_option', 'set_transient', 'delete_transient', 'wp_schedule_event', 'do_action', 'apply_filters'];

    public function register()
    {
        return [T_OPEN_TAG, T_STRING];
    }

    public function process(File $file, $at)
    {
        $tokens = $file->getTokens();
        if ($tokens[$at]['code'] === T_OPEN_TAG) {
            $this->checkNamespace($file, $at);
            return;
        }
        if (!in_array($tokens[$at]['content'], self::STORING, true)) {
            return;
        }
        $first = $file->findNext([T_WHITESPACE, T_OPEN_PARENTHESIS], $at + 1, null, true);
        $name = trim($tokens[$first]['content'], '\'"');
        $isLiteral = $tokens[$first]['code'] === T_CONSTANT_ENCAPSED_STRING;
        if ($isLiteral && strpos($name, 'service_connector') !== 0) {
            $file->addError('%s does not begin with service_connector', $first, 'Prefix', [$name]);
        }
    }

    private function checkNamespace(File $file, int $at): void
    {
        $tokens = $file->getTokens();
        $declares = $file->findNext([T_CLASS, T_FUNCTION, T_CONST, T_INTERFACE, T_TRAIT], $at);
        if ($declares === false || $file->findPrevious(T_OPEN_TAG, $at - 1) !== false) {
            return;
        }
        $namespace = $file->findNext(T_NAMESPACE, $at);
        $name = $namespace === false ? '' : $tokens[$namespace + 2]['content'];
        if ($name !== 'ServiceConnector') {
            $file->addError('The file declares something outside the namespace ServiceConnector', $declares, 'Namespace');
        }
    }
}
