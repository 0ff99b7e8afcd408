<?php

namespace ServiceConnector\Sniffs\Security;

use PHP_CodeSniffer\Files\File;
use PHP_CodeSniffer\Sniffs\Sniff;

/**
 * What `echo`, `print`, `<?=` and `printf` write is literal, a number, or escaped.
 */
final class EscapedOutputSniff implements Sniff
{
    /** @var string[] What comes out of these may stand in a page. */
    public $escaping = ['esc_html', 'esc_attr', 'esc_url', 'esc_js', 'esc_textarea', 'esc_html__', 'esc_attr__', 'absint', 'intval', 'count', 'json_encode', 'wp_json_encode'];

    public function register()
    {
        return [T_ECHO, T_PRINT, T_OPEN_TAG_WITH_ECHO, T_STRING];
    }

    public function process(File $file, $start)
    {
        $tokens = $file->getTokens();
        if ($tokens[$start]['code'] === T_STRING) {
            if (!in_array(strtolower($tokens[$start]['content']), ['printf', 'vprintf'], true) || $this->isMember($file, $start)) {
                return;
            }
        }
        $end = $file->findNext([T_SEMICOLON, T_CLOSE_TAG], $start);
        for ($at = $start + 1; $end !== false && $at < $end; $at++) {
            $code = $tokens[$at]['code'];
            if ($code === T_STRING && isset($tokens[$at + 1]['parenthesis_closer']) && in_array(strtolower($tokens[$at]['content']), $this->escaping, true)) {
                $at = $tokens[$at + 1]['parenthesis_closer'];
            } elseif (in_array($code, [T_INT_CAST, T_DOUBLE_CAST], true)) {
                $next = $file->findNext(T_WHITESPACE, $at + 1, null, true);
                $at = isset($tokens[$next]['parenthesis_closer']) ? $tokens[$next]['parenthesis_closer'] : $next;
            } elseif (in_array($code, [T_VARIABLE, T_DOUBLE_QUOTED_STRING, T_HEREDOC, T_STRING, T_SELF, T_STATIC], true)) {
                $file->addError('%s is written without being escaped', $at, 'Unescaped', [$tokens[$at]['content']]);
                return;
            }
        }
    }

    private function isMember(File $file, int $at): bool
    {
        $before = $file->findPrevious(T_WHITESPACE, $at - 1, null, true);
        return in_array($file->getTokens()[$before]['code'], [T_OBJECT_OPERATOR, T_DOUBLE_COLON, T_FUNCTION], true);
    }
}
