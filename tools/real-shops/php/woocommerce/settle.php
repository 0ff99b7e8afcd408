<?php
// Makes the tables of WooCommerce, its settings and a key. Arguments: the connection token of the service's plugin.
require getcwd() . '/wp-load.php';

WC_Install::install();
$settings = [
    'woocommerce_custom_orders_table_enabled' => 'yes',
    'woocommerce_currency' => 'EUR',
    'woocommerce_price_num_decimals' => '2',
    'woocommerce_calc_taxes' => 'yes',
    'woocommerce_default_country' => 'DE',
    'woocommerce_coming_soon' => 'no',
    'real_shops_token' => $argv[1],
];
foreach ($settings as $name => $value) {
    update_option($name, $value);
}
global $wpdb;
$wpdb->insert($wpdb->prefix . 'woocommerce_tax_rates', ['tax_rate' => '19.0000', 'tax_rate_name' => 'VAT', 'tax_rate_shipping' => 1]);
$key = 'ck_' . wc_rand_hash();
$secret = 'cs_' . wc_rand_hash();
$wpdb->insert($wpdb->prefix . 'woocommerce_api_keys', [
    'user_id' => 1,
    'description' => 'rig',
    'permissions' => 'read_write',
    'consumer_key' => wc_api_hash($key),
    'consumer_secret' => $secret,
    'truncated_key' => substr($key, -7),
]);
flush_rewrite_rules();
echo "\n" . json_encode(['key' => ['consumer_key' => $key, 'consumer_secret' => $secret], 'version' => WC()->version]);
