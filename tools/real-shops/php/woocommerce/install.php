<?php
// Installs WordPress into its empty database and switches WooCommerce on. Run in the shop's folder.
define('WP_INSTALLING', true);
require getcwd() . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';

wp_install('Rig & Sons', 'admin', 'owner@shop.example', false, '', bin2hex(random_bytes(16)), 'en_US');
update_option('permalink_structure', '/%postname%/');
update_option('timezone_string', 'America/New_York');
$failure = activate_plugin('woocommerce/woocommerce.php');
echo "\n" . json_encode(['failure' => is_wp_error($failure) ? $failure->get_error_message() : null]);
