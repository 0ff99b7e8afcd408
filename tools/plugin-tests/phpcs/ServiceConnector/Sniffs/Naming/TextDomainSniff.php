<?php

namespace ServiceConnector\Sniffs\Naming;

use PHP_CodeSniffer\Files\File;
use PHP_CodeSniffer\Sniffs\Sniff;

/**
 * WordPress finds a text by a literal, in the plugin's own text domain.
 */
final class TextDomainSniff implements Sniff
{
    const FUNCTIONS = ['__', '_e', '_x', '_n', 'esc_html__', 'esc_attr__', 'esc_html_e', 'esc_attr_e'];

    /** @var string */
    public $domain = 'service-connector';

    public function register()
    {
        return [T_STRING];
    }

    public function process(File $file, $at)
    {
        $tokens = $file->getTokens();
        $open = $file->findNext(T_WHITESPACE, $at + 1, null, true);
        if (!in_array($tokens[$at]['content'], self::FUNCTIONS, true) || !isset($tokens[$open]['parenthesis_closer'])) {
            return;
        }
        $close = $tokens[$open]['parenthesis_closer'];
        $first = $tokens[$file->findNext(T_WHITESPACE, $open + 1, null, true)];
        $last = $tokens[$file->findPrevious([T_WHITESPACE, T_COMMA], $close - 1, null, true)];
        if ($first['code'] !== T_CONSTANT_ENCAPSED_STRING) {
            $file->addError('The text of %s is no literal', $at, 'Literal', [$tokens[$at]['content']]);
        }
        if ($last['content'] !== "'$this->domain'") {
            $file->addError('The text domain of %s is not %s', $at, 'Domain', [$tokens[$at]['content'], $this->domain]);
        }
    }
}
