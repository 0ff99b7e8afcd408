<?php
// Loads the shop of the working folder as its own front page would. First argument: its host with port.
$_SERVER['HTTP_HOST'] = $_SERVER['SERVER_NAME'] = $argv[1];
$_SERVER['REQUEST_URI'] = '/';
$_SERVER['REQUEST_METHOD'] = 'GET';
require getcwd() . '/config/config.inc.php';
Context::getContext()->employee = new Employee(1);

/** The same text for each language, or a text per language code. */
function in_languages($text): array
{
    $texts = [];
    foreach (Language::getLanguages(false) as $language) {
        $texts[(int) $language['id_lang']] = is_array($text) ? ($text[$language['iso_code']] ?? '') : $text;
    }
    return $texts;
}
