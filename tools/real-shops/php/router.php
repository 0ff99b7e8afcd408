<?php
// What the rewrites of a web server do: PrestaShop's webservice has its own front controller, a script may have a path behind it, and what
// is no file goes to index.php.
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$webservice = $_SERVER['DOCUMENT_ROOT'] . '/webservice/dispatcher.php';
if (preg_match('#^/api(?:/(.*))?$#', $path, $found) && is_file($webservice)) {
    $_GET['url'] = $found[1] ?? '';
    $_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/webservice/dispatcher.php';
    require $webservice;
} elseif (is_file($_SERVER['DOCUMENT_ROOT'] . preg_replace('#(?<=/index\.php)/.*#', '', $path)) || is_file($_SERVER['DOCUMENT_ROOT'] . $path . 'index.php')) {
    return false;
} else {
    $_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
    require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
}
