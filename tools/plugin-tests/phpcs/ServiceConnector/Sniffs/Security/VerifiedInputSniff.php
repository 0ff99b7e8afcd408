<?php

namespace ServiceConnector\Sniffs\Security;

use PHP_CodeSniffer\Files\File;
use PHP_CodeSniffer\Sniffs\Sniff;

/**
 * A function of the WordPress plugin that reads a request has checked its nonce and the user's capability before.
 */
final class VerifiedInputSniff implements Sniff
{
    const CHECKS = [
        'Nonce' => ['check_ajax_referer', 'check_admin_referer', 'wp_verify_nonce'],
        'Capability' => ['current_user_can'],
    ];

    public function register()
    {
        return [T_VARIABLE];
    }

    public function process(File $file, $at)
    {
        $tokens = $file->getTokens();
        if (!in_array($tokens[$at]['content'], ['$_POST', '$_GET', '$_REQUEST', '$_COOKIE', '$_FILES'], true)) {
            return;
        }
        $function = $file->getCondition($at, T_FUNCTION);
        $start = $function === false ? 0 : $tokens[$function]['scope_opener'];
        foreach (self::CHECKS as $what => $names) {
            $isChecked = false;
            for ($each = $start; $each < $at; $each++) {
                $isChecked = $isChecked || ($tokens[$each]['code'] === T_STRING && in_array($tokens[$each]['content'], $names, true));
            }
            if (!$isChecked) {
                $file->addError('%s is read before %s was called', $at, $what, [$tokens[$at]['content'], implode(' or ', $names)]);
            }
        }
    }
}
